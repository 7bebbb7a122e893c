import Timelines

/// The rule for all later years of a zone: standard time, and optionally summer time every year (POSIX.1 TZ, with the
/// extensions of RFC 8536, 3.3.1).
struct ZoneRule {
    /// A day of a year, counted from 1970-01-01, and a time of that day in the offset that holds before.
    typealias Turn = (day: (_ year: Int) -> Int, seconds: Int)

    private let standardOffset: Int
    private var summer: (offset: Int, start: Turn, end: Turn)?

    /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is invalid.
    init?(parsing text: String) {
        var rest = text[...]
        guard rest.skipZoneName(), let standard = rest.takeOffset() else { return nil }
        standardOffset = -standard
        if rest.isEmpty { return }
        guard rest.skipZoneName() else { return nil }
        var summerOffset = standardOffset + 3_600
        if rest.first != "," {
            guard let offset = rest.takeOffset() else { return nil }
            summerOffset = -offset
        }
        guard rest.skip(","), let start = rest.takeTurn(), rest.skip(","), let end = rest.takeTurn(), rest.isEmpty
        else { return nil }
        summer = (summerOffset, start, end)
    }

    /// The changes after an instant, to the end of the year 2261.
    func changes(after start: Int64) -> [(at: Int64, offset: Int)] {
        guard let summer else { return [(start + 1, standardOffset)] }
        var changes: [(at: Int64, offset: Int)] = []
        let firstYear = CivilDate(dayNumber: CivilDate.day(ofLocal: max(start, -9_200_000_000))).year
        for year in firstYear...2261 {
            let onset = Self.instant(of: summer.start, in: year, offset: standardOffset)
            let end = Self.instant(of: summer.end, in: year, offset: summer.offset)
            for change in [(at: onset, offset: summer.offset), (at: end, offset: standardOffset)]
            where change.at > start { changes.append(change) }
        }
        return changes
    }

    private static func instant(of turn: Turn, in year: Int, offset: Int) -> Int64 {
        Int64(turn.day(year)) * 86_400 + Int64(turn.seconds - offset)
    }
}

/// The parts of a rule.
extension Substring {
    fileprivate mutating func skip(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }

    /// Skips a name: letters, or anything in angle brackets.
    fileprivate mutating func skipZoneName() -> Bool {
        if skip("<") {
            guard let end = firstIndex(of: ">") else { return false }
            self = self[index(after: end)...]
            return true
        }
        let letters = prefix { $0.isASCII && $0.isLetter }
        self = self[letters.endIndex...]
        return letters.count >= 3
    }

    /// Takes a time such as `-1`, `3:30` or `-2:00:00`, in seconds; hours to 167.
    fileprivate mutating func takeOffset() -> Int? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = takeNumber(upTo: 167) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where skip(":") {
            guard let number = takeNumber(upTo: 59) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }

    fileprivate mutating func takeTurn() -> ZoneRule.Turn? {
        guard let day = takeDay() else { return nil }
        guard skip("/") else { return (day, 7_200) }
        return takeOffset().map { (day, $0) }
    }

    /// Takes a weekday of a week of a month (`M3.5.0`: Sunday is 0, the fifth week is the last), a day from 1 to 365 without
    /// leap days (`J60`), or one from 0 to 365 with them.
    private mutating func takeDay() -> ((_ year: Int) -> Int)? {
        if skip("M") {
            guard let month = takeNumber(upTo: 12), month > 0, skip("."), let week = takeNumber(upTo: 5), week > 0,
                skip("."), let weekday = takeNumber(upTo: 6)
            else { return nil }
            return { year in
                let first = CivilDate.dayNumber(year: year, month: month, day: 1)
                // Sunday is 0 here, and 6 where weeks begin on Monday.
                let firstWeekday = (CivilDate.weekdayIndex(first) + 1) % 7
                let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                return first + (day < CivilDate.days(inMonth: month, of: year) ? day : day - 7)
            }
        }
        let countsLeapDay = !skip("J")
        guard let number = takeNumber(upTo: 365), countsLeapDay || number > 0 else { return nil }
        return { year in
            let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
            if countsLeapDay { return newYear + number }
            return newYear + number - 1 + (CivilDate.isLeap(year: year) && number > 59 ? 1 : 0)
        }
    }

    private mutating func takeNumber(upTo maximum: Int) -> Int? {
        let digits = prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits), number <= maximum else { return nil }
        self = self[digits.endIndex...]
        return number
    }
}
