/// Shows more levels than a panel has by an even pattern, so that still parts of an animation stand still (Bayer, 1973).
package struct OrderedDither: Sendable {
    /// The most bit planes at which pictures are dithered: with more of them the steps between levels are hardly seen.
    package static let maximumPlanes = 4

    /// For each channel value the level of the panel that is not above it, and how many of 64 pixels show the next one.
    private let parts: [(level: Int, turns: Int)]
    /// For each level a channel value that the panel shows by it.
    private let values: [UInt8]

    /// Makes the tables for a panel of so many bit planes, of eleven that its luminance has; nil where there is nothing to dither.
    package init?(planes: Int) {
        guard (1...Self.maximumPlanes).contains(planes) else { return nil }
        let step = 1 << (11 - planes)
        let steps = (0..<256).map { value in
            (Int(LinearLight.tables.light(of: UInt8(value))) * 2_047 + 32_767) / 65_535
        }
        let last = (1 << planes) - 1
        parts = steps.map { light in
            (light / step, light / step == last ? 0 : (light % step * 64 + step / 2) / step)
        }
        // In the middle of what is shown by it, so that a slightly lower brightness does not change it.
        values = (0...last).map { level in
            guard level > 0 else { return 0 }
            return UInt8(steps.firstIndex { $0 >= level * step + step / 2 } ?? 255)
        }
    }

    /// Returns the turn of a pixel, 0 to 63, in an order in which any first so many are evenly spread: the ordered
    /// dithering matrix of 8x8.
    package static func turn(x: Int, y: Int) -> Int {
        let (across, down) = (x ^ y, y)
        var turn = 0
        for bit in 0..<3 {
            turn = (turn << 2) | ((across >> bit & 1) << 1) | (down >> bit & 1)
        }
        return turn
    }

    /// Returns a picture whose channels have the levels of the panel alone; O(pixels).
    package func dithered(_ picture: RGBBitmap) -> RGBBitmap {
        var result = picture
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let turn = Self.turn(x: x, y: y)
                func channel(_ value: UInt8) -> UInt8 {
                    let part = parts[Int(value)]
                    return values[part.turns > turn ? part.level + 1 : part.level]
                }
                let color = picture[x, y]
                result[x, y] = Color(red: channel(color.red), green: channel(color.green), blue: channel(color.blue))
            }
        }
        return result
    }
}
