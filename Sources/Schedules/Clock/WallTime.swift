import Timelines

/// A point of civil time: nanoseconds since 1970-01-01T00:00Z, without leap seconds; sums saturate.
///
/// Reaches from the year 1677 to 2262. It decides what is shown, never where it stands: that is `Instant`'s.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00Z; may be negative.
    public var nanoseconds: Int64

    /// Creates a time from nanoseconds since 1970-01-01T00:00Z.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates a time from seconds since 1970-01-01T00:00Z, saturated.
    public init(seconds: Int64) {
        nanoseconds = Nanoseconds.seconds(seconds).count
    }

    /// 1970-01-01T00:00Z.
    public static let epoch = WallTime(nanoseconds: 0)
    /// The last time there is; stands for never where a time is needed.
    public static let distantFuture = WallTime(nanoseconds: .max)
    /// The first time there is.
    public static let distantPast = WallTime(nanoseconds: .min)

    /// The whole seconds since 1970-01-01T00:00Z, rounded down.
    public var seconds: Int64 {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The time that much later, saturated.
    public static func + (time: WallTime, length: Nanoseconds) -> WallTime {
        WallTime(nanoseconds: (Nanoseconds(time.nanoseconds) + length).count)
    }

    /// The time that much earlier, saturated.
    public static func - (time: WallTime, length: Nanoseconds) -> WallTime {
        WallTime(nanoseconds: (Nanoseconds(time.nanoseconds) - length).count)
    }

    /// The length of time from `start` to `end`, saturated.
    public static func - (end: WallTime, start: WallTime) -> Nanoseconds {
        Nanoseconds(end.nanoseconds) - Nanoseconds(start.nanoseconds)
    }

    /// Orders by time.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
