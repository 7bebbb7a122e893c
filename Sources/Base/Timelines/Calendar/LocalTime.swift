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
