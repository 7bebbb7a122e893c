/// What a wall clock and a calendar show at a place: a date and a time of day, without a time zone.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00 on the clock of the place; days have 86,400 seconds.
    public let nanoseconds: Int64

    /// Creates a time from nanoseconds since 1970-01-01T00:00 on the clock of the place.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates a time from a date and a time of day; 24:00 is midnight of the next day.
    package init(date: CivilDate, time: CivilTime) {
        nanoseconds = (Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay)) * 1_000_000_000
    }

    /// Creates a time from seconds since 1970-01-01T00:00 on the clock of the place; a time outside the calendar becomes
    /// the first or the last one in it.
    package init(localSeconds: Int64) {
        let bounds = Int64(CivilDate.first.dayNumber) * 86_400...Int64(CivilDate.last.dayNumber) * 86_400 + 86_399
        nanoseconds = min(max(localSeconds, bounds.lowerBound), bounds.upperBound) * 1_000_000_000
    }

    /// Seconds since 1970-01-01T00:00 on the clock of the place, rounded down.
    package var localSeconds: Int64 {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0 ? seconds - 1 : seconds
    }
    /// The date; a day outside the calendar becomes the first or the last one in it.
    package var date: CivilDate { CivilDate(dayNumber: LocalSeconds.day(localSeconds)) }
    /// The time of day, before 24:00.
    package var time: CivilTime { CivilTime(secondOfDay: secondOfDay) ?? .midnight }

    private var secondOfDay: Int { LocalSeconds.secondOfDay(localSeconds) }

    /// The hour, 0 to 23.
    public var hour: Int { secondOfDay / 3600 }
    /// The minute, 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, 0 to 59.
    public var second: Int { secondOfDay % 60 }
    /// The nanoseconds since the second began.
    public var nanosecond: Int64 {
        let rest = nanoseconds % 1_000_000_000
        return rest < 0 ? rest + 1_000_000_000 : rest
    }

    /// Orders by time.
    public static func < (first: LocalTime, second: LocalTime) -> Bool { first.nanoseconds < second.nanoseconds }
}

extension LocalTime: CustomStringConvertible {
    /// The date and time in ISO 8601, without fractions of a second: `2026-12-24T18:00`.
    public var description: String { "\(date)T\(time)" }
}

/// Arithmetic of seconds since 1970-01-01T00:00 on the clock of a place.
package enum LocalSeconds {
    /// Days since 1970-01-01, rounded down.
    package static func day(_ seconds: Int64) -> Int {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return Int(remainder < 0 ? quotient - 1 : quotient)
    }

    /// Seconds since midnight, 0 to 86,399.
    package static func secondOfDay(_ seconds: Int64) -> Int {
        let remainder = Int(seconds % 86_400)
        return remainder < 0 ? remainder + 86_400 : remainder
    }
}

/// A wall clock: the local time at an instant.
///
/// Between two changes of `revision` the local time advances with the instant, except that a time zone may add or remove
/// whole minutes.
public protocol LocalTimeSource {
    /// Returns the local time, or nil while it is unknown (a machine without a battery clock that has just started).
    func localTime(at instant: Instant) -> LocalTime?

    /// A number that grows when the answers change: the clock was set, or another time zone was chosen.
    var revision: Int { get }
}

/// Ticks at the start of every minute (or hour, or second) of a wall clock.
public struct WallTicks: TickSchedule {
    private let source: any LocalTimeSource & Sendable
    private let period: Int64
    private let start: Instant

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - source: the clock; while its time is unknown, periods count from `start`.
    ///   - period: at least 1 microsecond, and a divisor of a day.
    public init(_ source: any LocalTimeSource & Sendable, period: Nanoseconds = .seconds(60), start: Instant = .zero) {
        self.source = source
        self.period = max(period.count, 1000)
        self.start = start
    }

    /// Returns the start of the period that the instant lies in; its number counts from 1970.
    public func latest(at instant: Instant) -> Tick? {
        let passed = passed(at: instant)
        let (number, rest) = passed.quotientAndRemainder(dividingBy: period)
        guard rest < 0 else { return Tick(instant: instant - Nanoseconds(rest), number: Int(number)) }
        return Tick(instant: instant - Nanoseconds(rest + period), number: Int(number) - 1)
    }

    /// Returns the start of the next period.
    public func next(after instant: Instant) -> Instant? {
        let rest = passed(at: instant) % period
        let next = instant + Nanoseconds(rest < 0 ? 0 - rest : period - rest)
        return next > instant ? next : nil
    }

    private func passed(at instant: Instant) -> Int64 {
        source.localTime(at: instant)?.nanoseconds ?? (instant - start).count
    }
}
