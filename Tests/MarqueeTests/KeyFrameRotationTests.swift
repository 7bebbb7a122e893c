import Marquee
import PixelGraphics
import SignTestSupport
import Testing

@Suite("The rotation of key frames")
struct KeyFrameRotationTests {
    /// The hook of three columns and two rows, turned about its top left corner in the middle of a canvas.
    private func picture(thousandths: Int) throws -> String {
        var frame = KeyFrame()
        (frame.x, frame.y, frame.rotation) = (4000, 4000, thousandths)
        let hook = Still(ColoredStrip(mask: bitmap("##.\n..#"), ink: .white))
        let content = try #require(
            KeyFrameContent(hook, size: Size(width: 3, height: 2), keyFrames: [frame]))
        var drawn = Frame(size: Size(width: 8, height: 8), format: .mono)
        content.draw(at: .zero, into: &drawn)
        return art(drawn.canvas)
    }

    @Test("E5: a quarter turn goes clockwise, and whole turns more or less change nothing")
    func wholeTurns() throws {
        let turned = """
            ........
            ........
            ........
            ........
            ...#....
            ...#....
            ..#.....
            ........
            """
        for turns in [0, 1, -1, 1000, -25_000_000] {
            try expectEqual(picture(thousandths: 90_000 + turns * 360_000), turned)
        }
    }

    @Test("E5: no angle traps, however large")
    func extremes() throws {
        // 9,223,372,036,854,775,807 mod 360,000 is 55,807.
        try expectEqual(picture(thousandths: .max), picture(thousandths: 55_807))
        try expectEqual(picture(thousandths: .min), picture(thousandths: -55_808))
    }
}
