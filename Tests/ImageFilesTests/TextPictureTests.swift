import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct TextPictureTests {
    @Test("A mono canvas is rows of # and .")
    func mono() {
        var frame = Frame(size: Size(width: 3, height: 2), format: .mono)
        expectEqual(TextPicture.text(frame.canvas), "...\n...\n")
        frame.canvas.fill(Rectangle(x: 1, y: 1, width: 2, height: 1), with: .white)
        expectEqual(TextPicture.text(frame.canvas), "...\n.##\n")
    }

    @Test("Several frames are separated by a blank line; colours but black are lit")
    func several() {
        var frame = Frame(size: Size(width: 2, height: 1), format: .rgb)
        let dark = frame.canvas
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: Ink(Color(rawValue: 0x000001)))
        expectEqual(TextPicture.text([dark, frame.canvas]), "..\n\n#.\n")
    }
}
