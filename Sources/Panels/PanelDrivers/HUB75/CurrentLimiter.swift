import PixelGraphics

/// Keeps the current of HUB75 panels below a budget by lowering the brightness of frames.
///
/// An LED draws current in proportion to its light, so the current of a frame is that of the white picture times the
/// mean of all levels. The brightness is a function of the frame alone, and a continuous one: a little more light in the
/// picture makes it a little darker, and the same picture always looks the same.
public struct CurrentLimiter: Hashable, Sendable {
    /// What all panels draw with all pixels white at full brightness, in mA.
    public let fullCurrent: Int
    /// What they may draw, in mA.
    public let maxCurrent: Int
    /// How many channel values of the frame there are of each number.
    private var histogram = [Int](repeating: 0, count: 256)

    /// Creates a limiter; currents below 1 mA count as 1.
    public init(fullCurrent: Int, maxCurrent: Int) {
        self.fullCurrent = max(fullCurrent, 1)
        self.maxCurrent = max(maxCurrent, 1)
    }

    /// Returns the brightness at which a frame keeps the budget: its own, or the highest lower one.
    ///
    /// O(pixels); does not allocate.
    ///
    /// - Precondition: the canvas is RGB.
    public mutating func brightness(of frame: borrowing Frame) -> Brightness {
        let wanted = frame.brightness.percent
        count(frame.canvas.rgb)
        guard current(percent: wanted) > maxCurrent else { return frame.brightness }
        var low = 0
        var high = wanted
        // Darkness is always below the budget.
        while high - low > 1 {
            let middle = (low + high) / 2
            if current(percent: middle) <= maxCurrent { low = middle } else { high = middle }
        }
        return Brightness(percent: low)
    }

    /// What the counted picture draws at a brightness, in mA, rounded up.
    private func current(percent: Int) -> Int {
        var light = 0
        var values = 0
        var value = 0
        while value < 256 {
            light += histogram[value] * Int(LuminanceTable.level(value: value, brightness: percent))
            values += histogram[value]
            value += 1
        }
        let full = 2047 * max(values, 1)
        return (fullCurrent * light + full - 1) / full
    }

    private mutating func count(_ picture: RGBBitmap) {
        histogram.withUnsafeMutableBufferPointer { histogram in
            histogram.update(repeating: 0)
            picture.pixels.withUnsafeBufferPointer { pixels in
                var index = 0
                while index < pixels.count {
                    let color = pixels[index].rawValue
                    histogram[Int(color >> 16 & 0xFF)] += 1
                    histogram[Int(color >> 8 & 0xFF)] += 1
                    histogram[Int(color & 0xFF)] += 1
                    index += 1
                }
            }
        }
    }
}

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
