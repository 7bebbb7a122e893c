import PixelGraphics
import Timelines

/// The part of a wall of signs that one sign shows: content that is laid out for the whole wall, seen through a window, on
/// the time line that all signs of the wall share (``WallEpoch``).
///
/// The content lives on shared instants: whoever changes it gives them (`shared`).
public final class WallContent: DirectedContent {
    /// Where the sign is on the wall.
    public let window: Rectangle
    /// The extent of the whole wall in pixels.
    public let size: Size
    /// The time line of the wall.
    public private(set) var epoch: WallEpoch
    /// The content of the whole wall.
    public let inner: any Content
    private let directed: (any DirectedContent)?
    private var ownRevision = 0

    /// Looks at content of a wall.
    public init(_ inner: any Content, size: Size, window: Rectangle, epoch: WallEpoch) {
        self.inner = inner
        directed = inner as? any DirectedContent
        self.size = size
        self.window = window
        self.epoch = epoch
    }

    /// Takes a sample of the wall clock: nanoseconds since 1970-01-01T00:00Z at a monotonic instant.
    public func note(wallTime: Int64, at instant: Instant, isSynchronized: Bool = true) {
        if epoch.note(wallTime: wallTime, at: instant, isSynchronized: isSynchronized) { ownRevision += 1 }
    }

    /// The instant of the wall's time line.
    public func shared(_ instant: Instant) -> Instant { epoch.shared(instant) }

    /// Lets the content take its decisions.
    public func direct(at instant: Instant) { directed?.direct(at: epoch.shared(instant)) }

    /// When the content takes its next decision; nil for never.
    public var nextDecision: Instant? { directed?.nextDecision.flatMap { epoch.monotonic($0) } }

    /// Grows with the content's, and when the wall clock was set.
    public var revision: Int { inner.revision &+ ownRevision }

    /// Draws what is seen through the window; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let whole = Rectangle(x: 0 - window.x, y: 0 - window.y, width: size.width, height: size.height)
        frame.withArea(Rectangle(x: 0, y: 0, width: window.width, height: window.height)) { frame in
            frame.withArea(whole) { inner.draw(at: epoch.shared(instant), into: &$0) }
        }
    }

    /// Returns when the content looks different somewhere on the wall.
    public func nextChange(after instant: Instant) -> Instant? {
        inner.nextChange(after: epoch.shared(instant)).flatMap { epoch.monotonic($0) }.map { max($0, instant + .one) }
    }
}
