import PixelGraphics
import Timelines

/// Turns frames into the SPI messages that make a chain of MAX7219 modules show them.
///
/// Every transfer holds one word for each chip, and each chip's word names its own register. So a frame takes as many
/// transfers as the module with the most changed digits has changed digits, and one more when the intensity changes.
/// An unchanged frame is an empty message.
///
/// For chips without further changes, registers are written again in turn, so that those that noise has disturbed show the right
/// picture within a second. A clock selects the thirteen registers of a chip in turn. Frames carry what was handed out: at first
/// only in words that would be no operations, and in a transfer more when a chip lags too far behind. No chip is ever ahead of the
/// clock, so the register that a chip had as number n was written at n times the clock's period or later: so the age of the oldest
/// one is known. When frames are too rare, all registers are written at once.
///
/// The encoder remembers what was written. If a message was not sent, encode the start again.
public struct MAX7219Encoder: Sendable {
    /// The chain it encodes for.
    public let chain: MAX7219Chain
    /// The modules in the order of the data wire.
    private var modules: [ModuleState]
    /// What the control registers of all chips hold.
    private var control: MAX7219Intensity
    /// The brightness that `control` was made of.
    private var brightness: Brightness
    /// When all registers of all chips were written.
    private var allWritten = Instant.zero
    /// The number of registers that the chip which lags the most has been given since.
    private var leastHealed: Int64 = 0
    /// The transfers that a frame may have without a further system call; healing waits where they are used up.
    private let transfersPerCall: Int

    /// The registers of a chip that do anything: five control registers and eight digits.
    private static let registers = 13
    /// The time from one register to the next: a round takes 650 ms.
    private static let pace = Nanoseconds.milliseconds(50)
    /// How many registers a chip may lag behind before a frame gets a transfer more for it.
    private static let maximumLag: Int64 = 4
    /// The longest time that a register stays unwritten; the rest of a second is for late wake-ups and slow wires.
    private static let maximumTime = Nanoseconds.milliseconds(950)

    /// What is known of one chip.
    private struct ModuleState: Sendable {
        /// The place of the left-most column's pixels among the words of the picture, and their lowest bit.
        let firstWord: Int
        let shift: UInt64
        /// How the LEDs are wired.
        let digitsAreRows: Bool
        let reversesBits: Bool
        let reversesDigits: Bool
        /// The digits that the chip shows, digit d in byte d.
        var digits: UInt64 = 0
        /// The top bit of every byte of `digits` that the message under way changes.
        var changed: UInt64 = 0
        /// The number of registers of the chip written again since the last time when all were.
        var healed: Int64 = 0

        init(_ module: MAX7219Chain.Module, wordsPerColumn: Int) {
            firstWord = module.origin.x * wordsPerColumn + module.origin.y / 64
            shift = UInt64(module.origin.y % 64)
            digitsAreRows = module.type.digitsAreRows
            reversesBits = module.type.reversesBits
            reversesDigits = module.type.reversesDigits
        }

        /// Returns the digits of the module's 8x8 pixels: digit d in byte d, counted from the lowest.
        ///
        /// - Parameters:
        ///   - words: the words of a mono bitmap.
        ///   - stride: the number of words from one column to the next.
        @inline(__always)
        func newDigits(of words: UnsafeBufferPointer<UInt64>, stride: Int) -> UInt64 {
            // The column that is gathered first ends in the highest byte.
            let startsAtRight = digitsAreRows ? reversesBits : reversesDigits
            var block: UInt64 = 0
            var place = startsAtRight ? firstWord &+ 7 &* stride : firstWord
            let step = startsAtRight ? 0 &- stride : stride
            for _ in 0..<8 {
                block = block &<< 8 | (words[place] &>> shift) & 0xFF
                place &+= step
            }
            if !digitsAreRows { return reversesBits ? block.withReversedBits : block }
            return reversesDigits ? block.transposed.byteSwapped : block.transposed
        }
    }

