import PixelGraphics
import SignTestSupport
import Testing

/// Layers of which a mask lets a part be seen, or a share of their colours.
@Suite struct CanvasMaskTests {
    private func layer(_ format: Canvas.Format) -> Canvas {
        var layer = Canvas(size: Size(width: 4, height: 2), format: format, tracksCoverage: true)
        layer.set(Point(x: 0, y: 0), to: Ink(.white))
        layer.set(Point(x: 1, y: 0), to: Ink(.white))
        layer.set(Point(x: 2, y: 1), to: Ink(.black, isLit: false))
        return layer
    }

    private func mask(_ points: [Point]) -> MonoBitmap {
        var mask = MonoBitmap(size: Size(width: 4, height: 2))
        for point in points { mask[point.x, point.y] = true }
        return mask
    }

    @Test(
        "the lit pixels of the mask are drawn, dark ones too, at any place of an area",
        arguments: [Canvas.Format.mono, .rgb])
    func composite(_ format: Canvas.Format) {
        var canvas = Canvas(size: Size(width: 5, height: 3), format: format, tracksCoverage: true)
        canvas.fill(Rectangle(x: 0, y: 0, width: 5, height: 3), with: Ink(.white))
        let seen = mask([Point(x: 1, y: 0), Point(x: 2, y: 1), Point(x: 3, y: 0)])
        canvas.withArea(Rectangle(x: 1, y: 1, width: 3, height: 2)) { $0.composite(layer(format), in: seen, at: .zero) }
        // (3, 0) of the layer lies outside of the area; (2, 1) is dark.
        expectEqual(art(canvas), "#####\n#####\n###.#")
        var other = Canvas(size: Size(width: 5, height: 3), format: format)
        other.composite(layer(format), in: MonoBitmap(width: 3, height: 2, fill: true), at: .zero)
        other.composite(layer(format == .mono ? .rgb : .mono), in: seen, at: .zero)
        #expect(!art(other).contains("#"))
    }

    @Test("colours are mixed channel by channel, and rounded to the nearest; what the layer does not cover stays")
    func mix() {
        let layerColor = Color(red: 255, green: 100, blue: 1)
        let below = Color(red: 0, green: 50, blue: 255)
        var layer = Canvas(size: Size(width: 2, height: 1), format: .rgb, tracksCoverage: true)
        layer.set(Point(x: 0, y: 0), to: Ink(layerColor))
        // 255 / 4 = 63.75; (100 + 3 * 50) / 4 = 62.5; (1 + 3 * 255) / 4 = 191.5: halves go up.
        let expected: [(share: Int, color: Color)] = [
            (0, below), (64, Color(red: 64, green: 63, blue: 192)), (128, Color(red: 128, green: 75, blue: 128)),
            (256, layerColor), (999, layerColor), (-5, below),
        ]
        for (share, color) in expected {
            var canvas = Canvas(size: Size(width: 3, height: 1), format: .rgb)
            canvas.fill(Rectangle(x: 0, y: 0, width: 3, height: 1), with: Ink(below))
            canvas.mix(layer, share: share, at: Point(x: 1, y: 0))
            expectEqual(canvas.rgb.pixels, [below, color, below], "\(share)")
        }
    }

    @Test("every mix of two values of a channel is the arithmetic one")
    func allMixes() {
        var layer = Canvas(size: Size(width: 256, height: 1), format: .rgb, tracksCoverage: true)
        for value in 0..<256 {
            layer.set(Point(x: value, y: 0), to: Ink(Color(red: UInt8(value), green: UInt8(value), blue: UInt8(value))))
        }
        for below in stride(from: 0, through: 255, by: 15) {
            for share in stride(from: 0, through: 256, by: 8) {
                var canvas = Canvas(size: Size(width: 256, height: 1), format: .rgb)
                let level = UInt8(below)
                canvas.fill(
                    Rectangle(x: 0, y: 0, width: 256, height: 1),
                    with: Ink(Color(red: level, green: level, blue: level)))
                canvas.mix(layer, share: share, at: .zero)
                let expected = (0..<256).map { value -> Color in
                    let (over, under): (Int, Int) = (value * share, below * (256 - share))
                    let mixed = UInt8((over + under + 128) / 256)
                    return Color(red: mixed, green: mixed, blue: mixed)
                }
                expectEqual(canvas.rgb.pixels, expected, "\(below) \(share)")
            }
        }
    }

    @Test("an intersection is what is lit in both, and nothing for pictures of another size")
    func intersection() {
        var result = MonoBitmap(width: 4, height: 2, fill: true)
        let first = mask([Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 3, y: 0)])
        let second = mask([Point(x: 1, y: 1), Point(x: 3, y: 0), Point(x: 2, y: 0)])
        result.takeIntersection(first, second)
        expectEqual(art(result), "...#\n.#..")
        result.takeIntersection(first, MonoBitmap(width: 3, height: 2, fill: true))
        expectEqual(art(result), "....\n....")
    }
}
