import Foundation
import ImageFiles
import Marquee
import PixelGraphics
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@Suite("Images out of files")
struct ImageLoadingTests {
    @Test("E8: a GIF file is shown by its own delays, in mono and RGB")
    func animation() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString).gif")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let size = Size(width: 4, height: 1)
        let encoder = try GIFEncoder(size: size)
        for (place, hundredths) in [(0, 3), (1, 1), (2, 20)] {
            var bitmap = RGBBitmap(size: size)
            bitmap[place, 0] = .white
            try encoder.append(bitmap, hundredths: hundredths)
        }
        try encoder.write(path: path)
        let content = Still(ColoredStrip(try ImageAnimation.read(path: path, ImageFitting(.stretch, size))))
        for format in [Canvas.Format.mono, .rgb] {
            // Frames of 1 hundredth are shown for 10.
            for (time, picture) in [
                (0, "#..."), (29, "#..."), (30, ".#.."), (129, ".#.."), (130, "..#."), (330, "#..."),
            ] {
                var frame = Frame(size: size, format: format)
                content.draw(at: .zero + .milliseconds(Int64(time)), into: &frame)
                expectEqual(art(frame.canvas), picture, "\(time) ms")
            }
        }
        expectEqual(content.nextChange(after: .zero + .milliseconds(30)), .zero + .milliseconds(130))
    }

    @Test("E8: a missing image is an error with its path")
    func missing() {
        #expect(throws: ImageFileError.self) { try ImageAnimation.read(path: "/nowhere/a.png") }
    }
}
