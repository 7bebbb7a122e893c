import Timelines

/// How an event recurs (RFC 5545, 3.3.10): the parts of an RRULE.
package struct RecurrenceRule: Hashable, Sendable {
    /// The length of a period.
    enum Frequency: String, CaseIterable, Sendable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        /// The seconds of periods shorter than a day.
        var seconds: Int64? {
            switch self {
            case .secondly: 1
            case .minutely: 60
            case .hourly: 3_600
            default: nil
            }
        }
    }

    /// A weekday, or a numbered one of a month or year.
    struct OrdinalWeekday: Hashable, Sendable {
        /// 0 for all; negative numbers count from the end.
        var ordinal: Int
        /// Monday is 0.
        var weekday: Int
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    /// The latest possible start, on the clock of the event.
    var until: Int64?
    /// The first day of the week; Monday is 0.
    var weekStart = 0
    var seconds: [Int] = []
    var minutes: [Int] = []
    var hours: [Int] = []
    var weekdays: [OrdinalWeekday] = []
    var monthDays: [Int] = []
    var yearDays: [Int] = []
    var weekNumbers: [Int] = []
    var months: [Int] = []
    var positions: [Int] = []

    /// The seconds between its starts, of a completed rule that has one in every hour, minute or second, or in every so
    /// many of them; nil for all others.
    var steadyPeriod: Int64? {
        guard let unit = frequency.seconds, hours.isEmpty, weekdays.isEmpty, monthDays.isEmpty, yearDays.isEmpty,
            weekNumbers.isEmpty, months.isEmpty, positions.isEmpty, minutes.count == (unit < 3_600 ? 0 : 1),
            seconds.count == (unit < 60 ? 0 : 1)
        else { return nil }
        return unit * Int64(interval)
    }

    /// The rule with its missing parts taken from the first start.
    func completed(by start: Int64) -> RecurrenceRule {
        var rule = self
        let day = CivilDate.day(ofLocal: start)
        let date = CivilDate.components(ofDay: day)
        let hasDays = !(weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty)
        switch frequency {
        case .yearly where !hasDays && !weekNumbers.isEmpty, .weekly where !hasDays:
            rule.weekdays = [OrdinalWeekday(ordinal: 0, weekday: CivilDate.weekdayIndex(day))]
        case .yearly where !hasDays:
            rule.monthDays = [date.day]
            if months.isEmpty { rule.months = [date.month] }
        case .monthly where !hasDays: rule.monthDays = [date.day]
        default: break
        }
        let second = CivilTime.second(ofLocal: start)
        if seconds.isEmpty, frequency != .secondly { rule.seconds = [second % 60] }
        if minutes.isEmpty, frequency.seconds ?? 3_600 > 60 { rule.minutes = [second / 60 % 60] }
        if hours.isEmpty, frequency.seconds == nil { rule.hours = [second / 3_600] }
        return rule
    }
}

extension RecurrenceRule {
    /// Whether the rule's day parts allow a day.
    func matches(day: Int) -> Bool {
        // Most weekly rules do not need it.
        lazy var date = CivilDate.components(ofDay: day)
        if !months.isEmpty, !months.contains(date.month) { return false }
        if !monthDays.isEmpty {
            let fromEnd = date.day - CivilDate.days(inMonth: date.month, of: date.year) - 1
            guard monthDays.contains(date.day) || monthDays.contains(fromEnd) else { return false }
        }
        if !weekdays.isEmpty, !matchesWeekday(day) { return false }
        if !yearDays.isEmpty {
            let dayOfYear = day - CivilDate.dayNumber(year: date.year, month: 1, day: 1) + 1
            let fromEnd = dayOfYear - (CivilDate.isLeap(year: date.year) ? 366 : 365) - 1
            guard yearDays.contains(dayOfYear) || yearDays.contains(fromEnd) else { return false }
        }
        return weekNumbers.isEmpty || matchesWeekNumber(day)
    }

    private func matchesWeekday(_ day: Int) -> Bool {
        let weekday = CivilDate.weekdayIndex(day)
        let isInMonth = frequency == .monthly || !months.isEmpty
        for wanted in weekdays where wanted.weekday == weekday {
            if wanted.ordinal == 0 || !(frequency == .monthly || frequency == .yearly) { return true }
            let date = CivilDate.components(ofDay: day)
            let first = CivilDate.dayNumber(year: date.year, month: isInMonth ? date.month : 1, day: 1)
            let monthLength = CivilDate.days(inMonth: date.month, of: date.year)
            let length = isInMonth ? monthLength : (CivilDate.isLeap(year: date.year) ? 366 : 365)
            let place = day - first
            if wanted.ordinal == place / 7 + 1 || wanted.ordinal == -((length - 1 - place) / 7 + 1) { return true }
        }
        return false
    }

    private func matchesWeekNumber(_ day: Int) -> Bool {
        let year = weekYear(of: day)
        let first = firstWeek(of: year)
        let number = (day - first) / 7 + 1
        let weeks = (firstWeek(of: year + 1) - first) / 7
        return weekNumbers.contains(number) || weekNumbers.contains(number - weeks - 1)
    }

    /// The year to which a day's week belongs, which can differ from the calendar year around New Year.
    func weekYear(of day: Int) -> Int {
        let year = CivilDate.components(ofDay: day).year
        if day >= firstWeek(of: year + 1) { return year + 1 }
        return day < firstWeek(of: year) ? year - 1 : year
    }

    /// The first day of a year's first week: the first one with four days or more in the year.
    func firstWeek(of year: Int) -> Int {
        let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
        let place = (CivilDate.weekdayIndex(newYear) - weekStart + 7) % 7
        return place <= 3 ? newYear - place : newYear + 7 - place
    }
}
