import Timelines

/// The rule for all later years of a zone: standard time, and optionally summer time every year (POSIX.1 TZ, with the
/// extensions of RFC 8536, 3.3.1).
struct ZoneRule: Equatable {
    /// A day of the year and a time of that day, in the offset that holds before.
    struct Turn: Equatable {
        enum Day: Equatable {
            /// A weekday (Sunday is 0) of a week of a month; the fifth is the last.
            case weekday(month: Int, week: Int, weekday: Int)
            /// 1 to 365; 29 February is never counted.
            case withoutLeapDay(Int)
            /// 0 to 365; 29 February is counted.
            case withLeapDay(Int)
        }
        var day: Day
        var seconds: Int
    }

    var standardOffset: Int
    var summer: (offset: Int, start: Turn, end: Turn)?

    static func == (left: ZoneRule, right: ZoneRule) -> Bool {
        left.standardOffset == right.standardOffset && left.summer?.offset == right.summer?.offset
            && left.summer?.start == right.summer?.start && left.summer?.end == right.summer?.end
    }

    /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is invalid.
    init?(parsing text: String) {
        var reader = RuleReader(text)
        guard reader.name(), let standard = reader.offset() else { return nil }
        standardOffset = -standard
        if reader.isAtEnd { return }
        guard reader.name() else { return nil }
        var summerOffset = standardOffset + 3_600
        if !reader.isNext(",") {
            guard let offset = reader.offset() else { return nil }
            summerOffset = -offset
        }
        guard reader.skip(","), let start = reader.turn(), reader.skip(","), let end = reader.turn(), reader.isAtEnd
        else { return nil }
        summer = (summerOffset, start, end)
    }

    /// The changes after an instant, to the end of the year 2261.
    func changes(after start: Int64) -> [(at: Int64, offset: Int)] {
        guard let summer else { return [(start + 1, standardOffset)] }
        var changes: [(at: Int64, offset: Int)] = []
        let firstYear = CivilDate(dayNumber: LocalSeconds.day(max(start, -9_200_000_000))).year
        for year in firstYear...2261 {
            let onset = summer.start.instant(year: year, offset: standardOffset)
            let end = summer.end.instant(year: year, offset: summer.offset)
            for change in [(at: onset, offset: summer.offset), (at: end, offset: standardOffset)]
            where change.at > start { changes.append(change) }
        }
        return changes
    }
}

extension ZoneRule.Turn {
    /// When it is in a year, in UTC.
    func instant(year: Int, offset: Int) -> Int64 {
        Int64(dayNumber(year: year)) * 86_400 + Int64(seconds - offset)
    }

    private func dayNumber(year: Int) -> Int {
        switch day {
        case .withLeapDay(let number): return CivilDate.dayNumber(year: year, month: 1, day: 1) + number
        case .withoutLeapDay(let number):
            let leapDay = CivilDate.isLeap(year: year) && number > 59 ? 1 : 0
            return CivilDate.dayNumber(year: year, month: 1, day: 1) + number - 1 + leapDay
        case .weekday(let month, let week, let weekday):
            let first = CivilDate.dayNumber(year: year, month: month, day: 1)
            // Sunday is 0 here, and 6 where weeks begin on Monday.
            let firstWeekday = (CivilDate.weekdayIndex(first) + 1) % 7
            var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            if day >= CivilDate.days(inMonth: month, of: year) { day -= 7 }
            return first + day
        }
    }
}

/// Reads the parts of a rule.
private struct RuleReader {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    func isNext(_ character: Character) -> Bool { rest.first == character }

    mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a name: letters, or anything in angle brackets.
    mutating func name() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest[letters.endIndex...]
        return letters.count >= 3
    }

    /// A time such as `-1`, `3:30` or `-2:00:00`, in seconds; hours to 167.
    mutating func offset() -> Int? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(upTo: 167) else { return nil }
        var seconds = hours * 3_600
        if skip(":") {
            guard let minutes = number(upTo: 59) else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let rest = number(upTo: 59) else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }

    mutating func turn() -> ZoneRule.Turn? {
        guard let day = day() else { return nil }
        guard skip("/") else { return ZoneRule.Turn(day: day, seconds: 7_200) }
        return offset().map { ZoneRule.Turn(day: day, seconds: $0) }
    }

    private mutating func day() -> ZoneRule.Turn.Day? {
        if skip("M") {
            guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5), week > 0, skip("."),
                let weekday = number(upTo: 6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }
        if skip("J") { return number(upTo: 365).flatMap { $0 > 0 ? .withoutLeapDay($0) : nil } }
        return number(upTo: 365).map { .withLeapDay($0) }
    }

    private mutating func number(upTo maximum: Int) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits), number <= maximum else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }
}
