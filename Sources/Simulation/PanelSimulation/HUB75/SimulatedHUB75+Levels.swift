import PixelGraphics

extension SimulatedHUB75 {
    /// The level of an LED: its light in units of the shortest pulse, rounded to the nearest, 0 to `Color.fullLevel`.
    ///
    /// - Parameters:
    ///   - x: the column of the matrix.
    ///   - y: the row of the matrix.
    ///   - color: 0 red, 1 green, 2 blue.
    ///   - leastPulse: how long a level of one is lit in a whole dither cycle, in nanoseconds; at least 1.
    ///   - cycles: the number of recorded dither cycles; at least 1.
    public func level(x: Int, y: Int, color: Int, leastPulse: Int64, cycles: Int = 1) -> Int {
        let (product, overflow) = max(leastPulse, 1).multipliedReportingOverflow(by: Int64(max(cycles, 1)))
        let unit = overflow ? Int64.max : product
        let light = max(light(x: x, y: y, color: color), 0)
        let rest = light % unit
        return Int(min(light / unit + (rest >= unit - rest ? 1 : 0), Int64(Color.fullLevel)))
    }

    /// The picture that the light makes, with every LED as bright as it was.
    ///
    /// - Parameters:
    ///   - map: what leads from the pixels of the picture to those of the matrix; nil shows the matrix itself. Pixels
    ///     without LEDs are black.
    ///   - leastPulse: how long a level of one is lit in a whole dither cycle, in nanoseconds; at least 1.
    ///   - cycles: the number of recorded dither cycles; at least 1.
    public func picture(through map: PixelMap? = nil, leastPulse: Int64, cycles: Int = 1) -> RGBBitmap {
        var picture = RGBBitmap(size: map?.visibleSize ?? size)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                guard let point = map.map({ $0.matrixPoint(x: x, y: y) }) ?? Point(x: x, y: y) else { continue }
                func level(_ color: Int) -> Int {
                    self.level(x: point.x, y: point.y, color: color, leastPulse: leastPulse, cycles: cycles)
                }
                picture[x, y] = Color(redLevel: level(0), greenLevel: level(1), blueLevel: level(2))
            }
        }
        return picture
    }
}
