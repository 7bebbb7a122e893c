import Foundation
import PixelGraphics
import SignTestSupport

@testable import ImageFiles

/// Files that Pillow has made in a folder, and what Pillow reads from them.
///
/// A script defines `make(folder)`, a generator of the names of files and of what Pillow opens them with; behind each file lies
/// another one with the pixels of all frames, red, green, blue and alpha.
struct DecodedFolder {
    /// What Pillow says of a file.
    struct Expected {
        let name: String
        let size: Size
        /// The ends of all frames in milliseconds.
        let durations: [Int]
        /// How often they are shown; 0 is forever.
        let loops: Int
        let samples: [UInt8]
    }

    let folder: URL
    let files: [Expected]

    private static let listing = """
        import sys
        from PIL import Image, ImageDraw, ImageOps
        \u{0}
        folder = sys.argv[1]
        for name, opened in make(folder):
            frames, durations = [], []
            count = getattr(opened, 'n_frames', 1)
            for number in range(count):
                opened.seek(number)
                opened.load()
                durations.append(str(opened.info.get('duration', 0)))
                frames.append(ImageOps.exif_transpose(opened.convert('RGBA') if count > 1 else opened).convert('RGBA'))
            with open(folder + '/' + name + '.rgba', 'wb') as file:
                for frame in frames: file.write(frame.tobytes())
            print(name, *frames[0].size, opened.info.get('loop', 1) if count > 1 else 1, ','.join(durations))
        """

    init(_ script: String) throws {
        folder = try Sample.folder()
        let lines = try Pillow.run(Self.listing.replacingOccurrences(of: "\u{0}", with: script), folder.path)
        files = try lines.split(separator: "\n").map { [folder] line in
            let words = line.split(separator: " ").map(String.init)
            return Expected(
                name: words[0], size: Size(width: Int(words[1]) ?? 0, height: Int(words[2]) ?? 0),
                durations: words[4].split(separator: ",").map { Int($0) ?? 0 }, loops: Int(words[3]) ?? -1,
                samples: [UInt8](try Data(contentsOf: folder.appendingPathComponent(words[0] + ".rgba"))))
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func bytes(of file: Expected) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(file.name)))
    }
}

extension DecodedFolder.Expected {
    /// The largest distance of a channel of a frame, of what is opaque; nil where something is opaque in one of both alone.
    func distance(of picture: MaskedBitmap, frame: Int) -> Int? {
        guard picture.bitmap.size == size else { return nil }
        var largest = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let start = 4 * ((frame * size.height + y) * size.width + x)
                guard picture.mask[x, y] == (samples[start + 3] >= 128) else { return nil }
                guard picture.mask[x, y] else { continue }
                let found = picture.bitmap[x, y]
                for (channel, value) in [found.red, found.green, found.blue].enumerated() {
                    largest = max(largest, abs(Int(value) - Int(samples[start + channel])))
                }
            }
        }
        return largest
    }

    /// Frame by frame, rows of pixels.
    func rows(frame: Int) -> [[PlainPixel]] {
        (0..<size.height).map { y in
            (0..<size.width).map { x in
                let start = 4 * ((frame * size.height + y) * size.width + x)
                let numbers = samples[start..<start + 4].map(Int.init)
                return PlainPixel(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
            }
        }
    }
}
