import Timelines

/// A day of every year: a month and a day of it.
///
/// 29 February means the last day of February, which is the 28th in most years.
package struct MonthDay: Hashable, Sendable {
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    /// Creates a day of every year; nil if no year has it.
    package init?(month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: 2000) else { return nil }
        self.month = month
        self.day = day
    }

    /// The days since 1970-01-01 in a year.
    func dayNumber(in year: Int) -> Int {
        let isMissing = month == 2 && day == 29 && !CivilDate.isLeap(year: year)
        return CivilDate.dayNumber(year: year, month: month, day: isMissing ? 28 : day)
    }
}

/// A set of calendar days.
///
/// The next day in the set and the next day outside it are computed, not searched day by day. Only where several
/// conditions must all hold does a search step through the days on which one of them begins to hold.
package indirect enum Days: Hashable, Sendable {
    /// Every day.
    case every
    /// These days of the week.
    case weekdays(Set<Weekday>)
    /// The days from one to another, inclusive; empty if the first is later.
    case dates(CivilDate, through: CivilDate)
    /// The weeks with even numbers, or those with odd ones, by ISO 8601: from Monday on, and the first has four days or more in the
    /// year.
    case weeks(areEven: Bool)
    /// A day of the week in every month: the first to the fourth, or the last.
    case monthly(Place, Weekday)
    /// The days of every year from one to another, inclusive, across New Year if the first is later.
    case yearly(MonthDay, through: MonthDay)
    /// The days that are in all of the sets; every day if there are no sets.
    case all([Days])
    /// The days that are in any of the sets; none if there are no sets.
    case any([Days])

    /// Which of the days in a month that are the same day of the week.
    package enum Place: Int, CaseIterable, Hashable, Sendable {
        case first, second, third, fourth, last
    }

    /// The days that are in all of some sets.
    package static func joined(_ sets: [Days]) -> Days {
        sets.count == 1 ? sets[0] : sets.isEmpty ? .every : .all(sets)
    }

    func contains(_ day: Int) -> Bool {
        switch self {
        case .every: return true
        case .weekdays(let weekdays): return weekdays.contains(Weekday.allCases[CivilDate.weekdayIndex(day)])
        case .dates(let first, let last): return first.dayNumber <= day && day <= last.dayNumber
        case .weeks(let areEven): return Self.week(of: day).isMultiple(of: 2) == areEven
        case .monthly(let place, let weekday):
            guard CivilDate.weekdayIndex(day) + 1 == weekday.rawValue else { return false }
            let date = CivilDate.components(ofDay: day)
            return place == .last
                ? date.day + 7 > CivilDate.days(inMonth: date.month, of: date.year)
                : (date.day - 1) / 7 == place.rawValue
        case .yearly(let first, let last): return Self.yearlyRange(first, last, at: day).contains(day)
        case .all(let sets):
            for set in sets where !set.contains(day) { return false }
            return true
        case .any(let sets):
            for set in sets where set.contains(day) { return true }
            return false
        }
    }

    /// Returns the first day at or after `day` that is, or is not, in the set; nil if there is none.
    func next(from day: Int, isMember: Bool) -> Int? {
        guard day <= CivilDate.last.dayNumber else { return nil }
        let found = candidate(from: max(day, CivilDate.first.dayNumber), isMember: isMember)
        return found.flatMap { $0 <= CivilDate.last.dayNumber ? $0 : nil }
    }

    private func candidate(from day: Int, isMember: Bool) -> Int? {
        switch self {
        case .every: return isMember ? day : nil
        case .weekdays: return (day..<day + 7).first { contains($0) == isMember }
        // The last week of a year and the first one of the next may both have odd numbers.
        case .weeks: return (day..<day + 22).first { contains($0) == isMember }
        case .monthly: return (day..<day + 64).first { contains($0) == isMember }
        case .dates(let first, let last):
            if contains(day) == isMember { return day }
            if !isMember { return last.dayNumber + 1 }
            return first <= last && day < first.dayNumber ? first.dayNumber : nil
        case .yearly(let first, let last):
            let range = Self.yearlyRange(first, last, at: day)
            if range.contains(day) == isMember { return day }
            return isMember ? range.lowerBound : Self.yearlyEnd(first, last, at: day, range)
        case .all(let sets): return Self.search(sets, from: day, isMember, together: isMember)
        case .any(let sets): return Self.search(sets, from: day, isMember, together: !isMember)
        }
    }

    /// The number of a day's week: that of its Thursday.
    private static func week(of day: Int) -> Int {
        let thursday = day - CivilDate.weekdayIndex(day) + 3
        let year = CivilDate.components(ofDay: thursday).year
        return (thursday - CivilDate.dayNumber(year: year, month: 1, day: 1)) / 7 + 1
    }

    /// The first day on which all of the sets agree (together), or any of them.
    private static func search(_ sets: [Days], from day: Int, _ isMember: Bool, together: Bool) -> Int? {
        if together { return firstAgreement(of: sets.count, from: day) { sets[$0].next(from: $1, isMember: isMember) } }
        return sets.compactMap { $0.next(from: day, isMember: isMember) }.min()
    }

    /// The yearly range that contains a day, or the next one.
    private static func yearlyRange(_ first: MonthDay, _ last: MonthDay, at day: Int) -> ClosedRange<Int> {
        let year = CivilDate(dayNumber: day).year
        for year in year - 1...year + 1 {
            let start = first.dayNumber(in: year)
            let end = last.dayNumber(in: (last.month, last.day) < (first.month, first.day) ? year + 1 : year)
            if end >= day { return start...max(start, end) }
        }
        return first.dayNumber(in: year + 2)...first.dayNumber(in: year + 2)
    }

    /// The first day after a range; nil if ranges follow each other without a gap.
    private static func yearlyEnd(_ first: MonthDay, _ last: MonthDay, at day: Int, _ range: ClosedRange<Int>) -> Int? {
        var end = range.upperBound + 1
        // The range of the next year may begin right behind this one, in leap years or in all years.
        for _ in 0..<9 {
            let next = yearlyRange(first, last, at: end)
            guard next.contains(end) else { return end }
            end = next.upperBound + 1
        }
        return nil
    }
}

/// The maximum number of rounds of a search; a longer one resumes later from where it stopped.
let maximumSearchRounds = 20_000

/// Finds the first position on which several conditions agree, by stepping from one's next position to another's.
///
/// - Returns: the first position that is every condition's own next position; nil if one has none left. After the maximum
///   number of rounds, a position before which there is no match.
func firstAgreement<Position: Comparable>(
    of count: Int, from start: Position, next: (Int, Position) -> Position?
) -> Position? {
    var place = start
    for _ in 0..<maximumSearchRounds {
        var hasMoved = false
        for index in 0..<count {
            guard let found = next(index, place) else { return nil }
            if found > place {
                place = found
                hasMoved = true
            }
        }
        if !hasMoved { return place }
    }
    return place
}
