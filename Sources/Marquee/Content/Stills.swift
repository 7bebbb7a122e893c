import BitmapFonts
import PixelGraphics
import Timelines

/// A fill of the whole area in one ink; never changes.
public struct Fill: Content {
    private let ink: Ink

    /// Creates a fill.
    public init(_ ink: Ink) {
        self.ink = ink
    }

    /// Fills the area.
    public func draw(at instant: Instant, into frame: inout Frame) { frame.canvas.fill(ink) }

    /// Never.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}

/// A band that stands still; only what blinks or is animated in it changes.
public struct Still: Content {
    private let band: Band
    private let point: Point

    /// Creates a still with the band's top left pixel at a point.
    public init(_ band: Band, at point: Point = .zero) {
        self.band = band
        self.point = point
    }

    /// Creates a still that stands in an area of a size by its alignment.
    public init(
        _ band: Band, in size: Size, align: HorizontalAlignment = .left, verticalAlign: VerticalAlignment = .middle
    ) {
        let point = Point(
            x: align.start(free: size.width - band.columns.count) - band.columns.lowerBound,
            y: verticalAlign.start(free: size.height - band.size.height))
        self.init(band, at: point)
    }

    /// Draws the band.
    public func draw(at instant: Instant, into frame: inout Frame) {
        band.draw(at: point, into: &frame.canvas, instant: instant)
    }

    /// Returns when something in it blinks or shows another picture.
    public func nextChange(after instant: Instant) -> Instant? { band.nextLook(after: instant) }
}

/// Nothing to show: a state, not an error.
///
/// Draws nothing and never changes.
public struct Nothing: Content {
    /// Creates it.
    public init() {}

    /// Leaves everything as it is.
    public func draw(at instant: Instant, into frame: inout Frame) {}

    /// Never.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}
