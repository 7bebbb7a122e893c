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

/// A picture of a stream from the network: every pixel of its zone.
///
/// Made once and filled again and again; filling it allocates nothing, and neither does showing it.
package struct StreamPicture: Sendable {
    /// The pixels, row by row from the top, each from the left.
    package private(set) var bitmap: RGBBitmap

    /// Creates a black picture.
    package init(size: Size) { bitmap = RGBBitmap(size: size) }

    /// The extent in pixels.
    package var size: Size { bitmap.size }

    /// Takes pixels from three bytes each, red first; what the bytes lack stays as it was.
    ///
    /// - Parameter start: the first pixel, counted row by row; one that is not there takes nothing.
    package mutating func store(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        bitmap.store(bytes, from: start)
    }

    /// Takes the pixels of another picture of the same size, without sharing its storage.
    package mutating func copy(_ other: StreamPicture) { bitmap.copyPixels(of: other.bitmap) }
}
