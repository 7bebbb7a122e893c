import PixelGraphics
import Settings
import SignTestSupport
import Testing

@testable import SignHost

@Suite struct ScreenshotTests {
    @Test("a picture is transferred unchanged, in either format")
    func roundTrip() throws {
        var random = SeededRandom(seed: 4)
        for format in [Canvas.Format.mono, .rgb] {
            var frame = Frame(size: Size(width: 7, height: 5), format: format)
            frame.brightness = Brightness(percent: 33)
            for y in 0..<5 {
                for x in 0..<7 {
                    let color = Color(rawValue: UInt32.random(in: 0..<0x100_0000, using: &random))
                    frame.canvas.set(Point(x: x, y: y), to: Ink(Bool.random(using: &random) ? color : .black))
                }
            }
            let line = JSONValue.done(Screenshot(frame: frame, ledColor: Color(rawValue: 0x00FF_2A)).members).line
            let read = try #require(Screenshot(try JSONValue(parsing: Array(line.utf8))))
            expectEqual(art(read.frame.canvas), art(frame.canvas))
            expectEqual(read.frame.canvas.rgb, frame.canvas.rgb)
            #expect(read.frame.brightness == frame.brightness && read.ledColor == Color(rawValue: 0x00FF_2A))
        }
    }

    @Test(
        "an invalid picture is rejected without taking memory",
        arguments: [
            "{}",
            "{\"width\": 2, \"height\": 1, \"mono\": true, \"brightness\": 1, \"led\": \"#ffffff\", \"pixels\": \"AAAA\"}",
            "{\"width\": 1048576, \"height\": 1048576, \"mono\": true, \"brightness\": 1, \"led\": \"#ffffff\", \"pixels\": \"\"}",
            "{\"width\": -1, \"height\": -1, \"mono\": true, \"brightness\": 1, \"led\": \"#ffffff\", \"pixels\": \"AAAA\"}",
            "{\"width\": 1, \"height\": 1, \"mono\": true, \"brightness\": 1, \"led\": \"-fffff\", \"pixels\": \"AAAA\"}x",
        ])
    func noPicture(line: String) {
        #expect((try? JSONValue(parsing: Array(line.utf8))).flatMap { Screenshot($0) } == nil)
    }
}
