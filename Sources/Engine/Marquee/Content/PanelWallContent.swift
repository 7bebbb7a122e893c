import PixelGraphics
import Timelines

/// The part of a panel wall that one sign shows: content that is laid out for the whole wall, seen through a window, on
/// the timeline that all signs of the wall share (``PanelWallEpoch``).
///
/// The content uses shared instants, and so does code that changes it (`shared`).
public final class PanelWallContent: DirectedContent {
    /// Where the sign is on the wall.
    public let window: Rectangle
    /// The extent of the whole wall in pixels.
    public let size: Size
    /// The timeline of the wall.
    public private(set) var epoch: PanelWallEpoch
    /// The content of the whole wall.
    public let inner: any Content
    private let directed: (any DirectedContent)?
    private var ownRevision = 0

    /// Creates the view of one sign.
    public init(_ inner: any Content, size: Size, window: Rectangle, epoch: PanelWallEpoch) {
        self.inner = inner
        directed = inner as? any DirectedContent
        self.size = size
        self.window = window
        self.epoch = epoch
    }

    /// Records a sample of the wall clock: nanoseconds since 1970-01-01T00:00Z at a monotonic instant.
    public func record(wallTime: Int64, at instant: Instant, isSynchronized: Bool = true) {
        if epoch.record(wallTime: wallTime, at: instant, isSynchronized: isSynchronized) { ownRevision += 1 }
    }

    /// The instant of the wall's timeline.
    public func shared(_ instant: Instant) -> Instant { epoch.shared(instant) }

    /// Lets the content make its decisions.
    public func direct(at instant: Instant) { directed?.direct(at: epoch.shared(instant)) }

    /// When the content makes its next decision; nil for never.
    public var nextDecision: Instant? { directed?.nextDecision.flatMap { epoch.monotonic($0) } }

    /// Increases when that of the content does, and when the wall clock is set.
    public var revision: Int { inner.revision &+ ownRevision }

    /// Draws the part inside the window; see ``Content``.
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
