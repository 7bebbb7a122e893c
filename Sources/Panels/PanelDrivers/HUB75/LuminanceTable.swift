/// The level of light, 0 to 2047, for each value of a colour channel: the CIE 1931 lightness curve.
///
/// With v = value * brightness / 255 (0 to 100) the light is v / 902.3 up to v = 8, and ((v + 16) / 116)^3 above; levels
/// are its 2047-fold, rounded. Brightness is so applied as lightness, as the eye sees it. All in integers.
package struct LuminanceTable: Hashable, Sendable {
    /// The levels of the 256 values.
    package private(set) var levels: [UInt16]
    /// The brightness that they are made for, 0 to 100.
    package private(set) var brightness: Int

    /// Makes the table of a brightness in percent; numbers outside 0 to 100 are clamped.
    package init(brightness: Int) {
        levels = [UInt16](repeating: 0, count: 256)
        self.brightness = -1
        setBrightness(brightness)
    }

    /// Fills the table again if the brightness has changed; does not allocate.
    package mutating func setBrightness(_ percent: Int) {
        let percent = min(max(percent, 0), 100)
        guard percent != brightness else { return }
        brightness = percent
        for value in 0..<256 {
            levels[value] = Self.level(product: UInt64(value * percent))
        }
    }

    /// Returns the level of one channel value at a brightness in percent.
    ///
    /// - Precondition: `value` lies in 0 to 255 and `brightness` in 0 to 100.
    package static func level(value: Int, brightness: Int) -> UInt16 {
        level(product: UInt64(value * brightness))
    }

    /// The level of value * brightness, 0 to 25500.
    private static func level(product: UInt64) -> UInt16 {
        // v = product / 255: v <= 8 up to 2040. The divisors are twice 255 * 902.3 and twice (255 * 116)^3, the added
        // half makes the division round.
        if product <= 2040 {
            return UInt16(truncatingIfNeeded: (2 * 2047 * 10 * product + 255 * 9023) / (2 * 255 * 9023))
        }
        let base = product + 255 * 16
        let whole: UInt64 = 29580 * 29580 * 29580
        return UInt16(truncatingIfNeeded: (2 * 2047 * base * base * base + whole) / (2 * whole))
    }
}
