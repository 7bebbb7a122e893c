import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite("Loading of images")
struct ImageLoaderTests {
    @Test("E8: PNG and GIF are distinguished by their bytes; stills have one frame, animations their delays")
    func formats() throws {
        let picture = Sample.gradient(width: 5, height: 3)
        let still = try ImageLoader.decode(PNG.encode(picture))
        #expect(still.size == Size(width: 5, height: 3) && still.frames.count == 1 && still.loops == 1)
        expectEqual(still.frames.map(\.picture.bitmap), [picture])
        let animation = try ImageLoader.decode(GIFDecoderTests.threeFrames(disposal: 1))
        #expect(animation.size == Size(width: 3, height: 1) && animation.frames.count == 3)
        expectEqual(animation.frames.map(\.milliseconds), [100, 100, 100], "100, 0 and 10 ms, as browsers show them")
        expectEqual(animation.frames[2].picture.bitmap[0, 0], Color(rawValue: 0x0000FF))
    }

    @Test("E8: other files, empty ones and too large ones are errors that say so")
    func refused() {
        let other = Sample.failure { try ImageLoader.decode(Array("....ftypavif".utf8)) }
        expectEqual(other?.reason, "the file is an AVIF image, neither PNG, GIF, JPEG nor WebP")
        let tiff = Sample.failure { try ImageLoader.decode([0x49, 0x49, 42, 0]) }
        expectEqual(
            tiff?.description,
            "cannot decode: the file is a TIFF image, neither PNG, GIF, JPEG nor WebP. Convert it to PNG, GIF, JPEG or WebP."
        )
        expectEqual(
            Sample.failure { try ImageLoader.decode(Array("plain".utf8)) }?.reason,
            "the file is neither PNG, GIF, JPEG nor WebP")
        let empty = Sample.failure { try ImageLoader.decode([]) }
        expectEqual(empty?.reason, "the file is empty")
        let limits = ImageLimits(maximumSide: 8, maximumPixels: 64, maximumFileBytes: 3)
        let large = Sample.failure { try ImageLoader.decode([1, 2, 3, 4], limits: limits) }
        expectEqual(large?.reason, "it has more than 3 bytes")
    }

    @Test("docs/effects.md names the formats")
    func documentation() throws {
        let page = try String(contentsOf: PackageFolder.root.appendingPathComponent("docs/effects.md"), encoding: .utf8)
        #expect(page.contains("\n\(ImageFormat.names(joinedBy: "and")) files, still or animated, are content"))
    }

