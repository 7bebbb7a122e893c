import PixelGraphics
import SignFiles
import SignTestSupport
import Timelines

@testable import SignPlayback

extension SignStage {
    /// Shows a picture of a stream in which `#` is white; the others are black.
    func stream(_ art: String, at milliseconds: Int64) {
        player.showStream(Self.streamed(art), at: instant(milliseconds))
    }

    /// Ends the stream.
    func endStream(at milliseconds: Int64) { player.endStream(at: instant(milliseconds)) }

    /// A picture of a stream, from pixels as text.
    static func streamed(_ art: String) -> RGBBitmap {
        let mask = bitmap(art)
        var bytes: [UInt8] = []
        for y in 0..<mask.height {
            for x in 0..<mask.width { bytes += [UInt8](repeating: mask[x, y] ? 255 : 0, count: 3) }
        }
        var picture = RGBBitmap(size: mask.size)
        bytes.withUnsafeBytes { picture.store($0) }
        return picture
    }
}

/// Pictures of streams, as text.
enum StreamArt {
    /// A frame around 32x8 pixels.
    static let frame = """
        ################################
        #..............................#
        #..............................#
        #..............................#
        #..............................#
        #..............................#
        #..............................#
        ################################
        """
    /// A diagonal on 32x8 pixels.
    static let diagonal = """
        #...............................
        .#..............................
        ..#.............................
        ...#............................
        ....#...........................
        .....#..........................
        ......#.........................
        .......#........................
        """
    /// A block on 16x8 pixels.
    static let block = """
        ................
        .##############.
        .##############.
        .##############.
        .##############.
        .##############.
        .##############.
        ................
        """
}
