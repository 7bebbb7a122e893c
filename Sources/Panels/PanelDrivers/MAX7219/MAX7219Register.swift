import PixelGraphics

/// The control registers of a MAX7219 or MAX7221, by their address in bits 11 to 8 of a word (data sheet, "register address
/// map"); 1 to 8 are the digits, and 0 is no operation, which only passes data on to the next chip.
enum MAX7219Register: UInt8 {
    /// One bit per digit: whether it is decoded as BCD code B; 0 for matrices.
    case decodeMode = 0x9
    /// The duty cycle, 0 to 15: (2n + 1) / 32.
    case intensity = 0xA
    /// The highest digit that is shown, 0 to 7; 7 for matrices.
    case scanLimit = 0xB
    /// 0 is off, 1 is normal operation.
    case shutdown = 0xC
    /// 1 lights every segment whatever the other registers say, 0 is normal operation.
    case displayTest = 0xF
}

/// The control registers of a chip for a brightness.
struct MAX7219Intensity: Hashable, Sendable {
    /// Whether the chips work at all: brightness 0 is the shutdown mode, because intensity 0 is not dark.
    let isOn: Bool
    /// The value of the intensity register, 0 to 15; the light is (2n + 1) / 32.
    let value: UInt8

    /// Maps a perceptual brightness to the duty cycle whose light is nearest to the CIE 1931 luminance of it.
    ///
    /// The luminance of p percent is ((p + 16) / 116)^3, which makes the nearest of the duties (2n + 1) / 31 of full
    /// light n = floor(31 (p + 16)^3 / (2 * 116^3)): 100 percent is 15, 80 is 8, 50 is 2, and 1 to 30 are all 0, since
    /// the chip cannot be darker than a 1/32 duty.
    init(_ brightness: Brightness) {
        let root = brightness.percent + 16
        isOn = brightness.percent > 0
        value = UInt8(min(31 * root * root * root / 3_121_792, 15))
    }

    /// What one of the thirteen registers of a chip has to hold; normal operation, the last, lights the picture only
    /// when it is all there.
    ///
    /// - Parameters:
    ///   - number: 0 to 3 for display test, scan limit, decode mode and intensity, 4 to 11 for the digits, 12 for
    ///     shutdown.
    ///   - digits: the chip's digits, digit d in byte d.
    @inline(__always)
    func word(_ number: Int, digits: UInt64) -> (register: UInt8, value: UInt8) {
        switch number {
        case 0: (MAX7219Register.displayTest.rawValue, 0)
        case 1: (MAX7219Register.scanLimit.rawValue, 7)
        case 2: (MAX7219Register.decodeMode.rawValue, 0)
        case 3: (MAX7219Register.intensity.rawValue, value)
        case 12: (MAX7219Register.shutdown.rawValue, isOn ? 1 : 0)
        default: (UInt8(truncatingIfNeeded: number - 3), UInt8(truncatingIfNeeded: digits &>> UInt64(8 * (number - 4))))
        }
    }
}
