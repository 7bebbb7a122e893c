import PixelGraphics
import SignTestSupport
import Testing

/// Pictures of at most 256 colours look as whole ones do.
@Suite struct IndexedBitmapTests {
    /// A picture of some colours, of which every fifth pixel is transparent.
    private func picture(colors: Int, size: Size = Size(width: 37, height: 9)) -> (picture: RGBBitmap, mask: MonoBitmap)
    {
        var (picture, mask) = (RGBBitmap(size: size), MonoBitmap(size: size))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = y * size.width + x
                mask[x, y] = place % 5 != 0
                if mask[x, y] { picture[x, y] = Color(rawValue: UInt32(place % colors) * 0x01_3577) }
            }
        }
        return (picture, mask)
    }

    @Test("each pixel is kept, up to 256 colours and transparent ones among them")
    func pixels() throws {
        for colors in [1, 2, 200, 255] {
            let (picture, mask) = picture(colors: colors)
            let indexed = try #require(IndexedBitmap(picture, mask: mask))
            #expect(indexed.expanded == (picture, mask), "\(colors) colours")
            expectEqual(indexed.byteCount, 37 * 9 + 4 * indexed.palette.count)
        }
        let many = RGBBitmap(size: Size(width: 257, height: 1), pixels: (0..<257).map { Color(rawValue: $0) })
        #expect(IndexedBitmap(many, mask: nil) == nil)
        #expect(IndexedBitmap(many.cropped(to: Rectangle(x: 0, y: 0, width: 256, height: 1)), mask: nil) != nil)
    }

    @Test("what is drawn is the same at every place, in both formats, in areas and on layers")
    func drawing() throws {
        let (picture, mask) = picture(colors: 90)
        let indexed = try #require(IndexedBitmap(picture, mask: mask))
        for format in [Canvas.Format.mono, .rgb] {
            for (x, y) in [(0, 0), (-30, -4), (3, 2), (25, 6), (100, 0)] {
                for columns in [0..<37, 5..<20, -3..<50] {
                    var (first, second) = (canvas(format), canvas(format))
                    let area = Rectangle(x: 2, y: 1, width: 30, height: 7)
                    first.withArea(area) { $0.draw(indexed, columns: columns, at: Point(x: x, y: y)) }
                    second.withArea(area) { $0.draw(picture, mask: mask, columns: columns, at: Point(x: x, y: y)) }
                    expectEqual(first.rgb, second.rgb)
                    expectEqual(first.mono, second.mono)
                    expectEqual(first.coverage, second.coverage)
                }
            }
        }
    }

    /// A canvas on which something is drawn already.
    private func canvas(_ format: Canvas.Format) -> Canvas {
        var canvas = Canvas(size: Size(width: 40, height: 10), format: format, tracksCoverage: true)
        canvas.fill(Rectangle(x: 0, y: 0, width: 20, height: 10), with: .white)
        return canvas
    }

    @Test("places without a colour, and too few or too many of them, are refused")
    func refused() {
        let size = Size(width: 2, height: 1)
        #expect(IndexedBitmap(size: size, places: [0, 1], palette: [0, 0xFF00_0001]) != nil)
        #expect(IndexedBitmap(size: size, places: [0, 2], palette: [0, 0xFF00_0001]) == nil)
        #expect(IndexedBitmap(size: size, places: [0], palette: [0]) == nil)
        #expect(IndexedBitmap(size: size, places: [0, 0], palette: [UInt32](repeating: 0, count: 257)) == nil)
    }
}
