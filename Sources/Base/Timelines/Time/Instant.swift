/// A point on a monotonic timeline, in nanoseconds since the clock's own zero; sums saturate.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's zero; may be negative.
    public let nanoseconds: Int64

    /// Creates an instant from nanoseconds since the clock's zero.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's zero.
    public static let zero = Instant(nanoseconds: 0)
    /// The last instant; means never.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// The instant that much later, saturated.
    public static func + (instant: Instant, time: Nanoseconds) -> Instant {
        Instant(nanoseconds: (Nanoseconds(instant.nanoseconds) + time).count)
    }

    /// The instant that much earlier, saturated.
    public static func - (instant: Instant, time: Nanoseconds) -> Instant {
        Instant(nanoseconds: (Nanoseconds(instant.nanoseconds) - time).count)
    }

    /// The time from `start` to `end`, saturated.
    public static func - (end: Instant, start: Instant) -> Nanoseconds {
        Nanoseconds(end.nanoseconds) - Nanoseconds(start.nanoseconds)
    }

    /// Orders by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
}
