import PixelGraphics

/// The words with which a state machine shows a picture: the refreshes of the dither cycle, all of the same length.
package struct PIOPicture: Sendable {
    /// The words, refresh after refresh.
    package fileprivate(set) var words: [UInt32]
    /// The time of its shortest refresh where no word is late, in nanoseconds.
    package fileprivate(set) var shortestRefresh: Int64 = 0

    /// Becomes the same as a picture of the same length; does not allocate.
    package mutating func copy(_ picture: borrowing PIOPicture) {
        shortestRefresh = picture.shortestRefresh
        words.withUnsafeMutableBytes { target in
            picture.words.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(target.count)))
            }
        }
    }
}

/// Turns frames into the words of `PIOProgram`; does not allocate after `init`.
package struct PIOEncoder: Sendable {
    /// The words of a refresh, whatever it shows.
    package let wordsPerRefresh: Int
    /// The refreshes of the dither cycle.
    package let phases: Int
    /// The time of a refresh in nanoseconds, where words arrive at the planned pace.
    package let refreshPeriod: Int64
    /// Prepares the panel: all LEDs dark, the chips set up.
    package let startWords: [UInt32]
    /// Ends the show: all LEDs dark.
    package let stopWords: [UInt32]
    /// Sets the chips up again; sent between two refreshes.
    package let initializationWords: [UInt32]
    private var encoder: HUB75Encoder
    private var programs: [ScanProgram]
    private var writer: PIOWriter
    private let filling: PIOFilling

    /// Prepares an encoder whose timing has a pace.
    package init(_ encoder: HUB75Encoder, pace: PIOPace) {
        self.encoder = encoder
        programs = encoder.programs
        phases = encoder.programs.count
        refreshPeriod = encoder.refreshPeriod
        wordsPerRefresh = encoder.maximumPIOWords
        let (lines, settings) = (encoder.setup.lines, encoder.settings)
        var plain = PIOWriter(lines: lines, settings: settings, pace: pace)
        func words(_ program: ScanProgram) -> [UInt32] {
            plain.write(program)
            return plain.words
        }
        startWords = words(encoder.startProgram)
        stopWords = words(encoder.stopProgram)
        initializationWords = words(encoder.initializationProgram)
        writer = plain
        filling = PIOFilling(words: wordsPerRefresh, wordCycles: pace.wordCycles, columns: encoder.matrix.columns)
    }

    /// Returns a picture of a dark panel.
    package func makePicture() -> PIOPicture {
        var picture = PIOPicture(words: [UInt32](repeating: 0, count: phases * wordsPerRefresh))
        var writer = writer
        // Programs that an encoder begins with are dark.
        write(encoder.programs, with: &writer, into: &picture)
        return picture
    }

    /// Encodes a frame into a picture that `makePicture` has made.
    package mutating func encode(_ frame: Frame, into picture: inout PIOPicture) {
        encoder.encode(frame, into: &programs)
        write(programs, with: &writer, into: &picture)
    }

    private func write(_ programs: [ScanProgram], with writer: inout PIOWriter, into picture: inout PIOPicture) {
        picture.shortestRefresh = .max
        for phase in programs.indices {
            writer.write(programs[phase])
            picture.shortestRefresh = min(picture.shortestRefresh, writer.shortestDuration)
            picture.words.withUnsafeMutableBufferPointer { target in
                writer.words.withUnsafeBufferPointer { words in
                    let start = phase * wordsPerRefresh
                    filling.copy(
                        words, to: UnsafeMutableBufferPointer(rebasing: target[start..<(start + wordsPerRefresh)]))
                }
            }
        }
    }
}

/// Fills refreshes up to the same number of words without changing their time or light: a long hold becomes several short ones of the
/// same levels.
package struct PIOFilling: Hashable, Sendable {
    private let words: Int
    private let step: Int
    private let columns: Int

    /// Prepares for refreshes of so many words.
    ///
    /// - Parameter wordCycles: those of the planned pace; while levels stand, two words arrive in twice as many.
    package init(words: Int, wordCycles: Int, columns: Int) {
        self.words = words
        self.columns = columns
        step = max(2 * wordCycles, PIOProgram.leastHold)
    }

    /// Copies a refresh, filled up, to memory for `words` words; does not allocate.
    package func copy(_ source: UnsafeBufferPointer<UInt32>, to target: UnsafeMutableBufferPointer<UInt32>) {
        var missing = max(words - source.count, 0)
        let isOdd = missing % 2 != 0
        if isOdd { missing -= PIOProgram.oddWords(columns: columns) }
        var (from, to) = (0, 0)
        func append(_ word: UInt32) {
            if to < target.count { target[to] = word }
            to += 1
        }
        while from < source.count {
            guard source[from] & 15 == 0, from + 1 < source.count else {
                append(source[from])
                from += 1
                continue
            }
            var cycles = Int(source[from] >> 4) + PIOProgram.leastHold
            let levels = source[from + 1]
            from += 2
            if from == source.count, isOdd { appendShift(levels, cycles: &cycles, append) }
            // The last levels take what is missing, whatever the time.
            let limit = from == source.count ? missing / 2 : cycles / step - 1
            let count = max(min(missing / 2, limit), 0)
            missing -= 2 * count
            let part = from == source.count && count > 0 ? min(step, cycles / (count + 1)) : step
            for _ in 0..<count {
                append(UInt32(max(part, PIOProgram.leastHold) - PIOProgram.leastHold) << 4)
                append(levels)
                cycles -= part
            }
            append(UInt32(max(cycles, PIOProgram.leastHold) - PIOProgram.leastHold) << 4)
            append(levels)
        }
    }

    /// Appends a shift in the dark, which nothing latches, of an odd number of words; chips expect the clocks of whole rows.
    private func appendShift(_ levels: UInt32, cycles: inout Int, _ append: (UInt32) -> Void) {
        let words = PIOProgram.oddWords(columns: columns)
        var rest = columns
        for left in stride(from: words, to: 0, by: -1) {
            let count = (rest + left - 1) / left
            append(levels | UInt32(count))
            rest -= count
        }
        cycles -= PIOProgram.columnCycles * (columns + words)
    }
}

extension HUB75Encoder {
    /// The most words of a refresh by a state machine.
    package var maximumPIOWords: Int { setup.timing.maximumPIOWords }
}
