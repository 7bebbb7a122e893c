import PixelGraphics
import SignTestSupport
import Testing

@Suite struct RGBBitmapTests {
    static let red = Color(rawValue: 0xFF0000)
    static let blue = Color(rawValue: 0x0000FF)

    @Test("pixels come row by row; missing ones are black, spare ones are dropped")
    func fromPixels() {
        let size = Size(width: 2, height: 2)
        let picture = RGBBitmap(size: size, pixels: [Self.red, Self.blue, Self.white])
        #expect(picture[0, 0] == Self.red && picture[1, 0] == Self.blue)
        #expect(picture[0, 1] == Self.white && picture[1, 1] == .black)
        expectEqual(picture.pixels.count, 4)
        expectEqual(
            RGBBitmap(size: size, pixels: Array(repeating: Self.red, count: 9)),
            RGBBitmap(size: size, color: Self.red))
    }

    static let white = Color.white

    @Test("a crop is the part inside, at any coordinates")
    func crops() {
        let picture = RGBBitmap(
            size: Size(width: 3, height: 2), pixels: [.black, Self.red, Self.blue, .white, .black, Self.red])
        let part = picture.cropped(to: Rectangle(x: 1, y: -4, width: 9, height: 5))
        expectEqual(part, RGBBitmap(size: Size(width: 2, height: 1), pixels: [Self.red, Self.blue]))
        for x in CanvasEdgeTests.extremes {
            let part = picture.cropped(to: Rectangle(x: x, y: x, width: .max, height: .max))
            #expect(part.width <= 3 && part.height <= 2)
        }
    }

    @Test("a copy replaces what it covers")
    func blits() {
        var picture = RGBBitmap(size: Size(width: 3, height: 2))
        picture.blit(RGBBitmap(size: Size(width: 2, height: 2), color: Self.red), at: Point(x: 2, y: -1))
        expectEqual(picture.pixels, [.black, .black, Self.red, .black, .black, .black])
    }
}