    @Test("E8: a pipe is refused at once, a missing file and a folder too, each with its path")
    func files() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe").path
        expectEqual(mkfifo(pipe, 0o600), 0)
        let waiting = Sample.failure { try ImageLoader.read(path: pipe) }
        #expect(waiting?.path == pipe && waiting?.reason == "it is a FIFO, not a regular file")
        let missing = Sample.failure { try ImageLoader.read(path: pipe + "x") }
        expectEqual(missing?.reason, "No such file or directory")
        expectEqual(Sample.failure { try ImageLoader.read(path: folder.path) }?.reason, "Is a directory")
        let path = folder.appendingPathComponent("a.png").path
        try PNG.write(Sample.gradient(width: 2, height: 2), path: path)
        try expectEqual(ImageLoader.read(path: path).size, Size(width: 2, height: 2))
    }

    @Test("E8: rounds are counted as browsers do: none given is once, 0 is forever, n is n repetitions")
    func loops() throws {
        func file(_ loops: [UInt8]?) -> [UInt8] {
            var bytes = GIFDecoderTests.threeFrames(disposal: 1)
            guard let loops else { return bytes }
            var block: [UInt8] = [0x21, 0xFF, 11]
            block += Array("NETSCAPE2.0".utf8)
            block += [3, 1, loops[0], loops[1], 0] as [UInt8]
            // Behind the header of 13 bytes and the palette of 12.
            bytes.insert(contentsOf: block, at: 25)
            return bytes
        }
        try expectEqual(ImageLoader.decode(file(nil)).loops, 1)
        #expect(try ImageLoader.decode(file([0, 0])).loops == nil)
        try expectEqual(ImageLoader.decode(file([4, 1])).loops, 261)
    }

    @Test("E8: images are brought to the size of the area while they are read, stills and animations")
    func fitted() throws {
        let area = Size(width: 4, height: 2)
        let still = try ImageLoader.decode(
            PNG.encode(Sample.gradient(width: 8, height: 8)), fit: .cover, area: area)
        let whole = Sample.gradient(width: 8, height: 8)
        Sample.expect(still.frames[0].picture, isScaled: (2..<6).map { y in (0..<8).map { PlainPixel(whole[$0, y]) } })
        let animation = try ImageLoader.decode(
            GIFDecoderTests.threeFrames(disposal: 1), fit: .stretch, area: Size(width: 6, height: 2))
        expectEqual(animation.size, Size(width: 6, height: 2))
        let red = Color(rawValue: 0xFF0000)
        let green = Color(rawValue: 0x00FF00)
        let second = animation.frames[1].picture.bitmap
        expectEqual((0..<6).map { second[$0, 1] }, [red, red, green, green, red, red])
        expectEqual(animation.frames[1].picture.mask, MonoBitmap(width: 6, height: 2, fill: true))
    }

    @Test("E8: a large animation needs no more than what is kept of it, and painting without end is refused")
    func limits() throws {
        let frames = GIFDecoderTests.threeFrames(disposal: 3)
        let few = ImageLimits(maximumSide: 8, maximumPixels: 6, maximumFileBytes: 1000)
        #expect(throws: ImageFileError.self) { try ImageLoader.decode(frames, limits: few) }
        let kept = try ImageLoader.decode(frames, limits: few, fit: .stretch, area: Size(width: 1, height: 1))
        #expect(kept.frames.count == 3 && kept.size == Size(width: 1, height: 1))
        // Twenty frames of 1600 pixels that all change; 16 times the most pixels may be painted.
        let encoder = try GIFEncoder(size: Size(width: 40, height: 40))
        for shift in 0..<20 { try encoder.append(Sample.gradient(width: 40, height: 40, shift: shift), hundredths: 5) }
        let bytes = try encoder.finish()
        let narrow = ImageLimits(maximumSide: 40, maximumPixels: 1600, maximumFileBytes: 100_000)
        let busy = Sample.failure {
            try ImageLoader.decode(bytes, limits: narrow, fit: .stretch, area: Size(width: 1, height: 1))
        }
        expectEqual(busy?.reason, "its frames paint more than 25600 pixels")
    }

    @Test("E8: a PNG file is reduced while it is read, the same interlaced and cropped, by means of linear light")
    func reduced() throws {
        var random = SeededRandom(seed: 51)
        let rows = (0..<19).map { _ in
            (0..<23).map { _ in (0..<4).map { _ in Int.random(in: 0...255, using: &random) } }
        }
        let pixels = rows.map { $0.map { PlainPixel(red: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) } }
        let area = Size(width: 7, height: 4)
        for isInterlaced in [false, true] {
            let bytes = PlainPNG(type: .rgbAlpha, depth: 8, isInterlaced: isInterlaced, rows: rows).bytes
            for fit in ImageFit.allCases {
                let read = try ImageLoader.decode(bytes, fit: fit, area: area).frames[0].picture
                let part = fit.part(of: Size(width: 23, height: 19), in: area)
                expectEqual(read.bitmap.size, fit.size(of: Size(width: 23, height: 19), in: area))
                Sample.expect(
                    read, isScaled: (part.y..<part.maxY).map { y in Array(pixels[y][part.x..<part.maxX]) })
            }
            let whole = try ImageLoader.decode(bytes).frames[0].picture
            Sample.expect(whole, isScaled: pixels)
        }
    }

    @Test("E8: only what is kept of a PNG file counts, so a large one that is scaled down is read")
    func keptAlone() throws {
        let bytes = try PNG.encode(RGBBitmap(size: Size(width: 60, height: 50), color: .white))
        let limits = ImageLimits(maximumSide: 64, maximumPixels: 200, maximumFileBytes: 10_000)
        let small = try ImageLoader.decode(bytes, limits: limits, fit: .contain, area: Size(width: 16, height: 8))
        expectEqual(small.size, Size(width: 10, height: 8))
        expectEqual(small.frames[0].picture.bitmap, RGBBitmap(size: small.size, color: .white))
        expectEqual(
            Sample.failure { try ImageLoader.decode(bytes, limits: limits) }?.description,
            "cannot decode PNG: the picture of 60x50 has more than 200 pixels. Scale it down or fit it to its area (fit: contain)."
        )
    }

    @Test("E8: a probe knows from the beginning of a file what it is, and whether it is too large")
    func probe() throws {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.png").path
        try PNG.write(RGBBitmap(size: Size(width: 3000, height: 2500)), path: path)
        expectEqual(
            Sample.failure { try ImageLoader.probe(path: path) }?.reason,
            "the picture of 3000x2500 has more than 6291456 pixels (28.7 MiB of memory)")
        #expect(
            Sample.failure { try ImageLoader.probe(path: path, ImageFitting(.contain, Size(width: 64, height: 32))) }
                == nil)
        try Data([0x49, 0x49, 42, 0]).write(to: URL(fileURLWithPath: path))
        expectEqual(
            Sample.failure { try ImageLoader.probe(path: path) }?.reason,
            "the file is a TIFF image, neither PNG, GIF, JPEG nor WebP")
    }

    @Test("E8: any thread may load, and what it loaded may be handed over")
    func threads() async throws {
        let bytes = try PNG.encode(Sample.gradient(width: 9, height: 9))
        let sizes = try await withThrowingTaskGroup(of: DecodedImage.self) { group in
            for _ in 0..<8 { group.addTask { try ImageLoader.decode(bytes) } }
            return try await group.reduce(into: []) { $0.append($1.size) }
        }
        expectEqual(sizes, Array(repeating: Size(width: 9, height: 9), count: 8))
    }
}

extension Sample {
    /// Expects a picture to be what plain scaling makes of rows.
    static func expect(_ picture: MaskedBitmap, isScaled rows: [[PlainPixel]]) {
        for (y, line) in PlainScaling.scale(rows, to: picture.bitmap.size).enumerated() {
            for (x, pixel) in line.enumerated() {
                #expect(picture.mask[x, y] == (pixel != nil), "at \(x),\(y)")
                guard let pixel else { continue }
                let found = picture.bitmap[x, y]
                let distance = max(
                    abs(Double(found.red) - pixel.red), abs(Double(found.green) - pixel.green),
                    abs(Double(found.blue) - pixel.blue))
                #expect(distance < 0.6, "at \(x),\(y): \(found), not \(pixel)")
            }
        }
    }
}
