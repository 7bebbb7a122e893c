import PixelGraphics
import SignTestSupport
import Testing

/// Shapes against their rules, pixel by pixel.
@Suite struct CanvasShapesTests {
    /// The circle rule, in half pixels from the circle's centre.
    static func isInCircle(_ x: Int, _ y: Int, _ diameter: Int) -> Bool {
        guard x >= 0, y >= 0, x < diameter, y < diameter else { return false }
        let dx = 2 * x + 1 - diameter
        let dy = 2 * y + 1 - diameter
        return dx * dx + dy * dy <= diameter * diameter && !(diameter == 3 && dx * dy != 0)
    }

    /// A capsule is what a circle covers while it travels along the longer side.
    static func isInCapsule(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
        let diameter = min(width, height)
        return (0...width - diameter).contains { dx in
            (0...height - diameter).contains { dy in isInCircle(x - dx, y - dy, diameter) }
        }
    }

    /// Draws into an area that hangs over the canvas, and compares every pixel with the rule.
    static func check(
        _ format: Canvas.Format, box: Rectangle, shape: MonoBitmap,
        draw: (inout Canvas, Rectangle, ShapeStyle) -> Void
    ) {
        func isInside(_ x: Int, _ y: Int) -> Bool { shape[x, y] }
        for style in [ShapeStyle.filled, .outlined] {
            var canvas = Canvas(size: Size(width: 12, height: 11), format: format, tracksCoverage: true)
            canvas.withArea(Rectangle(x: -1, y: 1, width: 12, height: 9)) { canvas in draw(&canvas, box, style) }
            var expected = MonoBitmap(width: 12, height: 11)
            for x in 0..<11 {
                for y in 1..<10 {
                    let (x0, y0) = (x + 1 - box.x, y - 1 - box.y)
                    let edge =
                        !(isInside(x0 - 1, y0) && isInside(x0 + 1, y0) && isInside(x0, y0 - 1)
                        && isInside(x0, y0 + 1))
                    expected[x, y] = isInside(x0, y0) && (style == .filled || edge)
                }
            }
            expectEqual(art(canvas), art(expected), "\(style) \(box)")
            expectEqual(canvas.coverage, expected)
        }
    }

    @Test(
        "rectangles, circles and capsules of every small size and place follow their rules",
        arguments: [
            Canvas.Format.mono, .rgb,
        ])
    func shapes(format: Canvas.Format) {
        for width in 1...13 {
            for height in 1...13 {
                let size = Size(width: width, height: height)
                let full = Self.shape(size) { _, _ in true }
                let capsule = Self.shape(size) { x, y in Self.isInCapsule(x, y, width, height) }
                let circle = Self.shape(size) { x, y in Self.isInCircle(x, y, min(width, height)) }
                for (x, y) in [(1, 1), (-4, 2), (-2, -5), (7, 6)] {
                    let box = Rectangle(x: x, y: y, width: width, height: height)
                    Self.check(format, box: box, shape: full) { canvas, box, style in
                        canvas.rectangle(box, ink: .white, style: style)
                    }
                    Self.check(format, box: box, shape: capsule) { canvas, box, style in
                        canvas.capsule(in: box, ink: .white, style: style)
                    }
                    Self.check(format, box: box, shape: circle) { canvas, box, style in
                        canvas.circle(in: box, ink: .white, style: style)
                    }
                }
            }
        }
    }

    /// The pixels that a rule has within an extent.
    static func shape(_ size: Size, _ isInside: (Int, Int) -> Bool) -> MonoBitmap {
        var shape = MonoBitmap(size: size)
        for x in 0..<size.width {
            for y in 0..<size.height where isInside(x, y) { shape[x, y] = true }
        }
        return shape
    }

    @Test("circles look like circles")
    func circles() {
        var canvas = Canvas(size: Size(width: 23, height: 9), format: .mono)
        canvas.circle(in: Rectangle(x: 0, y: 4, width: 1, height: 1), ink: .white)
        canvas.circle(in: Rectangle(x: 2, y: 3, width: 3, height: 3), ink: .white)
        canvas.circle(in: Rectangle(x: 5, y: 1, width: 7, height: 7), ink: .white, style: .outlined)
        canvas.circle(in: Rectangle(x: 13, y: 0, width: 9, height: 9), ink: .white)
        canvas.circle(in: Rectangle(x: 17, y: 4, width: -1, height: -1), ink: .dark)
        expectEqual(
            art(canvas),
            """
            ...............#####...
            .......###....#######..
            ......#...#..#########.
            ...#.#.....#.#########.
            #.####.....#.#########.
            ...#.#.....#.#########.
            ......#...#..#########.
            .......###....#######..
            ...............#####...
            """)
    }

