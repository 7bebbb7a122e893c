import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite struct WebPEncoderTests {
    private let pictures = (0..<3).map { Sample.gradient(width: 19, height: 7, shift: 20 * $0) }

    @Test("Frames, their times and the endless loop read back, here and in Pillow, without loss")
    func roundTrip() throws {
        let encoder = try WebPEncoder(size: Size(width: 19, height: 7))
        for (picture, time) in zip(pictures, [40, 7_000, 100]) { try encoder.append(picture, time: time) }
        try encoder.append(pictures[0], time: 0)
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.webp").path
        try encoder.write(path: path)
        let image = try ImageLoader.read(path: path)
        expectEqual(image.frames.map(\.picture.bitmap), pictures)
        expectEqual(image.frames.map(\.milliseconds), [40, 7_000, 100])
        #expect(image.loops == nil)
        let script = """
            import sys
            from PIL import Image
            image = Image.open(sys.argv[1])
            print(image.info['loop'])
            for number in range(image.n_frames):
                image.seek(number)
                image.load()
                samples = image.convert('RGB').tobytes().hex()
                print(image.info['duration'], *[samples[k:k + 6] for k in range(0, len(samples), 6)])
            """
        let lines = try Pillow.run(script, path).split(separator: "\n")
        let expected = zip(pictures, [40, 7_000, 100]).map { picture, time in
            "\(time) " + Sample.hex(picture).replacingOccurrences(of: "\n", with: " ")
        }
        expectEqual(lines.map(String.init), ["0"] + expected)
    }

    @Test("Equal pictures in a row are one frame, and only what changes takes space")
    func small() throws {
        let size = Size(width: 200, height: 100)
        var random = SeededRandom(seed: 5)
        var picture = RGBBitmap(
            size: size,
            pixels: (0..<20_000).map { _ in Color(rawValue: UInt32.random(in: 0...0xFF_FFFF, using: &random)) })
        let one = try WebPEncoder(size: size)
        try one.append(picture, time: 50)
        let alone = try one.finish().count
        let many = try WebPEncoder(size: size)
        for number in 0..<20 {
            picture[number, 50] = .white
            for _ in 0..<2 { try many.append(picture, time: 50) }
        }
        let bytes = try many.finish()
        try expectEqual(
            ImageLoader.decode(bytes, limits: .standard).frames.map(\.milliseconds),
            Array(repeating: 100, count: 20))
        #expect(bytes.count < 2 * alone, "\(bytes.count) bytes for 20 frames, \(alone) for one")
    }

    @Test("Frames of another size, too many of them, too long a time and files without a frame are errors")
    func refused() throws {
        let encoder = try WebPEncoder(
            size: Size(width: 19, height: 7),
            limits: ImageLimits(maximumSide: 20, maximumPixels: 1_000, maximumFrames: 2, maximumFileBytes: 1_000))
        expectEqual(
            Sample.failure { try encoder.append(Sample.gradient(width: 7, height: 19), time: 1) }?.description,
            "cannot encode WebP: a frame has 7x19 pixels in a file of 19x7. Give all frames the same size.")
        expectEqual(
            Sample.failure { try encoder.finish() }?.reason, "there is no frame that is shown")
        try encoder.append(pictures[0], time: 2_000_000_000)
        expectEqual(Sample.failure { try encoder.append(pictures[1], time: 1_000_000_000) }?.reason, "it is too long")
        expectEqual(
            Sample.failure { try encoder.append(pictures[1], time: 5) }?.reason, "there are more than 2 frames")
        expectEqual(
            Sample.failure { try WebPEncoder(size: Size(width: 9_000, height: 1)) }?.reason,
            "the picture of 9000x1 is larger than 8192 pixels a side")
    }
}