    /// Creates the encoder of a chain; encode the start before the first frame.
    ///
    /// - Parameter transfersPerCall: the transfers that the device takes in one system call; frames get no transfer for
    ///   healing beyond them.
    public init(chain: MAX7219Chain, transfersPerCall: Int = .max) {
        self.chain = chain
        self.transfersPerCall = transfersPerCall
        let wordsPerColumn = (chain.size.height + 63) / 64
        modules = chain.modules.map { ModuleState($0, wordsPerColumn: wordsPerColumn) }
        brightness = .full
        control = MAX7219Intensity(brightness)
    }

    /// Creates a message with room for everything this encoder makes.
    public func makeMessage() -> SPIMessage {
        SPIMessage(transferLength: chain.transferLength, transfers: Self.registers)
    }

    /// Writes the start: from any state of the chips to a dark picture in normal operation, normal operation last.
    public mutating func encodeStart(
        at instant: Instant, brightness: Brightness = .full, into message: inout SPIMessage
    ) {
        self.brightness = brightness
        control = MAX7219Intensity(brightness)
        for index in modules.indices { modules[index].digits = 0 }
        encodeHealing(at: instant, into: &message)
    }

    /// Writes the stop: the shutdown mode, which is dark and keeps the other registers.
    public mutating func encodeStop(into message: inout SPIMessage) {
        brightness = Brightness(percent: 0)
        control = MAX7219Intensity(brightness)
        encodeShutdown(into: &message)
    }

    /// Writes the changes from the last encoded frame to this one.
    ///
    /// The message is empty when the chain shows it already. Brightness 0 is the shutdown mode; pictures are not sent
    /// while it lasts. Does not allocate.
    ///
    /// - Precondition: the canvas is mono and has the chain's size; the message is of this chain.
    public mutating func encode(_ frame: Frame, at instant: Instant, into message: inout SPIMessage) {
        precondition(
            frame.canvas.format == .mono && frame.canvas.size == chain.size,
            "a MAX7219 chain shows mono canvases of its own size")
        precondition(message.transferLength == chain.transferLength, "the message is of another chain")
        let before = control
        if frame.brightness != brightness {
            brightness = frame.brightness
            control = MAX7219Intensity(brightness)
        }
        guard control.isOn else {
            if before.isOn { encodeShutdown(into: &message) } else { message.removeAll() }
            return
        }
        let digits = update(frame.canvas.mono)
        let changesIntensity = control.value != before.value
        let wakes = !before.isOn
        if digits == 0 && !changesIntensity && !wakes {
            message.removeAll()
            return
        }
        let due = max((instant - allWritten).count / Self.pace.count, 0)
        var lanes = digits
        let transfers = lanes + (changesIntensity ? 1 : 0) + (wakes ? 1 : 0)
        if transfers < transfersPerCall, lags(behind: due, lanes: lanes) { lanes += 1 }
        write(lanes: lanes, due: due, changesIntensity: changesIntensity, wakes: wakes, into: &message)
    }

    /// Records the new digits of every module and which ones changed; returns the most changes in any one module.
    private mutating func update(_ bitmap: MonoBitmap) -> Int {
        let stride = bitmap.wordsPerColumn
        return modules.withUnsafeMutableBufferPointer { modules in
            bitmap.withColumnWords { words in
                var maximum = 0
                for index in modules.indices {
                    let state = modules[index]
                    let digits = state.newDigits(of: words, stride: stride)
                    let changed = Self.changedBytes(digits ^ state.digits)
                    modules[index].digits = digits
                    modules[index].changed = changed
                    maximum = max(maximum, Self.count(changed))
                }
                return maximum
            }
        }
    }

    /// Returns the top bit of every byte that is not zero.
    @inline(__always)
    private static func changedBytes(_ difference: UInt64) -> UInt64 {
        let low7: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return (((difference & low7) &+ low7) | difference) & ~low7
    }

    /// Returns the number of bytes whose top bit is set; no other bits are.
    @inline(__always)
    private static func count(_ changed: UInt64) -> Int {
        // Multiplying adds the lowest bits of all bytes up in the highest byte.
        Int(((changed >> 7) &* 0x0101_0101_0101_0101) >> 56)
    }

