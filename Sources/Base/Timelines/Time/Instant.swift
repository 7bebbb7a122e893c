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

/// A clock that never steps: reads the time since its own zero.
public protocol MonotonicClock {
    /// The current instant.
    var now: Instant { get }
}

/// A clock that does not move by itself: for tests and offline rendering.
public struct ManualClock: MonotonicClock, Sendable {
    /// The current instant.
    public private(set) var now: Instant

    /// Creates a clock that shows `now`.
    public init(now: Instant = .zero) {
        self.now = now
    }

    /// Moves the clock forward; a monotonic clock does not go back, so earlier instants change nothing.
    public mutating func advance(to instant: Instant) {
        now = max(now, instant)
    }

    /// Moves the clock forward by a length of time.
    public mutating func advance(by time: Nanoseconds) {
        advance(to: now + time)
    }
}

/// The instants at which smooth motion may change: an epoch and a fixed interval, 60 Hz by default.
public struct RefreshGrid: Hashable, Sendable {
    /// One line of the grid.
    public let epoch: Instant
    /// The time between two lines, at least 1 microsecond.
    public let interval: Nanoseconds

    /// Creates a grid; the interval is at least 1 microsecond.
    public init(epoch: Instant = .zero, interval: Nanoseconds = Nanoseconds(16_666_667)) {
        self.epoch = epoch
        self.interval = max(interval, .microseconds(1))
    }

    /// Returns the last line at or before the instant.
    public func line(atOrBefore instant: Instant) -> Instant {
        line(number: 0, from: instant)
    }

    /// Returns the first line after the instant.
    public func line(after instant: Instant) -> Instant {
        line(number: 1, from: instant)
    }

    /// Returns the first line at or after the instant.
    public func line(atOrAfter instant: Instant) -> Instant {
        let before = line(atOrBefore: instant)
        return before == instant ? instant : line(after: instant)
    }

    /// The line that comes so many lines after the last one at or before an instant; saturates.
    private func line(number: Int128, from instant: Instant) -> Instant {
        let distance = Int128(instant.nanoseconds) - Int128(epoch.nanoseconds)
        let lines = distance.flooredQuotient(by: Int128(interval.count)) + number
        return Instant(nanoseconds: Int64(clamping: Int128(epoch.nanoseconds) + lines * Int128(interval.count)))
    }
}
