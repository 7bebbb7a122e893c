import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

/// Folders of images.
@Suite struct ImageSlidesTests {
    /// A folder of pictures one pixel high, each in a colour of its own.
    private func folder(_ widths: [(name: String, width: Int)]) throws -> URL {
        let folder = try Sample.folder()
        for (number, (name, width)) in widths.enumerated() {
            let color = Color(red: 0, green: 0, blue: UInt8(number + 1))
            let path = folder.appendingPathComponent(name).path
            try PNG.write(RGBBitmap(size: Size(width: width, height: 1), color: color), path: path)
        }
        return folder
    }

    private func read(_ folder: URL, _ order: ImageSlides.Order = .name) throws(ImageFileError) -> [DecodedImage] {
        try ImageSlides.read(path: folder.path + "/", order, ImageFitting())
    }

    /// The number of each picture, by its colour.
    private func numbers(_ images: [DecodedImage]) -> [Int] {
        images.flatMap(\.frames).map { $0.picture.bitmap.pixels.map { Int($0.blue) }.max() ?? 0 }
    }

    @Test("E8: the images of a folder come in an order, each in the middle of the largest one")
    func orders() throws {
        let folder = try folder([("b.png", 4), ("a.PNG", 2), ("c.png", 1), (".hidden.png", 9), ("text.txt", 9)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let images = try read(folder)
        #expect(images.allSatisfy { $0.size == Size(width: 4, height: 1) })
        expectEqual(numbers(images), [2, 1, 3])
        expectEqual((0..<4).map { images[0].frames[0].picture.mask[$0, 0] }, [false, true, true, false])
        for (name, age) in [("a.PNG", 30.0), ("b.png", 10), ("c.png", 20)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 - age)],
                ofItemAtPath: folder.appendingPathComponent(name).path)
        }
        try expectEqual(numbers(read(folder, .newest)), [1, 3, 2])
        let shuffled = try numbers(read(folder, .shuffle))
        expectEqual(shuffled.sorted(), [1, 2, 3])
        try expectEqual(numbers(read(folder, .shuffle)), shuffled)
    }

    @Test("E8: animations of a folder keep their frames and times")
    func animations() throws {
        let folder = try folder([("b.png", 4)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let encoder = try GIFEncoder(size: Size(width: 2, height: 1))
        for (blue, hundredths) in [(UInt8(8), 5), (9, 7)] {
            let color = Color(red: 0, green: 0, blue: blue)
            try encoder.append(RGBBitmap(size: Size(width: 2, height: 1), color: color), hundredths: hundredths)
        }
        try encoder.write(path: folder.appendingPathComponent("a.gif").path)
        let images = try read(folder)
        expectEqual(numbers(images), [8, 9, 1])
        expectEqual(images.map { $0.frames.map(\.milliseconds) }, [[50, 70], [100]])
        #expect(images.allSatisfy { image in image.frames.allSatisfy { $0.picture.bitmap.size == image.size } })
    }

    @Test("E8: many names are shuffled: neither in order nor all the other way round")
    func shuffled() throws {
        let folder = try folder((10..<40).map { ("\($0).png", 1) })
        defer { try? FileManager.default.removeItem(at: folder) }
        let order = try numbers(read(folder, .shuffle))
        expectEqual(order.sorted(), Array(1...30))
        let rises = zip(order, order.dropFirst()).filter { $0 < $1 }.count
        #expect((8...22).contains(rises), "\(order)")
    }

    @Test("E8: an empty folder, a broken image in one, and too many pixels are errors that name the place")
    func refused() throws {
        let folder = try folder([("a.png", 3)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/"
        #expect(Sample.failure { try ImageLoader.probe(path: path) } == nil)
        try Data("broken".utf8).write(to: folder.appendingPathComponent("b.jpg"))
        for failure in [Sample.failure { try read(folder) }, Sample.failure { try ImageLoader.probe(path: path) }] {
            expectEqual(failure?.path, path + "b.jpg")
        }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("b.jpg"))
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("a.png"), to: folder.appendingPathComponent("c.png"))
        let narrow = ImageLimits(maximumSide: 8, maximumPixels: 5, maximumFileBytes: 1_000)
        let large = Sample.failure {
            try ImageSlides.read(path: path, .name, limits: narrow, ImageFitting())
        }
        #expect(
            large?.path == path && large?.reason == "2 frames of 3x1 have more than 5 pixels",
            "\(String(describing: large))")
        for name in ["a.png", "c.png"] { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        expectEqual(
            Sample.failure { try read(folder) }?.reason,
            "the folder has no file that ends in .png, .gif, .jpg, .jpeg or .webp")
        expectEqual(
            Sample.failure { try ImageLoader.probe(path: "/nowhere/at-all/") }?.reason, "No such file or directory")
    }
}
