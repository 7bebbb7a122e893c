import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite struct FlippedBitTests {
    private static let limits = ImageLimits(
        maximumSide: 512, maximumPixels: 1 << 16, maximumFrames: 64, maximumFileBytes: 1 << 16)

    @Test(
        "E8: 2,000 pictures of all formats with flipped bits are read within the limits, or refused with the format's name"
    )
    func flipped() throws {
        let seeds = PackageFolder.root.appendingPathComponent("Fuzz/Seeds")
        let paths = try ["FuzzImages", "FuzzJPEG", "FuzzPNG", "FuzzWebP"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: seeds.path + "/" + folder).sorted().map {
                folder + "/" + $0
            }
        }
        var random = SeededRandom(seed: 2_000)
        var outcomes: [String: (read: Int, refused: Int)] = [:]
        for number in 0..<2_000 {
            let path = paths[number % paths.count]
            var bytes = [UInt8](try Data(contentsOf: seeds.appendingPathComponent(path)))
            let name = try #require(ImageFormat.of(bytes)).format.name
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // The first bytes say which format it is.
                bytes[Int.random(in: 12..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            do throws(ImageFileError) {
                let image = try ImageLoader.decode(
                    bytes, limits: Self.limits, fit: .cover, area: Size(width: 9, height: 5))
                #expect(image.size == Size(width: 9, height: 5) && (1...64).contains(image.frames.count))
                #expect(image.frames.allSatisfy { $0.picture.bitmap.size == image.size })
                outcomes[name, default: (0, 0)].read += 1
            } catch {
                #expect(error.format == name && !error.reason.isEmpty, "\(path): \(error)")
                outcomes[name, default: (0, 0)].refused += 1
            }
        }
        expectEqual(outcomes.keys.sorted(), ["GIF", "JPEG", "PNG", "WebP"])
        #expect(outcomes.values.allSatisfy { $0.read > 0 && $0.refused > 0 }, "\(outcomes)")
    }
}
