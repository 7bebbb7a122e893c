import PixelGraphics
import SignTestSupport
import Testing

@Suite struct MonoBitmapTests {
    static let letter = bitmap(
        """
        ###.
        #..#
        ###.
        #...
        #...
        """)

    @Test("crops, unions and copies equal the plain loops, at any height")
    func editsLikeLoops() {
        var random = SeededRandom(seed: 4)
        for height in [1, 7, 63, 64, 65, 130] {
            let size = Size(width: 6, height: height)
            let a = CanvasModelTests.randomMask(size, &random)
            let b = CanvasModelTests.randomMask(Size(width: 4, height: height / 2 + 1), &random)
            for _ in 0..<60 {
                let dx = Int.random(in: -8...8, using: &random)
                let dy = Int.random(in: -height - 2...height + 2, using: &random)
                let at = Point(x: dx, y: dy)
                var union = a
                union.formUnion(b, at: at)
                var copy = a
                copy.blit(b, at: at)
                let part = Rectangle(x: dx, y: dy, width: 5, height: 9).intersection(Rectangle(size))
                let cropped = a.cropped(to: Rectangle(x: dx, y: dy, width: 5, height: 9))
                expectEqual(cropped.size, part.size)
                for x in 0..<6 {
                    for y in 0..<height {
                        let inB = (0..<4).contains(x - dx) && (0..<b.height).contains(y - dy)
                        expectEqual(union[x, y], (a[x, y] || b[x - dx, y - dy]))
                        expectEqual(copy[x, y], (inB ? b[x - dx, y - dy] : a[x, y]))
                        if part.contains(Point(x: x, y: y)) { expectEqual(cropped[x - part.x, y - part.y], a[x, y]) }
                    }
                }
            }
        }
    }

    @Test("no offset traps", arguments: CanvasEdgeTests.extremes)
    func extremeOffsets(x: Int) {
        for y in CanvasEdgeTests.extremes {
            var picture = Self.letter
            picture.formUnion(Self.letter, at: Point(x: x, y: y))
            picture.blit(Self.letter, at: Point(x: x, y: y))
            let part = picture.cropped(to: Rectangle(x: x, y: y, width: .max, height: .max))
            #expect(part.width <= 4 && part.height <= 5)
            #expect(!picture[x, y] || (x < 4 && y < 5))
        }
    }

    @Test("a lit picture has every pixel lit and nothing below its last row")
    func filled() {
        for height in [1, 64, 65] {
            let picture = MonoBitmap(width: 2, height: height, fill: true)
            expectEqual(art(picture), Array(repeating: "##", count: height).joined(separator: "\n"))
            let bits = picture.withColumnWords { words in words.reduce(0) { $0 + $1.nonzeroBitCount } }
            expectEqual(bits, 2 * height)
        }
        expectEqual(MonoBitmap(width: 2, height: 3, fill: false), MonoBitmap(width: 2, height: 3))
        expectEqual(MonoBitmap(width: 0, height: 3, fill: true).width, 0)
    }
}