    /// Whether the free words of this frame are not enough for the registers of a chip that are due.
    private func lags(behind due: Int64, lanes: Int) -> Bool {
        guard leastHealed <= due - Self.maximumLag else { return false }
        return modules.withUnsafeBufferPointer { modules in
            for state in modules {
                let free = Int64(lanes - Self.count(state.changed))
                if state.healed + free <= due - Self.maximumLag { return true }
            }
            return false
        }
    }

    /// Writes the changed digits, after the intensity and before normal operation where these change too, and fills the
    /// words that are left with what is due again.
    ///
    /// - Parameter lanes: the transfers between intensity and normal operation.
    private mutating func write(
        lanes: Int, due: Int64, changesIntensity: Bool, wakes: Bool, into message: inout SPIMessage
    ) {
        let first = changesIntensity ? 1 : 0
        let length = chain.transferLength
        let control = control
        var least = Int64.max
        message.fill(transfers: first + lanes + (wakes ? 1 : 0)) { bytes in
            modules.withUnsafeMutableBufferPointer { modules in
                // The first word sent travels to the farthest chip, so the words of chip 0 come last.
                var start = length - 2
                for index in modules.indices {
                    var place = start
                    if changesIntensity {
                        bytes[place] = MAX7219Register.intensity.rawValue
                        bytes[place + 1] = control.value
                        place += length
                    }
                    let end = place + lanes * length
                    let digits = modules[index].digits
                    var changed = modules[index].changed
                    while changed != 0 {
                        let shift = UInt64(truncatingIfNeeded: changed.trailingZeroBitCount & 0x38)
                        bytes[place] = UInt8(truncatingIfNeeded: shift >> 3) + 1
                        bytes[place + 1] = UInt8(truncatingIfNeeded: digits &>> shift)
                        changed &= changed &- 1
                        place += length
                    }
                    var healed = modules[index].healed
                    while place < end && healed < due {
                        let word = control.word(Int(healed % Int64(Self.registers)), digits: digits)
                        bytes[place] = word.register
                        bytes[place + 1] = word.value
                        healed += 1
                        place += length
                    }
                    modules[index].healed = healed
                    least = min(least, healed)
                    if wakes {
                        bytes[end] = MAX7219Register.shutdown.rawValue
                        bytes[end + 1] = 1
                    }
                    start -= 2
                }
            }
        }
        leastHealed = least
    }

    /// Writes one transfer that puts all chips into shutdown mode.
    private func encodeShutdown(into message: inout SPIMessage) {
        let count = modules.count
        message.fill(transfers: 1) { bytes in
            for chip in 0..<count { bytes[2 * chip] = MAX7219Register.shutdown.rawValue }
        }
    }
}

extension MAX7219Encoder {
    /// When `encodeHealing` has to be called and sent if no frame changes before; every frame that changes moves it.
    ///
    /// A sign that shows a still picture wakes up for it every 950 ms.
    public var nextHealing: Instant {
        allWritten + Nanoseconds(max(leastHealed - Int64(Self.registers), 0) * Self.pace.count) + Self.maximumTime
    }

    /// Counts all registers of all chips as written at an instant, though they were written a little before.
    ///
    /// For the first picture after a start: noise in the dark time between them is healed as soon as noise after it, and the
    /// picture need not carry healing of what was hardly written.
    public mutating func restartHealing(at instant: Instant) {
        allWritten = instant
        leastHealed = 0
        for index in modules.indices { modules[index].healed = 0 }
    }

    /// Writes all thirteen registers of every chip as they should be, normal operation last.
    ///
    /// It does not change correct chips, and heals those that noise or a dip of the supply has disturbed.
    /// Does not allocate.
    ///
    /// - Precondition: the message is of this chain.
    public mutating func encodeHealing(at instant: Instant, into message: inout SPIMessage) {
        precondition(message.transferLength == chain.transferLength, "the message is of another chain")
        restartHealing(at: instant)
        for index in modules.indices { modules[index].changed = 0 }
        write(lanes: Self.registers, due: Int64(Self.registers), changesIntensity: false, wakes: false, into: &message)
        restartHealing(at: instant)
    }
}
