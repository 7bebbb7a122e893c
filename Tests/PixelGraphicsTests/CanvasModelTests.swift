import PixelGraphics
import SignTestSupport
import Testing

/// Every drawing operation against the plain per-pixel model, both formats, with and without coverage.
@Suite struct CanvasModelTests {
    /// A canvas and its model, drawn on alike.
    struct Pair {
        var canvas: Canvas
        var model: PixelModel
        let coverage: Bool

        init(_ size: Size, _ format: Canvas.Format, coverage: Bool) {
            canvas = Canvas(size: size, format: format, tracksCoverage: coverage)
            model = PixelModel(size: size)
            self.coverage = coverage
        }

        var difference: String? { model.difference(canvas, coverage: coverage) }

        mutating func within(_ area: Rectangle, _ body: (inout Pair) -> Void) {
            var pair = self
            pair.model.areas.append(area)
            canvas.withArea(area) { canvas in
                swap(&pair.canvas, &canvas)
                body(&pair)
                swap(&pair.canvas, &canvas)
            }
            model.pixels = pair.model.pixels
        }
    }

    static let kinds: [(Canvas.Format, Bool)] = [(.mono, false), (.mono, true), (.rgb, false), (.rgb, true)]

    static func randomMask(_ size: Size, _ random: inout SeededRandom) -> MonoBitmap {
        var mask = MonoBitmap(size: size)
        for x in 0..<size.width {
            for y in 0..<size.height where Bool.random(using: &random) { mask[x, y] = true }
        }
        return mask
    }

    static func randomInk(_ random: inout SeededRandom) -> Ink {
        Ink(Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &random)), isLit: .random(using: &random))
    }

    static func randomImage(_ size: Size, _ random: inout SeededRandom) -> RGBBitmap {
        var image = RGBBitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { image[x, y] = randomInk(&random).color }
        }
        return image
    }

    @Test("a stamp of every small offset, column range and height draws what the plain model draws", arguments: kinds)
    func stampsEverywhere(format: Canvas.Format, coverage: Bool) {
        var random = SeededRandom(seed: 1)
        for height in [1, 2, 5, 8] {
            let mask = Self.randomMask(Size(width: 4, height: height), &random)
            for x in -6...7 {
                for y in -9...9 {
                    for columns in [0..<4, 1..<3, -2..<6, 3..<3, 4..<9, -3 ..< -1] {
                        var pair = Pair(Size(width: 6, height: 8), format, coverage: coverage)
                        let ink = Self.randomInk(&random)
                        let background = Self.randomInk(&random)
                        pair.canvas.fill(Rectangle(x: 1, y: 0, width: 3, height: 5), with: background)
                        pair.model.fill(Rectangle(x: 1, y: 0, width: 3, height: 5), background)
                        pair.canvas.stamp(mask, columns: columns, at: Point(x: x, y: y), ink: ink)
                        pair.model.stamp(mask, columns: columns, at: Point(x: x, y: y), ink: ink)
                        #expect(pair.difference == nil, "height \(height), (\(x), \(y)), \(columns)")
                    }
                }
            }
        }
    }

    @Test("random drawings in nested areas on canvases 1 to 130 rows high equal the plain model", arguments: kinds)
    func drawsAtRandom(format: Canvas.Format, coverage: Bool) {
        var random = SeededRandom(seed: 2)
        for height in 1...130 {
            var pair = Pair(Size(width: 7, height: height), format, coverage: coverage)
            for _ in 0..<6 { Self.step(&pair, depth: 0, &random) }
            #expect(pair.difference == nil, "height \(height)")
        }
    }

    static func step(_ pair: inout Pair, depth: Int, _ random: inout SeededRandom) {
        let height = pair.model.size.height
        let point = Point(
            x: .random(in: -8...8, using: &random), y: .random(in: -height - 3...height + 3, using: &random))
        let ink = randomInk(&random)
        let size = Size(
            width: .random(in: 1...6, using: &random), height: .random(in: 1...height + 70, using: &random))
        let first = Int.random(in: -2...5, using: &random)
        let columns = first..<first + Int.random(in: 0...8, using: &random)
        switch Int.random(in: 0...7, using: &random) {
        case 0:
            pair.canvas.fill(Rectangle(x: point.x, y: point.y, width: size.width, height: size.height), with: ink)
            pair.model.fill(Rectangle(x: point.x, y: point.y, width: size.width, height: size.height), ink)
        case 1:
            pair.canvas.clear()
            pair.model.clear()
        case 2:
            pair.canvas.set(point, to: ink)
            pair.model.draw(point.x, point.y, ink)
        case 3:
            let image = randomImage(size, &random)
            let mask = Bool.random(using: &random) ? randomMask(size, &random) : nil
            pair.canvas.draw(image, mask: mask, columns: columns, at: point)
            pair.model.draw(image, mask: mask, columns: columns, at: point)
        case 4:
            var layer = Pair(size, pair.canvas.format, coverage: .random(using: &random))
            if depth < 2 { for _ in 0..<3 { step(&layer, depth: 2, &random) } }
            pair.canvas.composite(layer.canvas, at: point)
            pair.model.composite(layer.model, all: !layer.coverage, at: point)
        case 5 where depth < 3:
            pair.within(Rectangle(x: point.x, y: point.y, width: size.width, height: size.height)) { pair in
                for _ in 0..<3 { step(&pair, depth: depth + 1, &random) }
            }
        default:
            let mask = randomMask(size, &random)
            pair.canvas.stamp(mask, columns: columns, at: point, ink: ink)
            pair.model.stamp(mask, columns: columns, at: point, ink: ink)
        }
    }
}
