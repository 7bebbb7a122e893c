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
