import Timelines

/// What a clock on the wall shows: a date and a time of day at a place, without a zone.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00 on the clock of the place; days have 86,400 seconds.
    public let nanoseconds: Int64

    /// Creates a time from nanoseconds since 1970-01-01T00:00 on the clock of the place.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates a time of the proleptic Gregorian calendar.
    ///
    /// - Parameters:
    ///   - month: 1 to 12.
    ///   - day: 1 to 31; days that the month does not have run on into the next one.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        // Years begin in March, so that the leap day is the last one.
        let months = (min(max(month, 1), 12) + 9) % 12
        let years = min(max(year, -9999), 9999) - (month <= 2 ? 1 : 0)
        let yearDays =
            Int128(years * 365) + Int128(Self.floored(years, 4) - Self.floored(years, 100) + Self.floored(years, 400))
        let days = yearDays + Int128((153 * months + 2) / 5 + min(max(day, 1), 31) - 1) - 719_468
        let seconds = days * 86_400 + Int128(hour) * 3600 + Int128(minute) * 60 + Int128(second)
        self.init(nanoseconds: Int64(clamping: seconds * 1_000_000_000))
    }

    private static func floored(_ number: Int, _ divisor: Int) -> Int {
        number % divisor < 0 ? number / divisor - 1 : number / divisor
    }

    private var seconds: Int { Self.floored(Int(nanoseconds), 1_000_000_000) }
    private var days: Int { Self.floored(seconds, 86_400) }
    private var secondOfDay: Int { seconds - days * 86_400 }

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
    /// The day of the week: 1 is Monday, 7 is Sunday.
    public var weekday: Int { ((days + 3) % 7 + 7) % 7 + 1 }

    /// The year, the month (1 to 12) and the day (1 to 31) of the proleptic Gregorian calendar.
    public var date: (year: Int, month: Int, day: Int) {
        let days = days + 719_468
        let era = Self.floored(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (
            yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// Orders by time.
    public static func < (first: LocalTime, second: LocalTime) -> Bool { first.nanoseconds < second.nanoseconds }
}

/// Knows what the clock on the wall shows at an instant.
///
/// Between two changes of `revision` both run alike: a nanosecond of the instant is one of the local time, but for whole
/// minutes that a time zone adds or takes.
public protocol LocalTimeSource {
    /// Returns the local time, or nil while nobody knows it (a machine without a battery clock that has just started).
    func localTime(at instant: Instant) -> LocalTime?

    /// A number that grows whenever the answers change: the clock was set, or another zone was chosen.
    var revision: Int { get }
}

/// A clock on the wall that shows a given time at a given instant, and runs on from there.
public struct SteadyLocalTime: LocalTimeSource, Hashable, Sendable {
    private let instant: Instant
    private let time: LocalTime

    /// Creates a clock that shows `time` at `instant`.
    public init(_ time: LocalTime, at instant: Instant = .zero) {
        self.time = time
        self.instant = instant
    }

    /// Returns the local time.
    public func localTime(at instant: Instant) -> LocalTime? {
        LocalTime(nanoseconds: (Nanoseconds(time.nanoseconds) + (instant - self.instant)).count)
    }

    /// Zero: it is never set.
    public var revision: Int { 0 }
}

/// Ticks at the start of every minute (or hour, or second) that a clock on the wall shows.
public struct WallTicks: TickSchedule {
    private let source: any LocalTimeSource & Sendable
    private let period: Int64
    private let start: Instant

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - source: the clock; while it does not know the time, periods count from `start`.
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
