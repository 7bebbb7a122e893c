import BitmapFonts
import PixelGraphics
import Timelines

/// A strip that stands still; only what blinks or is animated in it changes.
public struct Still: Content {
    private let strip: ColoredStrip
    private let point: Point

    /// Creates a still with the strip's top left pixel at a point.
    public init(_ strip: ColoredStrip, at point: Point = .zero) {
        self.strip = strip
        self.point = point
    }

    /// Creates a still that stands in an area of a size by its alignment.
    public init(
        _ strip: ColoredStrip, in size: Size, align: HorizontalAlignment = .left,
        verticalAlign: VerticalAlignment = .middle
    ) {
        let point = Point(
            x: align.start(free: size.width - strip.columns.count) - strip.columns.lowerBound,
            y: verticalAlign.start(free: size.height - strip.size.height))
        self.init(strip, at: point)
    }

    /// Draws the strip.
    public func draw(at instant: Instant, into frame: inout Frame) {
        strip.draw(at: point, into: &frame.canvas, instant: instant)
    }

    /// Returns when something in it blinks or shows another picture.
    public func nextChange(after instant: Instant) -> Instant? { strip.nextLook(after: instant) }
}
