/// The program with which a state machine of a Raspberry Pi 5 (RP1) refreshes HUB75 panels, and how the machine is set up.
///
/// It reads words of 32 bits. Bits 31 to 4 are the levels of GPIO 27 to 0, and bits 3 to 0 a number n. With n from 1 to 15 it
/// shows the levels and gives n pulses of CLK: n equal columns. With n = 0 the upper bits are a number c instead, and the levels
/// of the next word stand for 8 + c cycles.
///
/// Before each word it looks whether there are two more. If not, it drives OE high in the very cycle in which that word would
/// have acted, and waits. A processor that is late so only interrupts the light of a row and never makes it longer: the lit
/// cycles add up to the same.
package enum PIOProgram {
    /// The instructions; the first one follows the last one.
    ///
    /// The text that they are assembled from is in the tests, `PIOAssemblyTests`.
    package static let instructions: [UInt16] = [
        0xA045, 0x0067, 0xA342, 0xE001, 0xA045, 0x0067, 0x0004, 0x6044, 0x006E, 0xA142, 0x601C, 0x168D, 0x0000, 0x1F0B,
        0x603C, 0x6064, 0x601C, 0x0051,
    ]

    /// Where it waits for words, in the dark.
    package static let waiting = 4
    /// The lines that a state machine can drive.
    package static let lineRange = 0...27
    /// The words that the machine's queue holds when both of its halves send.
    package static let queueLength = 16
    /// Below this number of words in the queue, the status that the program reads is all ones.
    package static let leastWords = 2
    /// The longest run of equal columns in a word.
    package static let longestRun = 15
    /// The cycles of a word with n columns: `columnCycles` for each of them, and as many again.
    package static let columnCycles = 15
    /// The least cycles of levels that stand.
    package static let leastHold = 8
    /// The cycles for which CLK is low at least before it rises again; it is high for one more.
    static let clockCycles = 7

    /// The most words of a refresh.
    ///
    /// A hold takes two words, and a column one at most. A pulse is a shift, the rest of its light, OE and LAT high, and LAT low with its
    /// gap; a row has the writes of its address, a gap before, and a wait for its turn.
    ///
    /// - Parameters:
    ///   - pulses: the most pulses of a row.
    ///   - addressWrites: the most writes of an address.
    /// - Returns: the words, and how many of them are those of holds.
    static func maximumWords(
        columns: Int, rowPairs: Int, pulses: Int, addressWrites: Int
    ) -> (all: Int, ofHolds: Int) {
        // The first hold and the last one, too.
        let holds = 2 * rowPairs * (addressWrites + 2 + 4 * pulses) + tailWords + 2 * 2
        return (holds + rowPairs * pulses * columns + oddWords(columns: columns), holds)
    }

    /// The fewest words of a shift whose number is odd, by which a refresh gets an odd or even number of them.
    static func oddWords(columns: Int) -> Int {
        let words = (columns + longestRun - 1) / longestRun
        return words % 2 == 0 ? words + 1 : words
    }

    /// The words that a machine may still hold when all others have been played, and some more.
    static let tailWords = 20

    /// The machine's registers, as a state machine's configuration has them.
    package struct Configuration: Hashable, Sendable {
        /// Wrapping, the optional side-set bit, and the status.
        package let execution: UInt32
        /// Shifting right, with a new word after 32 bits, and both halves of the queue.
        package let shifting: UInt32
        /// OUT drives GPIO 0 to 27, SET the line of OE, and side-set that of CLK.
        package let pins: UInt32
        /// The clock divider.
        package let divider: UInt32

        /// Makes the configuration for some lines.
        ///
        /// - Parameter origin: where the instructions were loaded.
        package init(outputEnable: Int, clock: Int, divider: Int, origin: Int = 0) {
            let last = origin + PIOProgram.instructions.count - 1
            execution = 1 << 30 | UInt32(last) << 12 | UInt32(origin) << 7 | UInt32(PIOProgram.leastWords)
            shifting = 1 << 30 | 1 << 19 | 1 << 17
            // The optional bit counts as one of the side-set bits.
            pins = 2 << 29 | 1 << 26 | 28 << 20 | UInt32(clock) << 10 | UInt32(outputEnable) << 5
            self.divider = UInt32(divider) << 16
        }
    }
}

