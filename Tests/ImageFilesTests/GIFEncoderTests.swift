import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct GIFEncoderTests {
    static let first = Sample.picture("#..\n.#.\n", color: Color(rawValue: 0xFF0000))
    static let second = Sample.picture("#..\n..#\n", color: Color(rawValue: 0xFF0000))

    @Test("Frames, delays and the endless loop read back")
    func roundTrip() throws {
        let animation = try GIF.decode(encode([(Self.first, 7), (Self.second, 300)]))
        expectEqual(animation.size, Size(width: 3, height: 2))
        #expect(animation.loops == nil)
        expectEqual(animation.frames.map(\.milliseconds), [70, 3000])
        expectEqual(Sample.hex(animation.frames[0].picture.bitmap), "ff0000 000000 000000\n000000 ff0000 000000")
        expectEqual(Sample.hex(animation.frames[1].picture.bitmap), "ff0000 000000 000000\n000000 000000 ff0000")
    }

    @Test("The same frames give the same bytes twice")
    func sameBytes() throws {
        let frames = (0..<6).map { (Sample.gradient(width: 30, height: 20, shift: $0), 5) }
        try expectEqual(encode(frames), encode(frames))
    }

    @Test("Pillow reads the same frames, delays and loop")
    func pillowReads() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.gif").path
        let encoder = try GIFEncoder(size: Self.first.size)
        try encoder.append(Self.first, hundredths: 7)
        try encoder.append(Self.second, hundredths: 300)
        try encoder.write(path: path)
        let expected = """
            GIF (3, 2) 2 0
            70
            ff0000 000000 000000
            000000 ff0000 000000
            3000
            ff0000 000000 000000
            000000 000000 ff0000

            """
        try expectEqual(Pillow.run(Self.dump, path), expected)
    }

    @Test("Exact palettes: 256 colours in the file's palette, others in the frame's, all read by Pillow as drawn")
    func palettes() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.gif").path
        // 16x16 different colours fill the file's palette; the next frames have 256 others each.
        let pictures = (0..<3).map { Sample.gradient(width: 16, height: 16, shift: 16 * $0) }
        let bytes = try encode(pictures.map { ($0, 4) })
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let lines = pictures.map { "40\n" + Sample.hex($0) }.joined(separator: "\n")
        try expectEqual(Pillow.run(Self.dump, path), "GIF (16, 16) 3 0\n" + lines + "\n")
        let animation = try GIF.decode(bytes)
        expectEqual(animation.frames.map(\.picture.bitmap), pictures)
    }

    @Test("More than 256 colours in a frame come out near: within 24 of 255 per channel for a 64x64 gradient")
    func quantized() throws {
        let picture = Sample.gradient(width: 64, height: 64)
        let read = try #require(try GIF.decode(encode([(picture, 4)])).frames.first).picture.bitmap
        #expect(Set(read.pixels).count <= 256)
        #expect(Set(read.pixels).count > 200)
        var worst = 0
        for (left, right) in zip(picture.pixels, read.pixels) {
            worst = max(worst, abs(Int(left.red) - Int(right.red)), abs(Int(left.green) - Int(right.green)))
            worst = max(worst, abs(Int(left.blue) - Int(right.blue)))
        }
        #expect(worst <= 24)
    }

    @Test("Equal pictures in a row become one frame with the sum of their times; no time, no frame")
    func merged() throws {
        let animation = try GIF.decode(
            encode([(Self.first, 2), (Self.first, 3), (Self.second, 0), (Self.second, 2), (Self.first, 2)]))
        expectEqual(animation.frames.map(\.milliseconds), [50, 20, 20])
        expectEqual(animation.frames.map(\.picture.bitmap), [Self.first, Self.second, Self.first])
    }

    @Test("A time above 65535 hundredths goes on in further frames of the same picture")
    func longTime() throws {
        let animation = try GIF.decode(encode([(Self.first, 140_000), (Self.second, 2)]))
        expectEqual(animation.frames.map(\.milliseconds), [655_350, 655_350, 89_300, 20])
        expectEqual(animation.frames.map(\.picture.bitmap), [Self.first, Self.first, Self.first, Self.second])
    }

    @Test("A time that would take more frames than the limit is refused, not written endlessly")
    func endlessTime() throws {
        let encoder = try GIFEncoder(size: Self.first.size)
        try encoder.append(Self.first, hundredths: .max)
        try encoder.append(Self.first, hundredths: .max)
        expectEqual(Sample.failure { try encoder.finish() }?.reason, "there are more than 65536 frames")
        // 5 frames of 65535 hundredths are the limit, one hundredth more is too much.
        let limits = ImageLimits(maximumSide: 8, maximumPixels: 64, maximumFrames: 5, maximumFileBytes: 1000)
        for (hundredths, fits) in [(327_675, true), (327_676, false)] {
            let encoder = try GIFEncoder(size: Self.first.size, limits: limits)
            try encoder.append(Self.first, hundredths: hundredths)
            expectEqual(Sample.failure { try encoder.finish() } == nil, fits)
        }
    }

    @Test("Only the changed rectangle of a frame is written")
    func changedRectangle() throws {
        var picture = RGBBitmap(size: Size(width: 40, height: 30))
        let before = picture
        picture[11, 5] = .white
        picture[13, 8] = .white
        let bytes = try encode([(before, 2), (picture, 2)])
        // An image descriptor: 2C, left, top, width and height in 16 bits each, low byte first (GIF89a, 20).
        let descriptor: [UInt8] = [0x2C, 11, 0, 5, 0, 3, 0, 4, 0]
        #expect(bytes.indices.contains { bytes[$0...].starts(with: descriptor) })
    }

    @Test("The file's palette has the fewest bits that hold its colours and the transparent place")
    func fewBits() throws {
        for (colors, bits) in [(1, 1), (2, 2), (3, 2), (4, 3), (15, 4), (16, 5), (255, 8)] {
            var picture = RGBBitmap(size: Size(width: 16, height: 16))
            for place in 0..<256 { picture[place % 16, place / 16] = Color(rawValue: UInt32(place % colors + 1)) }
            let bytes = try encode([(picture, 4)])
            // The lowest bits of the flags in the logical screen descriptor (GIF89a, 18); the palette follows.
            #expect(bytes[10] & 0x87 == 0x80 | UInt8(bits - 1), "\(colors) colours")
            expectEqual(Array(bytes[(13 + 3 * (1 << bits))...].prefix(3)), [0x21, 0xFF, 11])
            expectEqual(try GIF.decode(bytes).frames.first?.picture.bitmap, picture)
        }
    }

    @Test("Pixels that do not change are transparent where that is shorter, and Pillow shows all frames as drawn")
    func sparse() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.gif").path
        let noise = Sample.gradient(width: 15, height: 15)
        var second = noise
        (second[0, 0], second[14, 14]) = (.white, .white)
        let bytes = try encode([(noise, 4), (second, 4), (noise, 4)])
        let alone = try encode([(noise, 4)])
        // Each later frame has two new pixels of 225.
        #expect(bytes.count < alone.count + 2 * 60, "\(bytes.count) \(alone.count)")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let lines = [noise, second, noise].map { "40\n" + Sample.hex($0) }.joined(separator: "\n")
        try expectEqual(Pillow.run(Self.dump, path), "GIF (15, 15) 3 0\n" + lines + "\n")
    }

    @Test("Many colours that are near each other are rounded, by 2 of 255 at most")
    func rounded() throws {
        let pictures = (0..<3).map { number in
            var picture = RGBBitmap(size: Size(width: 30, height: 20))
            for y in 0..<20 {
                for x in 0..<30 {
                    let level = UInt8(x * 8 + number)
                    picture[x, y] = Color(red: level, green: UInt8(min(255, Int(level) + y % 10)), blue: 0)
                }
            }
            return picture
        }
        let frames = try GIF.decode(encode(pictures.map { ($0, 4) })).frames
        expectEqual(frames.count, 3)
        for (frame, picture) in zip(frames, pictures) {
            for (found, drawn) in zip(frame.picture.bitmap.pixels, picture.pixels) {
                #expect(abs(Int(found.red) - Int(drawn.red)) <= 2 && abs(Int(found.green) - Int(drawn.green)) <= 2)
            }
        }
    }

    @Test("Frames of another size, and files without a frame, are errors")
    func misuse() throws {
        let encoder = try GIFEncoder(size: Size(width: 4, height: 4))
        #expect(throws: ImageFileError.self) { try encoder.append(Self.first, hundredths: 1) }
        #expect(throws: ImageFileError.self) { try encoder.finish() }
        #expect(throws: ImageFileError.self) { try GIFEncoder(size: .zero) }
        #expect(throws: ImageFileError.self) { try GIFEncoder(size: Size(width: 70000, height: 1)) }
    }

    private func encode(_ frames: [(RGBBitmap, Int)]) throws -> [UInt8] {
        let encoder = try GIFEncoder(size: frames[0].0.size)
        for (picture, hundredths) in frames { try encoder.append(picture, hundredths: hundredths) }
        return try encoder.finish()
    }

    /// Prints format, size, frames and loop count, then of each frame its milliseconds and pixels.
    static let dump = """
        import sys
        from PIL import Image, ImageSequence
        image = Image.open(sys.argv[1])
        print(image.format, image.size, image.n_frames, image.info['loop'])
        for frame in ImageSequence.Iterator(image):
            print(frame.info['duration'])
            frame = frame.convert('RGB')
            for y in range(frame.height):
                print(' '.join('%02x%02x%02x' % frame.getpixel((x, y)) for x in range(frame.width)))
        """
}
