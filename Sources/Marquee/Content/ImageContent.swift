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

    /// Creates content from frames, shown so often (nil for ever) from the start on.
    public convenience init(frames: [ImageFrame], loops: Int? = nil, start: Instant = .zero) {
        self.init(ImageAnimation(frames: frames, loops: loops), start: start)
    }

    /// When the last of a limited number of rounds ends; nil for never.
    public var end: Instant? {
        guard let loops = animation.loops else { return nil }
        return Instant(nanoseconds: Int64(clamping: Int128(start.nanoseconds) + length * Int128(loops)))
    }

    /// Draws the picture that is on; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        guard !animation.plates.isEmpty else { return }
        let plate = animation.plates[position(at: instant).number]
        let columns = 0..<plate.picture.width
        if frame.canvas.format == .rgb {
            frame.canvas.draw(plate.picture, mask: plate.mask, columns: columns, at: point)
        } else {
            frame.canvas.stamp(plate.mask, columns: columns, at: point, ink: .dark)
            frame.canvas.stamp(plate.lit, columns: columns, at: point, ink: .white)
        }
    }

    /// Returns when the next picture comes.
    public func nextChange(after instant: Instant) -> Instant? {
        guard animation.plates.count > 1 else { return nil }
        let now = position(at: instant)
        if let loops = animation.loops, now.round >= Int128(loops) - 1, now.number == animation.plates.count - 1 {
            return nil
        }
        let time = now.round * length + Int128(animation.plates[now.number].end.count)
        let next = Int64(clamping: Int128(start.nanoseconds) + time)
        return next > instant.nanoseconds ? Instant(nanoseconds: next) : nil
    }

    /// The time of one round.
    private var length: Int128 { Int128(animation.duration.count) }

    /// Returns the round and the picture that is on; the first before the start, the last after the last round.
    private func position(at instant: Instant) -> (round: Int128, number: Int) {
        let elapsed = Int128(instant.nanoseconds) - Int128(start.nanoseconds)
        guard elapsed > 0, animation.plates.count > 1 else { return (0, 0) }
        let round = elapsed / length
        if let loops = animation.loops, round >= Int128(loops) {
            return (Int128(loops) - 1, animation.plates.count - 1)
        }
        let rest = Int64(elapsed % length)
        var (low, high) = (0, animation.plates.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if animation.plates[middle].end.count > rest { high = middle } else { low = middle + 1 }
        }
        return (round, low)
    }
}