/// How fast a state machine runs, and how fast words reach it.
package struct PIOPace: Hashable, Sendable {
    /// How often the clock of 200 MHz is divided: 1 or 2.
    package let divider: Int
    /// The cycles from one word to the next, if many follow each other.
    package let wordCycles: Int

    /// The time of a cycle in nanoseconds.
    package var cycle: Int64 { 5 * Int64(divider) }

    /// The pace of words where nothing was measured: 27 MB/s, as Raspberry Pi kernels of 2025 and later reach.
    package static let defaultRate: Int64 = 27_000_000
    /// The pace of earlier kernels.
    package static let earlyRate: Int64 = 10_000_000

    /// Plans for panels with a clock width, and for a rate in bytes a second.
    package init(clockWidth: Int64, rate: Int64 = defaultRate) {
        divider = clockWidth <= 5 * Int64(PIOProgram.clockCycles) ? 1 : 2
        let words = max(rate, 4) / 4
        // 29.6 cycles at the usual rate, and a column takes 30.
        wordCycles = Int(clamping: (200_000_000 + words - 1) / words) / divider
    }

    /// The widest half of a clock period that a machine makes, in nanoseconds.
    package static let widestClock: Int64 = 10 * Int64(PIOProgram.clockCycles)

    /// The cycles of levels that stand for so long at least, with the time in which their two words arrive.
    private func hold(_ cycles: Int) -> Int { max(cycles, 2 * wordCycles) }

    /// The longest time of a shift in the dark, in nanoseconds.
    func shiftTime(columns: Int) -> Int64 {
        Int64(columns * max(2 * PIOProgram.columnCycles, wordCycles)) * cycle
    }

    /// The longest time of a number of writes, each of which is a hold.
    func time(writes: Int) -> Int64 { Int64(writes * hold(PIOWriter.writeCycles)) * cycle }

    /// The longest time of a latch, its pulse, and of the shift under it and after it, in nanoseconds.
    func time(pulse: Int64, columns: Int, latchGap: Int64) -> Int64 {
        let light = Int(pulse / cycle)
        let shift = columns * 2 * PIOProgram.columnCycles
        // Words that come later than the machine takes them interrupt the light.
        let late = columns * max(wordCycles - 2 * PIOProgram.columnCycles, 0)
        let write = PIOWriter.writeCycles
        let gap = write + Int(latchGap / cycle)
        guard light >= shift else {
            // The light ends within the shift, where the rest of it stands.
            let rest = 2 * PIOProgram.columnCycles + PIOProgram.leastHold
            return Int64(shift + late + hold(write) + hold(gap) + hold(rest)) * cycle
        }
        let isQueueFull = light - shift >= PIOProgram.queueLength * wordCycles
        let around = isQueueFull ? 2 * write + gap : 2 * hold(write) + hold(gap) + 2 * wordCycles
        return Int64(light + late + around) * cycle
    }

    /// The time in which words arrive and the last of them have acted, in nanoseconds.
    func time(words: Int) -> Int64 { Int64(words * wordCycles + PIOWriter.writeCycles) * cycle }

    /// The time of the dark words at the end of a refresh, in nanoseconds.
    var tailTime: Int64 { Int64(PIOProgram.tailWords * max(wordCycles, PIOWriter.writeCycles)) * cycle }
}

extension PortTiming {
    /// The timing of a state machine that refreshes panels with these settings.
    ///
    /// - Parameter rate: the bytes a second that reach it.
    package static func pio(_ settings: ScanSettings, rate: Int64 = PIOPace.defaultRate) -> PortTiming {
        let pace = PIOPace(clockWidth: settings.clockWidth, rate: rate)
        var timing = PortTiming(kind: .rp1, writeTime: Int64(PIOWriter.writeCycles) * pace.cycle)
        timing.pace = pace
        return timing
    }
}
