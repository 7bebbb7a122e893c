import Marquee
import PixelGraphics
import Timelines

/// The newest picture of a stream as content: it changes when another one comes, and never by time.
///
/// It has no revision of its own: a new picture is no reason to decide anything, and the player counts those that are seen.
final class StreamContent: Content {
    private var picture: RGBBitmap

    /// Creates black content.
    init(size: Size) { picture = RGBBitmap(size: size) }

    /// Shows another picture; allocates only where its size is another one than that of the last.
    func take(_ new: StreamPicture) {
        if new.size != picture.size { picture = RGBBitmap(size: new.size) }
        picture.copyPixels(of: new.bitmap)
    }

    /// Draws the picture at the top left of the area; a mono panel is lit where it is at least half as bright as white.
    func draw(at instant: Instant, into frame: inout Frame) {
        frame.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
    }

    func nextChange(after instant: Instant) -> Instant? { nil }
}
