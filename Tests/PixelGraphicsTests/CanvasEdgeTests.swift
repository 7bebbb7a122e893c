import PixelGraphics
import SignTestSupport
import Testing

/// What must hold for any coordinates and any number of calls.
@Suite struct CanvasEdgeTests {
    /// The numbers at which sums overflow, and their neighbours.
    static let extremes = [Int.min, .min + 1, .min / 2, -65, -1, 0, 1, 3, 63, 64, .max / 2, .max - 1, .max]

    @Test("no coordinate traps, and none but those on the canvas changes it", arguments: CanvasModelTests.kinds)
    func extremeCoordinates(format: Canvas.Format, coverage: Bool) {
        var canvas = Canvas(size: Size(width: 4, height: 70), format: format, tracksCoverage: coverage)
        let mask = MonoBitmap(width: 5, height: 66)
        let image = RGBBitmap(size: Size(width: 3, height: 67))
        let layer = canvas
        for x in Self.extremes {
            for y in Self.extremes {
                let point = Point(x: x, y: y)
                canvas.set(point, to: .white)
                let inside = (0..<4).contains(x) && (0..<70).contains(y)
                expectEqual(canvas.isLit(x: x, y: y), inside)
                canvas.clear()
                for first in Self.extremes {
                    for last in Self.extremes where last >= first {
                        canvas.stamp(mask, columns: first..<last, at: point, ink: .white)
                        canvas.draw(image, mask: nil, columns: first..<last, at: point)
                        canvas.draw(image, mask: mask, columns: first..<last, at: point)
                    }
                    canvas.fill(Rectangle(x: x, y: y, width: first, height: first), with: .dark)
                    canvas.withArea(Rectangle(x: x, y: y, width: .max, height: first)) { canvas in
                        canvas.fill(.dark)
                        canvas.withArea(Rectangle(x: first, y: first, width: .max, height: .max)) { canvas in
                            canvas.stamp(mask, columns: 0..<5, at: Point(x: first, y: x), ink: .white)
                        }
                    }
                }
                canvas.composite(layer, at: point)
            }
        }
        #expect(!art(canvas).contains("#"))
    }

    @Test("an area that hangs over the edge draws where its coordinates say")
    func hangingArea() {
        var canvas = Canvas(size: Size(width: 5, height: 3), format: .mono)
        canvas.withArea(Rectangle(x: -2, y: 1, width: 4, height: 9)) { canvas in
            expectEqual(canvas.bounds, Rectangle(x: 0, y: 0, width: 4, height: 9))
            canvas.fill(.white)
            canvas.set(Point(x: 2, y: 0), to: .dark)
            canvas.set(Point(x: 4, y: 0), to: .white)
        }
        canvas.set(Point(x: 4, y: 0), to: .white)
        expectEqual(
            art(canvas),
            """
            ....#
            .#...
            ##...
            """)
    }

    @Test("the area is the former one after a body that throws")
    func throwingBody() {
        struct Stop: Error {}
        var frame = Frame(size: Size(width: 5, height: 3), format: .rgb)
        #expect(throws: Stop.self) {
            try frame.withArea(Rectangle(x: 1, y: 1, width: 1, height: 1)) { frame in
                try frame.canvas.withArea(Rectangle(x: 0, y: 0, width: 0, height: 0)) { _ in throw Stop() }
            }
        }
        expectEqual(frame.canvas.bounds, Rectangle(x: 0, y: 0, width: 5, height: 3))
        frame.canvas.fill(.white)
        expectEqual(art(frame.canvas), "#####\n#####\n#####")
    }

    @Test("a canvas without pixels takes every drawing")
    func emptyCanvas() {
        for size in [Size.zero, Size(width: 3, height: 0), Size(width: 0, height: 3)] {
            for (format, coverage) in CanvasModelTests.kinds {
                var canvas = Canvas(size: size, format: format, tracksCoverage: coverage)
                canvas.clear()
                canvas.fill(.white)
                canvas.set(.zero, to: .white)
                canvas.stamp(MonoBitmap(size: size), columns: 0..<3, at: .zero, ink: .white)
                canvas.draw(RGBBitmap(size: size), mask: nil, columns: 0..<3, at: .zero)
                canvas.composite(canvas, at: .zero)
                canvas.blend(canvas, canvas, fraction: 3)
                #expect(!canvas.isLit(x: 0, y: 0))
            }
        }
    }

    @Test("no drawing allocates, and the counter counts", arguments: CanvasModelTests.kinds)
    func allocatesNothing(format: Canvas.Format, coverage: Bool) {
        var random = SeededRandom(seed: 5)
        let size = Size(width: 33, height: 70)
        var canvas = Canvas(size: size, format: format, tracksCoverage: coverage)
        var layer = Canvas(size: size, format: format, tracksCoverage: true)
        let mask = CanvasModelTests.randomMask(size, &random)
        let image = CanvasModelTests.randomImage(size, &random)
        layer.stamp(mask, columns: 0..<33, at: .zero, ink: .white)
        // Written out: going through an array of styles allocates in debug builds.
        let shapes = { (canvas: inout Canvas, style: ShapeStyle) in
            canvas.rectangle(Rectangle(x: 1, y: -2, width: 9, height: 9), ink: .white, style: style)
            canvas.circle(in: Rectangle(x: 2, y: 2, width: 15, height: 15), ink: .white, style: style)
            canvas.capsule(in: Rectangle(x: -3, y: 4, width: 20, height: 9), ink: .white, style: style)
        }
        let draw = { (canvas: inout Canvas) in
            canvas.clear()
            canvas.withArea(Rectangle(x: 1, y: 2, width: 30, height: 66)) { canvas in
                canvas.fill(.dark)
                canvas.fill(Rectangle(x: 2, y: 2, width: 5, height: 80), with: .white)
                canvas.set(Point(x: 1, y: 1), to: .white)
                canvas.stamp(mask, columns: 3..<20, at: Point(x: -3, y: 5), ink: .white)
                canvas.draw(image, mask: nil, columns: 3..<20, at: Point(x: -3, y: 5))
                canvas.draw(image, mask: mask, columns: 3..<20, at: Point(x: -3, y: 5))
                canvas.composite(layer, at: Point(x: 4, y: -4))
                shapes(&canvas, .filled)
                shapes(&canvas, .outlined)
                canvas.line(from: Point(x: -9, y: 3), to: Point(x: 40, y: 70), ink: .white)
            }
            canvas.blend(layer, layer, fraction: 100)
        }
        draw(&canvas)
        expectEqual(allocations { draw(&canvas) }, 0)
        #expect(allocations { canvas = Canvas(size: size, format: format) } >= 1)
    }
}
