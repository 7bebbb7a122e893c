import BitmapFonts
import PixelGraphics
import Timelines

/// A still or animated image at a place, by its own frame delays.
///
/// Which picture is on is worked out from the time since the start, so delays never add up wrongly. Before the start
/// the first picture stands there. Drawing costs O(pixels of the picture) and allocates nothing.
public final class ImageContent: Content {
    private let animation: ImageAnimation
    private let point: Point
    private let start: Instant

    /// Creates content with the image's top left pixel at a point; whatever does not fit is cut off.
    public init(_ animation: ImageAnimation, at point: Point = .zero, start: Instant = .zero) {
        self.animation = animation
        self.point = point
        self.start = start
    }

    /// Creates content that stands in an area of a size by its alignment; what is larger is cut off at both sides of
    /// the middle, or at the other side.
    public convenience init(
        _ animation: ImageAnimation, in size: Size, align: HorizontalAlignment = .center,
        verticalAlign: VerticalAlignment = .middle, start: Instant = .zero
    ) {
        let point = Point(
            x: align.start(free: size.width - animation.size.width),
            y: verticalAlign.start(free: size.height - animation.size.height))
        self.init(animation, at: point, start: start)
    }

    /// Creates content from frames, shown a number of times (nil: forever) from the start on.
    public convenience init(frames: [ImageFrame], loops: Int? = nil, start: Instant = .zero) {
        self.init(ImageAnimation(frames: frames, loops: loops), start: start)
    }

    /// When the last of a limited number of rounds ends; nil for never.
    public var end: Instant? {
        guard let loops = animation.loops else { return nil }
        let length = Int128(animation.duration.count)
        return Instant(nanoseconds: Int64(clamping: Int128(start.nanoseconds) + length * Int128(loops)))
    }

    /// Draws the picture that is on; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        animation.draw(at: point, into: &frame.canvas, instant: instant, start: start)
    }

    /// Returns when the next picture comes.
    public func nextChange(after instant: Instant) -> Instant? { animation.nextChange(after: instant, start: start) }
}
