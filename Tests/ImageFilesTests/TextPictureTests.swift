import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct TextPictureTests {
    @Test("A mono canvas is rows of # and .")
    func mono() {
        var frame = Frame(size: Size(width: 3, height: 2), format: .mono)
        expectEqual(frame.canvas.text, "...\n...\n")
        frame.canvas.fill(Rectangle(x: 1, y: 1, width: 2, height: 1), with: .white)
        expectEqual(frame.canvas.text, "...\n.##\n")
    }

    @Test("Colours but black are lit")
    func colors() {
        var frame = Frame(size: Size(width: 2, height: 1), format: .rgb)
        let dark = frame.canvas
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: Ink(Color(rawValue: 0x000001)))
        expectEqual([dark.text, frame.canvas.text], ["..\n", "#.\n"])
    }
}
