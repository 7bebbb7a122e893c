import Timelines

/// What the wall clock shows at a monotonic instant, and whether it can be trusted.
public struct WallReading: Hashable, Sendable {
    /// When, on the monotonic clock.
    public var monotonic: Instant
    /// What the wall clock shows then.
    public var wall: WallTime
    /// Whether the wall clock is known to be right; until it is, schedules and clocks stay with the idle message or `--:--`.
    public var isSynchronized: Bool

    /// Creates a reading.
    public init(monotonic: Instant, wall: WallTime, isSynchronized: Bool = true) {
        self.monotonic = monotonic
        self.wall = wall
        self.isSynchronized = isSynchronized
    }

    /// What the wall clock will show, or has shown, at another instant, if nobody sets it; saturated.
    public func wall(at instant: Instant) -> WallTime {
        instant == .distantFuture ? .distantFuture : wall + (instant - monotonic)
    }

    /// When the wall clock will show, or has shown, a time, if nobody sets it; saturated.
    public func instant(of time: WallTime) -> Instant {
        time == .distantFuture ? .distantFuture : monotonic + (time - wall)
    }
}

/// A wall clock next to the monotonic one; it may be set at any moment.
///
/// Two implementations: the system's, and one for tests and offline rendering.
public protocol WallClock {
    /// Returns what the wall clock shows at a monotonic instant near now, as far as is known now.
    func reading(at instant: Instant) -> WallReading
}

/// The time after which a clock that was not synchronised is worth another look.
///
/// A step of the clock is told (`WallClockSteps`); that a slewed clock has become right is not.
public let synchronizationInterval = Nanoseconds.seconds(1)
