import PixelGraphics

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
}
