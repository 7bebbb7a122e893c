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

    /// Returns nil: it never changes.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}

/// No content.
///
/// Draws nothing and never changes.
public struct Nothing: Content {
    /// Creates it.
    public init() {}

    /// Draws nothing.
    public func draw(at instant: Instant, into frame: inout Frame) {}

    /// Returns nil: it never changes.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}
