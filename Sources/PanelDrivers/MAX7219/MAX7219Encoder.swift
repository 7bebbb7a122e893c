import HardwareInterfaces
import PixelGraphics

/// Turns frames into the SPI messages that make a chain of MAX7219 modules show them.
///
/// Every transfer holds one word for each chip, and each chip's word names its own register. So a frame takes as many
/// transfers as the module with the most changed digits has changed digits, and one more when the intensity changes;
/// chips that have nothing left to change get no-operation words. An unchanged frame is an empty message.
///
/// The encoder remembers what the chips were told. When a message was not sent, encode the start again.
public struct MAX7219Encoder: Sendable {
    /// The chain it encodes for.
    public let chain: MAX7219Chain
    /// The modules in the order of the data wire.
    private var modules: [ModuleState]
    /// What the control registers of all chips hold.
    private var control: MAX7219Intensity
    /// The brightness that `control` was made of.
    private var brightness: Brightness

    /// The most transfers a message has: five control registers and the eight digits at the start.
    private static let mostTransfers = 13

    /// What is known of one chip.
    private struct ModuleState: Sendable {
        /// The place of the left-most column's pixels among the words of the picture, and their lowest bit.
        let firstWord: Int
        let shift: UInt64
        /// How pixels become digits.
        let transform: DigitTransform
        /// The digits that the chip shows, digit d in byte d.
        var digits: UInt64 = 0
        /// The top bit of every byte of `digits` that the message under way changes.
        var changed: UInt64 = 0
    }

    /// Creates the encoder of a chain; encode the start before the first frame.
    public init(chain: MAX7219Chain) {
        self.chain = chain
        let wordsPerColumn = (chain.size.height + 63) / 64
        modules = chain.modules.map {
            ModuleState(
                firstWord: $0.origin.x * wordsPerColumn + $0.origin.y / 64, shift: UInt64($0.origin.y % 64),
                transform: DigitTransform($0.type))
        }
        brightness = .full
        control = MAX7219Intensity(brightness)
    }

    /// Creates a message with room for everything this encoder makes.
    public func makeMessage() -> SPIMessage {
        SPIMessage(transferLength: chain.transferLength, transfers: Self.mostTransfers)
    }

    /// Writes what brings chips in any state to a dark picture in normal operation, normal operation last.
    public mutating func encodeStart(brightness: Brightness = .full, into message: inout SPIMessage) {
        self.brightness = brightness
        control = MAX7219Intensity(brightness)
        for index in modules.indices { modules[index].digits = 0 }
        let intensity = control.value
        let mode: UInt8 = control.isOn ? 1 : 0
        let count = modules.count
        message.fill(transfers: Self.mostTransfers) { bytes in
            func setAll(_ register: MAX7219Register, _ value: UInt8, transfer: Int) {
                for chip in 0..<count {
                    let place = 2 * (count * transfer + chip)
                    bytes[place] = register.rawValue
                    bytes[place + 1] = value
                }
            }
            setAll(.displayTest, 0, transfer: 0)
            setAll(.scanLimit, 7, transfer: 1)
            setAll(.decodeMode, 0, transfer: 2)
            setAll(.intensity, intensity, transfer: 3)
            for digit in 0..<8 {
                for chip in 0..<count { bytes[2 * (count * (4 + digit) + chip)] = UInt8(digit + 1) }
            }
            setAll(.shutdown, mode, transfer: 12)
        }
    }

    /// Writes what makes the chain dark: the shutdown mode, which keeps the other registers.
    public mutating func encodeStop(into message: inout SPIMessage) {
        brightness = Brightness(percent: 0)
        control = MAX7219Intensity(brightness)
        encodeShutdown(into: &message)
    }

    /// Writes what makes the chain show a frame after what was encoded before.
    ///
    /// The message is empty when the chain shows it already. Brightness 0 is the shutdown mode; pictures are not sent
    /// while it lasts. Allocates nothing.
    ///
    /// - Precondition: the canvas is mono and has the chain's size; the message is of this chain.
    public mutating func encode(_ frame: Frame, into message: inout SPIMessage) {
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
        } else {
            write(digits: digits, changesIntensity: changesIntensity, wakes: wakes, into: &message)
        }
    }

    /// Notes the new digits of every module and which ones changed; returns the most changes in any one module.
    private mutating func update(_ bitmap: MonoBitmap) -> Int {
        let stride = bitmap.wordsPerColumn
        return modules.withUnsafeMutableBufferPointer { modules in
            bitmap.withColumnWords { words in
                var most = 0
                for index in modules.indices {
                    let state = modules[index]
                    let digits = state.transform.digits(
                        of: words, first: state.firstWord, stride: stride, shift: state.shift)
                    let changed = Self.changedBytes(digits ^ state.digits)
                    modules[index].digits = digits
                    modules[index].changed = changed
                    // Multiplying adds the lowest bits of all bytes up in the highest byte.
                    most = max(most, Int(((changed >> 7) &* 0x0101_0101_0101_0101) >> 56))
                }
                return most
            }
        }
    }

    /// Returns the top bit of every byte that is not zero.
    @inline(__always)
    private static func changedBytes(_ difference: UInt64) -> UInt64 {
        let low7: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return (((difference & low7) &+ low7) | difference) & ~low7
    }

    /// Writes the changed digits, after the intensity and before normal operation where these change too.
    private func write(digits: Int, changesIntensity: Bool, wakes: Bool, into message: inout SPIMessage) {
        let first = changesIntensity ? 1 : 0
        let transfers = first + digits + (wakes ? 1 : 0)
        let length = chain.transferLength
        let intensity = control.value
        message.fill(transfers: transfers) { bytes in
            modules.withUnsafeBufferPointer { modules in
                // The first word sent travels to the farthest chip, so the words of chip 0 come last.
                var start = length - 2
                for state in modules {
                    var place = start
                    if changesIntensity {
                        bytes[place] = MAX7219Register.intensity.rawValue
                        bytes[place + 1] = intensity
                        place += length
                    }
                    var changed = state.changed
                    while changed != 0 {
                        let shift = UInt64(truncatingIfNeeded: changed.trailingZeroBitCount & 0x38)
                        bytes[place] = UInt8(truncatingIfNeeded: shift >> 3) + 1
                        bytes[place + 1] = UInt8(truncatingIfNeeded: state.digits &>> shift)
                        changed &= changed &- 1
                        place += length
                    }
                    if wakes {
                        place = start + (transfers - 1) * length
                        bytes[place] = MAX7219Register.shutdown.rawValue
                        bytes[place + 1] = 1
                    }
                    start -= 2
                }
            }
        }
    }

    /// Writes one transfer that puts all chips into shutdown mode.
    private func encodeShutdown(into message: inout SPIMessage) {
        let count = modules.count
        message.fill(transfers: 1) { bytes in
            for chip in 0..<count { bytes[2 * chip] = MAX7219Register.shutdown.rawValue }
        }
    }
}
