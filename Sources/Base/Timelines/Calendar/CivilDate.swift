/// A day of the week; the raw value is ISO 8601's, Monday is 1.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
}

/// A day of the Gregorian calendar from 1678-01-01 to 2261-12-31: the whole years that 64 bits of nanoseconds reach.
package struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    package let dayNumber: Int

    /// 1678-01-01.
    package static let first = CivilDate(checked: -106_650)
    /// 2261-12-31.
    package static let last = CivilDate(checked: 106_650)

    private init(checked dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// Creates a day from its distance to 1970-01-01; days beyond the ends become the first or the last.
    package init(dayNumber: Int) {
        self.dayNumber = min(max(dayNumber, Self.first.dayNumber), Self.last.dayNumber)
    }

    /// Creates a day; nil if the calendar has no such day, or if it is out of range.
    package init?(year: Int, month: Int, day: Int) {
        guard (1678...2261).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year)
        else { return nil }
        dayNumber = Self.dayNumber(year: year, month: month, day: day)
    }

    /// The year, the month from 1, and the day of the month from 1.
    package var components: (year: Int, month: Int, day: Int) { Self.components(ofDay: dayNumber) }

    /// The year, the month from 1, and the day of the month from 1 of a day that is counted from 1970-01-01, also of one
    /// before 1678 or after 2261.
    package static func components(ofDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        // Years that begin in March have the leap day at their end, and months of 153 days in five.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let corrections = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - corrections) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    package var year: Int { components.year }
    /// The month, 1 to 12.
    package var month: Int { components.month }
    /// The day of the month, 1 to 31.
    package var day: Int { components.day }

    /// The day of the week.
    package var weekday: Weekday { Weekday.allCases[weekdayIndex] }

    /// The day of the week, counted from Monday as 0.
    package var weekdayIndex: Int { Self.weekdayIndex(dayNumber) }

    package static func weekdayIndex(_ dayNumber: Int) -> Int {
        // 1970-01-01 was a Thursday.
        Int(Int64(dayNumber + 3).floored(by: 7).rest)
    }

    /// The day that many days later, or earlier; days beyond the ends become the first or the last.
    package func adding(days: Int) -> CivilDate {
        let (sum, overflow) = dayNumber.addingReportingOverflow(days)
        return CivilDate(dayNumber: overflow ? (days < 0 ? .min : .max) : sum)
    }

    /// Whether a year has a 29 February.
    package static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days of a month, which is from 1 to 12.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to the day of a time in seconds since 1970-01-01T00:00 on the clock of a place, rounded down.
    package static func day(ofLocal seconds: Int64) -> Int {
        Int(seconds.floored(by: 86_400).quotient)
    }

    /// Days from 1970-01-01 to a day of any year; the month is from 1 to 12.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Orders by time.
    package static func < (left: CivilDate, right: CivilDate) -> Bool { left.dayNumber < right.dayNumber }
}

extension CivilDate: CustomStringConvertible {
    /// The day as ISO 8601 writes it: `2026-12-24`.
    package var description: String {
        let (year, month, day) = components
        return "\(year)-\(Self.padded(month))-\(Self.padded(day))"
    }

    package static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A time of the day in whole seconds, 00:00:00 to 24:00:00.
package struct CivilTime: Hashable, Comparable, Sendable {
    /// Seconds since midnight, 0 to 86,400; the last is the end of the day.
    package let secondOfDay: Int

    /// The beginning of the day.
    package static let midnight = CivilTime(checked: 0)
    /// The end of the day, 24:00.
    package static let endOfDay = CivilTime(checked: 86_400)

    private init(checked: Int) {
        secondOfDay = checked
    }

    /// Creates a time of the day; nil beyond 0 to 86,400.
    package init?(secondOfDay: Int) {
        guard (0...86_400).contains(secondOfDay) else { return nil }
        self.secondOfDay = secondOfDay
    }

    /// Creates a time of the day; nil for a time that no clock shows, but 24:00:00 is the end of the day.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...24).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.init(secondOfDay: hour * 3_600 + minute * 60 + second)
    }

    /// The seconds since midnight, 0 to 86,399, of a time in seconds since 1970-01-01T00:00 on the clock of a place.
    package static func second(ofLocal seconds: Int64) -> Int { Int(seconds.floored(by: 86_400).rest) }

    package static func < (left: CivilTime, right: CivilTime) -> Bool { left.secondOfDay < right.secondOfDay }
}

extension CivilTime: CustomStringConvertible {
    /// The time as `08:30`, or `08:30:15` if it has seconds.
    package var description: String {
        let (hour, minute, second) = (secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60)
        let text = CivilDate.padded(hour) + ":" + CivilDate.padded(minute)
        return second == 0 ? text : text + ":" + CivilDate.padded(second)
    }
}

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
    package var localSeconds: Int64 { nanoseconds.floored(by: 1_000_000_000).quotient }
    /// The date; a day outside the calendar becomes the first or the last one in it.
    package var date: CivilDate { CivilDate(dayNumber: CivilDate.day(ofLocal: localSeconds)) }
    /// The time of day, before 24:00.
    package var time: CivilTime { CivilTime(secondOfDay: secondOfDay) ?? .midnight }

    private var secondOfDay: Int { CivilTime.second(ofLocal: localSeconds) }

    /// The hour, 0 to 23.
    public var hour: Int { secondOfDay / 3600 }
    /// The minute, 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, 0 to 59.
    public var second: Int { secondOfDay % 60 }
    /// The nanoseconds since the second began.
    public var nanosecond: Int64 { nanoseconds.floored(by: 1_000_000_000).rest }

    /// Orders by time.
    public static func < (first: LocalTime, second: LocalTime) -> Bool { first.nanoseconds < second.nanoseconds }
}

extension LocalTime: CustomStringConvertible {
    /// The date and time in ISO 8601, without fractions of a second: `2026-12-24T18:00`.
    public var description: String { "\(date)T\(time)" }
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
        let (number, rest) = passed(at: instant).floored(by: period)
        return Tick(instant: instant - Nanoseconds(rest), number: Int(number))
    }

    /// Returns the start of the next period.
    public func next(after instant: Instant) -> Instant? {
        let next = instant + Nanoseconds(period - passed(at: instant).floored(by: period).rest)
        return next > instant ? next : nil
    }

    private func passed(at instant: Instant) -> Int64 {
        source.localTime(at: instant)?.nanoseconds ?? (instant - start).count
    }
}
