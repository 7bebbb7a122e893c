import PixelGraphics
import Timelines

/// Content on a time line of its own: later, slower or faster than the one it is in.
///
/// Several copies with growing delays make a wave.
public struct TimeMapped<Inner: Content>: Content {
    private let inner: Inner
    private let mapping: TimeMapping

    /// Creates content whose time line is mapped.
    public init(_ inner: Inner, _ mapping: TimeMapping) {
        self.inner = inner
        self.mapping = mapping
    }

    /// Draws the inner content at its own instant.
    public func draw(at instant: Instant, into frame: inout Frame) {
        inner.draw(at: mapping.local(instant), into: &frame)
    }

    /// Returns when the inner content's next change comes on this time line.
    public func nextChange(after instant: Instant) -> Instant? {
        inner.nextChange(after: mapping.local(instant)).flatMap { mapping.global($0) }
    }

    /// That of the inner content.
    public var revision: Int { inner.revision }
}
