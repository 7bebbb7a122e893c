import PixelGraphics
import Timelines

/// Content whose time is not that of the sign; see ``TimePath``.
public final class PacedContent: Content {
    private let inner: any Content
    private let path: TimePath

    /// Creates content.
    public init(_ inner: any Content, _ path: TimePath) {
        self.inner = inner
        self.path = path
    }

    /// That of the inner content and of the cadence.
    public var revision: Int { inner.revision + path.revision }

    /// Draws the inner content at its own instant.
    public func draw(at instant: Instant, into frame: inout Frame) { inner.draw(at: path.inner(instant), into: &frame) }

    /// Returns when the inner content's next change is seen.
    public func nextChange(after instant: Instant) -> Instant? {
        inner.nextChange(after: path.inner(instant)).flatMap { path.outer($0, after: instant) }
    }
}
