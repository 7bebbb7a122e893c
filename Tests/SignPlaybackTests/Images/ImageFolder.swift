import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport

/// A folder of images for one test, gone with it.
final class ImageFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes an endless GIF file with frames given as art; returns its path.
    @discardableResult
    func gif(_ name: String, _ frames: [(art: String, hundredths: Int)], color: Color = .white) throws -> String {
        let bytes = try Self.gif(frames, color: color)
        // In one step, as programs should save what others read.
        try Data(bytes).write(to: url.appendingPathComponent(name), options: .atomic)
        return path(name)
    }

    /// Writes a PNG file of art; returns its path.
    @discardableResult
    func png(_ name: String, _ art: String, color: Color = .white) throws -> String {
        try PNG.write(Self.picture(art, color: color), path: path(name))
        return path(name)
    }

    static func gif(_ frames: [(art: String, hundredths: Int)], color: Color = .white) throws -> [UInt8] {
        let pictures = frames.map { (picture($0.art, color: color), $0.hundredths) }
        let encoder = try GIFEncoder(size: pictures.first?.0.size ?? Size(width: 1, height: 1))
        for (picture, hundredths) in pictures { try encoder.append(picture, hundredths: hundredths) }
        return try encoder.finish()
    }

    static func picture(_ art: String, color: Color) -> RGBBitmap {
        let mask = bitmap(art)
        var picture = RGBBitmap(size: mask.size)
        for y in 0..<mask.height { for x in 0..<mask.width where mask[x, y] { picture[x, y] = color } }
        return picture
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
