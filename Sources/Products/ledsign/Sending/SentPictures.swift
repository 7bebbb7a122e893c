import ArgumentParser
import Boards
import ImageFiles
import LinuxHardware
import LinuxSystem
import PixelGraphics
import Schedules
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// What `ledsign send` sends: a picture, the frames of a GIF, or a sign, as a function of time.
enum SentPictures {
    /// Pictures in turn, each for some milliseconds, again and again.
    case image([(bytes: [UInt8], milliseconds: Int)], size: Size)
    case sign(OfflineRenderer)

    /// Whether a file is that of a sign, and not an image, by the end of its name; a sign has no size of its own.
    static func isSign(_ path: String, size: Size?) throws -> Bool {
        switch path.split(separator: ".").last?.lowercased() {
        case let ending? where ImageFormat.endings.contains(ending): return false
        case "yaml", "yml":
            guard size == nil else {
                throw ValidationError("a sign has the size of its board: leave out --size, or give --board")
            }
            return true
        default:
            let endings = (ImageFormat.endings + ["yaml"]).map { "." + $0 }.listed("or")
            throw ValidationError("expected a file that ends in \(endings), not \(path)")
        }
    }

    /// Reads a file; an image is fitted to the size of a display, or keeps its own.
    static func read(_ path: String, size: Size?, board: BoardChoice) throws -> SentPictures {
        guard try isSign(path, size: size) else {
            return image(try ImageLoader.read(path: path, fit: .contain, area: size), in: size)
        }
        let (file, board) = try SignFileLoader.load(path, boards: board.resolver)
        let now = SystemWallClock().reading(at: SystemMonotonicClock().now).wall
        return .sign(try OfflineRenderer(file, board: board, start: now))
    }

    private static func image(_ image: DecodedImage, in size: Size?) -> SentPictures {
        let size = size ?? image.size
        let pictures = image.frames.map { frame -> (bytes: [UInt8], milliseconds: Int) in
            var whole = RGBBitmap(size: size)
            let picture = frame.picture.bitmap
            let (left, top) = ((size.width - picture.width) / 2, (size.height - picture.height) / 2)
            for y in 0..<picture.height {
                for x in 0..<picture.width { whole[left + x, top + y] = picture[x, y] }
            }
            return (bytes(of: whole), frame.milliseconds)
        }
        return .image(pictures, size: size)
    }

    var size: Size {
        switch self {
        case .image(_, let size): size
        case .sign(let renderer): renderer.board.size
        }
    }

    /// The bytes of a canvas, red, green and blue of each pixel.
    static func bytes(of bitmap: RGBBitmap) -> [UInt8] { bitmap.pixels.flatMap { [$0.red, $0.green, $0.blue] } }

    /// The same of a frame; lit pixels of a mono canvas are white.
    static func bytes(of canvas: Canvas) -> [UInt8] {
        guard canvas.format == .mono else { return bytes(of: canvas.rgb) }
        return (0..<canvas.size.height).flatMap { y in
            (0..<canvas.size.width).flatMap { x in [UInt8](repeating: canvas.mono[x, y] ? 255 : 0, count: 3) }
        }
    }
}
