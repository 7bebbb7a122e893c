/// A time of the day in whole seconds, 00:00:00 to 24:00:00.
public struct CivilTime: Hashable, Comparable, Sendable {
    /// Seconds since midnight, 0 to 86,400; the last is the end of the day.
    public let secondOfDay: Int

    /// The beginning of the day.
    public static let midnight = CivilTime(checked: 0)
    /// The end of the day, 24:00.
    public static let endOfDay = CivilTime(checked: 86_400)

    private init(checked: Int) {
        secondOfDay = checked
    }

    /// Creates a time of the day; nil beyond 0 to 86,400.
    public init?(secondOfDay: Int) {
        guard (0...86_400).contains(secondOfDay) else { return nil }
        self.secondOfDay = secondOfDay
    }

    /// Creates a time of the day; nil where no clock shows it, but 24:00:00 is the end of the day.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...24).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.init(secondOfDay: hour * 3_600 + minute * 60 + second)
    }

    /// Orders by time.
    public static func < (left: CivilTime, right: CivilTime) -> Bool { left.secondOfDay < right.secondOfDay }
}

extension CivilTime: CustomStringConvertible {
    /// The time as `08:30`, or `08:30:15` where it has seconds.
    public var description: String {
        let (hour, minute, second) = (secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60)
        let text = CivilDate.padded(hour) + ":" + CivilDate.padded(minute)
        return second == 0 ? text : text + ":" + CivilDate.padded(second)
    }
}

/// A day and a time of the day, as a calendar and a clock on the wall show them somewhere.
public struct CivilDateTime: Hashable, Comparable, Sendable {
    /// Seconds from 1970-01-01T00:00 on this calendar and clock, every day with 86,400 of them.
    let localSeconds: Int64

    /// Creates a day and time; 24:00 is midnight of the next day.
    public init(date: CivilDate, time: CivilTime) {
        localSeconds = Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay)
    }

    init(localSeconds: Int64) {
        let bounds = Int64(CivilDate.first.dayNumber) * 86_400...Int64(CivilDate.last.dayNumber) * 86_400 + 86_399
        self.localSeconds = min(max(localSeconds, bounds.lowerBound), bounds.upperBound)
    }

    /// The day.
    public var date: CivilDate { CivilDate(dayNumber: LocalSeconds.day(localSeconds)) }
    /// The time of the day, before 24:00.
    public var time: CivilTime {
        CivilTime(secondOfDay: LocalSeconds.secondOfDay(localSeconds)) ?? .midnight
    }

    /// Orders by time.
    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        left.localSeconds < right.localSeconds
    }
}

extension CivilDateTime: CustomStringConvertible {
    /// The day and time as ISO 8601 writes them: `2026-12-24T18:00`.
    public var description: String { "\(date)T\(time)" }
}

/// Arithmetic of seconds from 1970-01-01T00:00 on some clock on the wall.
enum LocalSeconds {
    /// Days since 1970-01-01, rounded down.
    static func day(_ seconds: Int64) -> Int {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return Int(remainder < 0 ? quotient - 1 : quotient)
    }

    /// Seconds since midnight, 0 to 86,399.
    static func secondOfDay(_ seconds: Int64) -> Int {
        let remainder = Int(seconds % 86_400)
        return remainder < 0 ? remainder + 86_400 : remainder
    }
}
