import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

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
        expectEqual(animation.frames.map(\.hundredths), [10, 10, 10], "10, 0 and 1 hundredth, as browsers show them")
        expectEqual(animation.frames[2].picture.bitmap[0, 0], Color(rawValue: 0x0000FF))
    }

    @Test("E8: other files, empty ones and too large ones are errors that say so")
    func refused() {
        let other = Sample.failure { try ImageLoader.decode(Array("RIFF....WEBP".utf8)) }
        expectEqual(other?.reason, "the file is neither PNG nor GIF")
        let empty = Sample.failure { try ImageLoader.decode([]) }
        expectEqual(empty?.reason, "the file is empty")
        let limits = ImageLimits(maximumSide: 8, maximumPixels: 64, maximumFileBytes: 3)
        let large = Sample.failure { try ImageLoader.decode([1, 2, 3, 4], limits: limits) }
        expectEqual(large?.reason, "the file has more than 3 bytes")
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
        expectEqual(
            Sample.hex(still.frames[0].picture.bitmap),
            Sample.hex(Sample.picked(width: 8, height: 8, columns: [1, 3, 5, 7], rows: [3, 5])))
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
    /// Some columns and rows of a gradient.
    static func picked(width: Int, height: Int, columns: [Int], rows: [Int]) -> RGBBitmap {
        let whole = gradient(width: width, height: height)
        var bitmap = RGBBitmap(size: Size(width: columns.count, height: rows.count))
        for (x, column) in columns.enumerated() {
            for (y, row) in rows.enumerated() { bitmap[x, y] = whole[column, row] }
        }
        return bitmap
    }
}
