import Timelines

/// What the wall clock shows at a monotonic instant, and whether it can be trusted.
package struct WallReading: Hashable, Sendable {
    /// When, on the monotonic clock.
    package var monotonic: Instant
    /// What the wall clock shows then.
    package var wall: WallTime
    /// Whether the wall clock is known to be right; until it is, schedules and clocks stay with the idle message or `--:--`.
    package var isSynchronized: Bool

    /// Creates a reading.
    package init(monotonic: Instant, wall: WallTime, isSynchronized: Bool = true) {
        self.monotonic = monotonic
        self.wall = wall
        self.isSynchronized = isSynchronized
    }

    /// The wall-clock time at another instant, if the clock is not set in between; saturates.
    package func wall(at instant: Instant) -> WallTime {
        instant == .distantFuture ? .distantFuture : wall + (instant - monotonic)
    }

    /// The instant of a time that lies ahead, as the clock goes now: a later one than that of the reading.
    package func upcoming(_ time: WallTime) -> Instant { max(instant(of: time), monotonic + .one) }

    /// Whether another reading is what this one leads to expect, but for some time.
    package func leads(to other: WallReading, within tolerance: Nanoseconds) -> Bool {
        let difference = other.wall - wall(at: other.monotonic)
        return isSynchronized == other.isSynchronized && difference <= tolerance && difference >= .zero - tolerance
    }

    /// The instant of a wall-clock time, if the clock is not set in between; saturates.
    package func instant(of time: WallTime) -> Instant {
        time == .distantFuture ? .distantFuture : monotonic + (time - wall)
    }
}

/// A wall clock, which may be set at any moment, unlike the monotonic clock.
///
/// Two implementations: the system's, and one for tests and offline rendering.
package protocol WallClock {
    /// Returns what the wall clock shows at a monotonic instant near now, as far as is known now.
    func reading(at instant: Instant) -> WallReading
}

/// How often to check again a clock that was not synchronised.
///
/// `WallClockSteps` reports steps of the clock, but not when a slewed clock has become right.
package let synchronizationInterval = Nanoseconds.seconds(1)

/// Which clock a sign trusts (`clock` in sign files and in the configuration file).
package enum ClockTrust: String, CaseIterable, Hashable, Sendable {
    /// One that a time service has set; until then schedules wait and clocks show `--:--`.
    case synchronised
    /// The system's clock as it is, for example one with a battery on a machine without a network.
    case trusted
}

/// A wall clock that runs with the monotonic clock until it is set, for tests and offline rendering.
package struct ManualWallClock: WallClock, Hashable, Sendable {
    private var known: WallReading

    /// Creates a clock that shows `wall` at a monotonic instant.
    package init(wall: WallTime, at instant: Instant = .zero, isSynchronized: Bool = true) {
        known = WallReading(monotonic: instant, wall: wall, isSynchronized: isSynchronized)
    }

    /// Whether the clock is known to be right.
    package var isSynchronized: Bool {
        get { known.isSynchronized }
        set { known.isSynchronized = newValue }
    }

    /// Returns what the clock shows at any instant.
    package func reading(at instant: Instant) -> WallReading {
        WallReading(monotonic: instant, wall: known.wall(at: instant), isSynchronized: known.isSynchronized)
    }

    /// Sets the clock to `wall` at an instant; it runs on from there.
    package mutating func set(_ wall: WallTime, at instant: Instant) {
        known.monotonic = instant
        known.wall = wall
    }

    /// Sets the clock forward, or back by a negative length.
    package mutating func step(by length: Nanoseconds) {
        known.wall = known.wall + length
    }
}

/// A point of civil time: nanoseconds since 1970-01-01T00:00Z, without leap seconds; sums saturate.
///
/// Covers the years 1677 to 2262. It decides what is shown, never where: positions depend on `Instant`.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00Z; may be negative.
    package var nanoseconds: Int64

    /// Creates a time from nanoseconds since 1970-01-01T00:00Z.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates a time from seconds since 1970-01-01T00:00Z, saturated.
    package init(seconds: Int64) {
        nanoseconds = Nanoseconds.seconds(seconds).count
    }

    /// 1970-01-01T00:00Z.
    package static let epoch = WallTime(nanoseconds: 0)
    /// The latest possible time; means never where a time is required.
    package static let distantFuture = WallTime(nanoseconds: .max)
    /// The earliest possible time.
    package static let distantPast = WallTime(nanoseconds: .min)

    /// The whole seconds since 1970-01-01T00:00Z, rounded down.
    package var seconds: Int64 { nanoseconds.floored(by: 1_000_000_000).quotient }

    /// The nanoseconds since the second began, 0 to 999,999,999.
    package var nanosecond: Int64 { nanoseconds.floored(by: 1_000_000_000).rest }

    /// Whether it is in the years 1678 to 2261, which the calendar has.
    package var isInCalendar: Bool {
        let day = CivilDate.day(ofLocal: seconds)
        return CivilDate.first.dayNumber <= day && day <= CivilDate.last.dayNumber
    }

    /// The time that much later, saturated.
    package static func + (time: WallTime, length: Nanoseconds) -> WallTime {
        WallTime(nanoseconds: (Nanoseconds(time.nanoseconds) + length).count)
    }

    /// The time that much earlier, saturated.
    package static func - (time: WallTime, length: Nanoseconds) -> WallTime {
        WallTime(nanoseconds: (Nanoseconds(time.nanoseconds) - length).count)
    }

    /// The length of time from `start` to `end`, saturated.
    package static func - (end: WallTime, start: WallTime) -> Nanoseconds {
        Nanoseconds(end.nanoseconds) - Nanoseconds(start.nanoseconds)
    }

    /// Orders by time.
    package static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