    @Test("a line has, in every step along its longer axis, the pixel nearest to the ideal line")
    func lines() {
        let size = Size(width: 5, height: 4)
        for x0 in -2...6 {
            for y0 in -2...5 {
                for x1 in -2...6 {
                    for y1 in -2...5 {
                        var canvas = Canvas(size: size, format: .mono)
                        canvas.line(from: Point(x: x0, y: y0), to: Point(x: x1, y: y1), ink: .white)
                        var expected = MonoBitmap(size: size)
                        for x in 0..<5 {
                            for y in 0..<4 where Self.isOnLine(x, y, x0, y0, x1, y1) { expected[x, y] = true }
                        }
                        expectEqual(canvas.mono, expected, "(\(x0), \(y0)) to (\(x1), \(y1)):\n\(art(canvas))")
                    }
                }
            }
        }
    }

    static func isOnLine(_ x: Int, _ y: Int, _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> Bool {
        let (dx, dy) = (x1 - x0, y1 - y0)
        if abs(dy) > abs(dx) { return isOnLine(y, x, y0, x0, y1, x1) }
        if dx == 0 { return x == x0 && y == y0 }
        // The pixel's distance below the ideal line, times 2 * |dx|.
        let below = (2 * (y - y0) * dx - 2 * (x - x0) * dy) * dx.signum()
        return (min(x0, x1)...max(x0, x1)).contains(x) && below > -abs(dx) && below <= abs(dx)
    }

    @Test("a line looks like a line, in both directions")
    func lineArt() {
        var canvas = Canvas(size: Size(width: 9, height: 5), format: .mono)
        canvas.line(from: Point(x: 0, y: 0), to: Point(x: 8, y: 4), ink: .white)
        let there = art(canvas)
        expectEqual(
            there,
            """
            #........
            .##......
            ...##....
            .....##..
            .......##
            """)
        canvas.clear()
        canvas.line(from: Point(x: 8, y: 4), to: Point(x: 0, y: 0), ink: .white)
        expectEqual(art(canvas), there)
    }

    @Test("shapes of any size at any place end at once and do not trap", .timeLimit(.minutes(1)))
    func hugeShapes() {
        var canvas = Canvas(size: Size(width: 4, height: 4), format: .rgb)
        for x in CanvasEdgeTests.extremes {
            for y in CanvasEdgeTests.extremes {
                for extent in CanvasEdgeTests.extremes {
                    let point = Point(x: x, y: y)
                    let box = Rectangle(x: x, y: y, width: extent, height: y)
                    for style in [ShapeStyle.filled, .outlined] {
                        canvas.rectangle(box, ink: .white, style: style)
                        canvas.circle(in: box, ink: .white, style: style)
                        canvas.capsule(in: box, ink: .white, style: style)
                    }
                    canvas.line(from: point, to: Point(x: extent, y: x), ink: .white)
                }
            }
        }
        canvas.clear()
        let maximum = 1 << 59
        canvas.line(from: Point(x: -maximum, y: -maximum), to: Point(x: maximum, y: maximum), ink: .white)
        canvas.line(from: Point(x: .max, y: 1), to: Point(x: .min, y: 1), ink: .white)
        expectEqual(art(canvas), "#...\n####\n..#.\n...#")
    }

    @Test("a huge capsule shows its straight part")
    func hugeCapsule() {
        var canvas = Canvas(size: Size(width: 4, height: 4), format: .mono)
        canvas.capsule(
            in: Rectangle(x: -(1 << 40), y: 1, width: 1 << 50, height: 1 << 50), ink: .white, style: .outlined)
        expectEqual(art(canvas), "....\n####\n....\n....")
    }

    @Test("the corners of a rounded box are as round as its radius, at most half of its shorter side")
    func rounded() {
        func picture(_ radius: Int, _ style: ShapeStyle = .filled) -> [String] {
            var canvas = Canvas(size: Size(width: 10, height: 8), format: .mono)
            canvas.roundedRectangle(
                Rectangle(x: 0, y: 0, width: 10, height: 8), radius: radius, ink: .white, style: style)
            return art(canvas).split(separator: "\n").map(String.init)
        }
        let whole = "##########"
        for radius in [Int.min, -1, 0, 1] { expectEqual(picture(radius), Array(repeating: whole, count: 8)) }
        let narrow = ".########."
        func between(_ row: String) -> [String] { [narrow, row, row, row, row, row, row, narrow] }
        expectEqual(picture(2), between(whole))
        expectEqual(picture(2, .outlined), between("#........#"))
        let round = [
            "..######..", ".########.", "##########", "##########", "##########", "##########", ".########.",
            "..######..",
        ]
        for radius in [4, 100, Int.max] { expectEqual(picture(radius), round) }
    }
}
