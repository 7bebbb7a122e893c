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
    /// How the panels are dimmed.
    private let dimming: Dimming
    /// How many channel values of the frame there are of each number.
    private var histogram = [Int](repeating: 0, count: 256)

    /// Creates a limiter; currents below 1 mA count as 1.
    public init(fullCurrent: Int, maxCurrent: Int) {
        self.init(fullCurrent: fullCurrent, maxCurrent: maxCurrent, dimming: Dimming(ScanSettings()))
    }

    /// Creates a limiter for panels that are dimmed like this; currents below 1 mA count as 1.
    package init(fullCurrent: Int, maxCurrent: Int, dimming: Dimming) {
        self.fullCurrent = max(fullCurrent, 1)
        self.maxCurrent = max(maxCurrent, 1)
        self.dimming = dimming
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
    ///
    /// Levels are rounded to whole pulses, so the light may be more or less than what is asked for. The more of both counts.
    private func current(percent: Int) -> Int {
        var light = 0
        var values = 0
        var value = 0
        while value < 256 {
            if histogram[value] > 0 {
                let asked = Int((2047 * Dimming.luminance(value: value, brightness: percent)).rounded(.up))
                light += histogram[value] * max(asked, dimming.light(value: value, brightness: percent))
            }
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
