import Timelines

extension ZoneRules {
    /// The changes after an instant, to the end of the year 2261, by the rule for all later years of a zone: standard time,
    /// and optionally summer time every year (POSIX.1 TZ, with the extensions of RFC 8536, 3.3.1).
    ///
    /// - Parameter rule: such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    /// - Returns: nil for an invalid rule.
    static func changes(by rule: String, after start: Int64) -> [(at: Int64, offset: Int)]? {
        var rest = rule[...]
        guard rest.skipZoneName(), let standard = rest.takeOffset().map({ -$0 }) else { return nil }
        if rest.isEmpty { return [(start + 1, standard)] }
        guard rest.skipZoneName() else { return nil }
        var summer = standard + 3_600
        if rest.first != "," {
            guard let offset = rest.takeOffset() else { return nil }
            summer = -offset
        }
        guard rest.skip(","), let onset = rest.takeTurn(), rest.skip(","), let end = rest.takeTurn(), rest.isEmpty
        else { return nil }
        let firstYear = CivilDate(dayNumber: CivilDate.day(ofLocal: max(start, -9_200_000_000))).year
        var changes: [(at: Int64, offset: Int)] = []
        for year in firstYear...2261 {
            changes += [(at: onset(year, standard), offset: summer), (at: end(year, summer), offset: standard)]
        }
        return changes.filter { $0.at > start }
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

    /// Takes a day of a year and a time of it; computes the instant in a year from the offset that holds before.
    fileprivate mutating func takeTurn() -> ((_ year: Int, _ offset: Int) -> Int64)? {
        guard let day = takeDay(), let seconds = skip("/") ? takeOffset() : 7_200 else { return nil }
        return { year, offset in Int64(day(year)) * 86_400 + Int64(seconds - offset) }
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
