import PixelGraphics
import SignTestSupport
import Testing

@Suite struct GeometryTests {
    @Test("negative extents are empty")
    func negative() {
        expectEqual(Size(width: -1, height: .min), .zero)
        #expect(Rectangle(x: 3, y: 4, width: -1, height: 2).isEmpty)
        expectEqual(Rectangle(x: 3, y: 4, width: -1, height: 2).width, 0)
    }

    @Test("the intersection of small rectangles holds exactly the pixels of both")
    func intersections() {
        let a = Rectangle(x: 1, y: 2, width: 3, height: 2)
        for x in -1...5 {
            for y in -1...5 {
                for width in 0...4 {
                    for height in 0...4 {
                        let b = Rectangle(x: x, y: y, width: width, height: height)
                        let both = a.intersection(b)
                        for px in -2...8 {
                            for py in -2...8 {
                                let isInA = (1..<4).contains(px) && (2..<4).contains(py)
                                let isInB = px >= x && px < x + width && py >= y && py < y + height
                                let point = Point(x: px, y: py)
                                if both.contains(point) != (isInA && isInB) {
                                    Issue.record("\(point) of \(b): \(both)")
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("no rectangle traps: sums stay at the ends of Int")
    func extremes() {
        for x in CanvasEdgeTests.extremes {
            for width in CanvasEdgeTests.extremes {
                let rectangle = Rectangle(x: x, y: width, width: width, height: x)
                #expect(rectangle.maxX >= rectangle.x && rectangle.maxY >= rectangle.y)
                for other in CanvasEdgeTests.extremes {
                    let both = rectangle.intersection(Rectangle(x: other, y: other, width: .max, height: .max))
                    #expect(both.width <= rectangle.width && both.height <= rectangle.height)
                    let moved = rectangle.offset(dx: other, dy: other)
                    #expect(other >= 0 ? moved.x >= x : moved.x < x || x == .min)
                    expectEqual(moved.size, rectangle.size)
                }
            }
        }
        expectEqual(Rectangle(x: .max, y: 0, width: 5, height: 1).maxX, .max)
        expectEqual(
            Rectangle(x: 0, y: 0, width: 2, height: 2).offset(dx: -3, dy: 4),
            Rectangle(x: -3, y: 4, width: 2, height: 2))
    }
}
