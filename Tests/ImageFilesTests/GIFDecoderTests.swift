import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite struct GIFDecoderTests {
    /// A GIF of literal bytes: a screen of 3x1 with the palette black, red, green, blue, and three frames.
    ///
    /// Frame 1 paints red, red, red and stays; frame 2 paints green on the middle and is disposed of by `disposal`;
    /// frame 3 paints blue on the left, with one transparent pixel right of it. Codes of 2 bits: clear is 4, end is 5.
    static func threeFrames(disposal: UInt8) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [3, 0, 1, 0, 0x91, 0, 0]
        bytes += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        // Clear, 1, 1, 1, end in 3-bit codes, low bits first: 100 001 001 001 101.
        bytes += [0x21, 0xF9, 4, 1 << 2, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 3, 0, 1, 0, 0, 2, 2, 0x4C, 0x52, 0]
        // Clear, 2, end: 100 010 101.
        bytes += [0x21, 0xF9, 4, disposal << 2, 0, 0, 0, 0, 0x2C, 1, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x54, 0x01, 0]
        // Clear, 3, 0, end: 100 011 000 101; place 0 is transparent.
        bytes += [0x21, 0xF9, 4, 1 << 2 | 1, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x1C, 0x0A, 0]
        return bytes + [0x3B]
    }

    @Test(
        "Disposals keep, clear or restore what a frame covered",
        arguments: [
            (0, "0000ff 00ff00 ff0000"), (1, "0000ff 00ff00 ff0000"), (2, "0000ff ...... ff0000"),
            (3, "0000ff ff0000 ff0000"),
        ])
    func disposal(code: Int, third: String) throws {
        let animation = try GIF.decode(Self.threeFrames(disposal: UInt8(code)))
        let frames = animation.frames.map { frame in
            (0..<3).map { x in
                frame.picture.mask[x, 0]
                    ? String(String(frame.picture.bitmap[x, 0].rawValue | 0x1000000, radix: 16).dropFirst()) : "......"
            }.joined(separator: " ")
        }
        expectEqual(frames, ["ff0000 ff0000 ff0000", "ff0000 00ff00 ff0000", third])
        #expect(animation.loops == 1)
    }

    @Test("Delays of 0 and 1 hundredth are shown for 10")
    func delays() throws {
        let animation = try GIF.decode(Self.threeFrames(disposal: 1))
        expectEqual(animation.frames.map(\.milliseconds), [100, 100, 100])
    }

    @Test("Interlaced, transparent and clearing files of Pillow are seen as Pillow sees them")
    func pillowWrites() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.gif").path
        let script = """
            import sys
            from PIL import Image, ImageSequence
            frames = []
            for k in range(4):
                frame = Image.new('RGBA', (11, 19))
                for y in range(19):
                    for x in range(11):
                        frame.putpixel((x, y), (x * 20, y * 13, k * 60, 255 if (x + y + k) % 3 else 0))
                frames.append(frame)
            frames[0].save(sys.argv[1], save_all=True, append_images=frames[1:], interlace=1, disposal=2,
                duration=[20, 30, 40, 50], loop=3)
            image = Image.open(sys.argv[1])
            for frame in ImageSequence.Iterator(image):
                frame = frame.convert('RGBA')
                for y in range(19):
                    print(' '.join('%02x%02x%02x' % frame.getpixel((x, y))[:3] if frame.getpixel((x, y))[3] else '......'
                        for x in range(11)))
            """
        let expected = try Pillow.run(script, path)
        let animation = try ImageLoader.read(path: path)
        var text = ""
        for frame in animation.frames {
            for y in 0..<19 {
                text +=
                    (0..<11).map { x in
                        frame.picture.mask[x, y]
                            ? String(String(frame.picture.bitmap[x, y].rawValue | 0x1000000, radix: 16).dropFirst())
                            : "......"
                    }.joined(separator: " ") + "\n"
            }
        }
        expectEqual(text, expected)
        #expect(text.contains("......"))
        expectEqual(animation.frames.map(\.milliseconds), [20, 30, 40, 50])
        expectEqual(animation.loops, 4)
    }

    @Test("A file cut off anywhere gives the whole frames or an error with the byte offset")
    func truncated() throws {
        let bytes = Self.threeFrames(disposal: 3)
        for count in 0..<bytes.count {
            do throws(ImageFileError) {
                let frames = try GIF.decode(Array(bytes[..<count])).frames.count
                #expect((1...3).contains(frames))
            } catch {
                #expect(error.format == "GIF" && error.reason.contains("byte"), "\(error)")
            }
        }
        #expect(throws: ImageFileError.self) { try GIF.decode(Array("GIF89a".utf8) + [3, 0, 1, 0, 0, 0, 0, 0x3B]) }
    }

    @Test("Changed bytes give frames or an error, never a trap")
    func mutated() throws {
        var outcomes = (decoded: 0, refused: 0)
        let literal = Self.threeFrames(disposal: 2)
        for index in literal.indices {
            for value in UInt8.min...UInt8.max {
                var changed = literal
                changed[index] = value
                check(changed, &outcomes)
            }
        }
        let encoder = try GIFEncoder(size: Size(width: 20, height: 10))
        for shift in 0..<3 {
            try encoder.append(Sample.gradient(width: 20, height: 10, shift: shift), hundredths: 2)
        }
        let bytes = try encoder.finish()
        var random = SeededRandom(seed: 11)
        for _ in 0..<3000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            check(changed, &outcomes)
        }
        #expect(outcomes.decoded > 0 && outcomes.refused > 0)
    }

    /// Checks that bytes give frames of one size within the limits, or an error of the format, and counts which.
    private func check(_ bytes: [UInt8], _ outcomes: inout (decoded: Int, refused: Int)) {
        do throws(ImageFileError) {
            let animation = try GIF.decode(bytes, limits: Self.small)
            outcomes.decoded += 1
            let isSound = animation.frames.allSatisfy { frame in
                frame.picture.bitmap.size == animation.size && frame.picture.mask.size == animation.size
            }
            #expect(isSound && !animation.frames.isEmpty && animation.size.width <= Self.small.maximumSide)
        } catch {
            outcomes.refused += 1
            #expect(error.format == "GIF" && error.operation == .decode)
        }
    }

    @Test("A huge screen, a huge frame and too many frames are refused before memory is taken")
    func limits() throws {
        let header = Array("GIF89a".utf8)
        let screen = Sample.failure {
            try GIF.decode(header + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x3B])
        }
        expectEqual(screen?.reason.contains("65535x65535"), true)
        var frame = Self.threeFrames(disposal: 1)
        frame[6 + 7 + 12 + 8 + 5] = 0xFF
        frame[6 + 7 + 12 + 8 + 6] = 0xFF
        let wide = Sample.failure { try GIF.decode(frame) }
        expectEqual(wide?.reason.contains("65535x1"), true)
        let limits = ImageLimits(maximumSide: 8, maximumPixels: 6, maximumFileBytes: 1000)
        let many = Sample.failure {
            try GIF.decode(Self.threeFrames(disposal: 1), limits: limits)
        }
        expectEqual(many?.reason, "3 frames of 3x1 have more than 6 pixels")
        let few = ImageLimits(maximumSide: 8, maximumPixels: 100, maximumFrames: 2, maximumFileBytes: 1000)
        let third = Sample.failure { try GIF.decode(Self.threeFrames(disposal: 1), limits: few) }
        expectEqual(third?.reason, "there are more than 2 frames")
    }

    @Test("A file of more bytes than the limit is refused, with its path")
    func fileLimit() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("a.gif")
        try Data(Self.threeFrames(disposal: 1)).write(to: url)
        let limits = ImageLimits(maximumSide: 8, maximumPixels: 100, maximumFileBytes: 20)
        let error = Sample.failure { try ImageLoader.read(path: url.path, limits: limits) }
        #expect(error?.path == url.path && error?.reason == "it has more than 20 bytes")
    }

    static let small = ImageLimits(maximumSide: 300, maximumPixels: 1 << 16, maximumFileBytes: 1 << 16)
}
