import Timelines

/// The starts of a rule in order, from any time on: it begins with the period that contains this time.
///
/// Not libical's iterator, because that begins at the first start, and rules without any start keep it busy
/// for years. It has no COUNT: `limited(_:start:)` makes the count the time of the last start, once.
struct RecurrenceStarts: IteratorProtocol {
    /// The number of periods without a start after which a rule counts as finished.
    static let maximumEmptyPeriods = 100_000
    /// The largest COUNT that is evaluated: more than the calendar has days.
    static let maximumCount = 250_000

    private let rule: RecurrenceRule
    private let start: Int64
    private let from: Int64
    private let last: Int64
    /// The number of the next period to look at, counted from the one of the first start.
    private var period: Int
    private var days: [Int] = []
    /// The hours, minutes and seconds within a period's day, hour, minute or second at which starts are.
    ///
    /// Their times are computed when asked for: a day may have 86,400.
    private let hours: [Int]
    private let minutes: [Int]
    private let seconds: [Int]
    /// Positions in the current period: its days times the times of day, or those that BYSETPOS picks.
    private var place = 0
    private var places = 0
    private var picked: [Int]?
    private var base: Int64 = 0
    private let startDay: Int
    private var isOver = false

    /// Creates the starts at or after a time of a rule that is completed by the first start and has no count.
    init(_ rule: RecurrenceRule, start: Int64, from: Int64) {
        self.rule = rule
        self.start = start
        self.from = max(from, start)
        last = min(rule.until ?? .max, Int64(CivilDate.last.dayNumber) * 86_400 + 86_399)
        startDay = CivilDate.day(ofLocal: start)
        let isDaily = rule.frequency.seconds == nil
        hours = isDaily ? rule.hours : [0]
        minutes = isDaily || rule.frequency == .hourly ? rule.minutes : [0]
        seconds = rule.frequency == .secondly ? [0] : rule.seconds
        period = 0
        period = self.period(of: self.from)
    }

    mutating func next() -> Int64? {
        var empty = 0
        while !isOver {
            while place < places {
                let time = time(at: place)
                place += 1
                if time > last { isOver = true }
                if time >= from, time <= last { return time }
            }
            empty += 1
            if empty > Self.maximumEmptyPeriods { isOver = true } else { openNextPeriod() }
        }
        return nil
    }

    /// Counts the starts of a rule that has a count, and replaces it by the time of the last one.
    ///
    /// - Parameter maximum: how many starts to count, at most `maximumCount`.
    /// - Returns: the rule, the starts that were counted, and whether the count continues after them.
    static func limited(
        _ rule: RecurrenceRule, start: Int64, maximum: Int = maximumCount
    ) -> (rule: RecurrenceRule, counted: Int, isCut: Bool) {
        guard let count = rule.count else { return (rule, 0, false) }
        var limited = rule
        limited.count = nil
        var starts = RecurrenceStarts(limited, start: start, from: start)
        var (last, counted, isCut) = (start - 1, 0, false)
        while counted < count, let next = starts.next() {
            isCut = counted >= min(maximum, maximumCount)
            if isCut { break }
            counted += 1
            last = next
        }
        limited.until = min(last, rule.until ?? last)
        return (limited, counted, isCut)
    }

    /// The time at a position of the current period; in order, as the lists are sorted and have each number once.
    private func time(at place: Int) -> Int64 {
        let (rest, second) = (picked?[place] ?? place).quotientAndRemainder(dividingBy: seconds.count)
        let (day, minuteOfDay) = rest.quotientAndRemainder(dividingBy: hours.count * minutes.count)
        let (hour, minute) = minuteOfDay.quotientAndRemainder(dividingBy: minutes.count)
        let time = hours[hour] * 3_600 + minutes[minute] * 60 + seconds[second]
        return base + Int64(days[day]) * 86_400 + Int64(time)
    }

    /// The number of the period that a time lies in, or of the one before.
    private func period(of time: Int64) -> Int {
        let wantedDay = CivilDate.day(ofLocal: time)
        let (date, wanted) = (CivilDate.components(ofDay: startDay), CivilDate.components(ofDay: wantedDay))
        let periods: Int
        switch rule.frequency {
        case .yearly where !rule.weekNumbers.isEmpty:
            periods = rule.weekYear(of: wantedDay) - rule.weekYear(of: startDay)
        case .yearly: periods = wanted.year - date.year
        case .monthly: periods = (wanted.year - date.year) * 12 + wanted.month - date.month
        case .weekly: periods = (wantedDay - weekStart(startDay)) / 7
        case .daily: periods = wantedDay - startDay
        default:
            let unit = rule.frequency.seconds ?? 1
            periods = Int((time - start) / unit)
        }
        return max(periods / rule.interval, 0)
    }

    private func weekStart(_ day: Int) -> Int { day - (CivilDate.weekdayIndex(day) - rule.weekStart + 7) % 7 }

    private mutating func openNextPeriod() {
        (place, places, picked, base) = (0, 0, nil, 0)
        let (offset, overflow) = period.multipliedReportingOverflow(by: rule.interval)
        guard !overflow, offset < maximumPeriods else {
            isOver = true
            return
        }
        period += 1
        let (year, month, _) = CivilDate.components(ofDay: startDay)
        switch rule.frequency {
        case .yearly where !rule.weekNumbers.isEmpty:
            let year = rule.weekYear(of: startDay) + offset
            let first = rule.firstWeek(of: year)
            open(days: first..<rule.firstWeek(of: year + 1), first: first)
        case .yearly:
            let months = rule.months.isEmpty ? Array(1...12) : rule.months
            let days = months.flatMap { Self.days(of: rule, year: year + offset, month: $0) }
            open(days: days, first: CivilDate.dayNumber(year: year + offset, month: 1, day: 1))
        case .monthly:
            let (year, month) = (year * 12 + month - 1 + offset).quotientAndRemainder(dividingBy: 12)
            let first = CivilDate.dayNumber(year: year, month: month + 1, day: 1)
            open(days: Self.days(of: rule, year: year, month: month + 1), first: first)
        case .weekly:
            let first = weekStart(startDay) + offset * 7
            open(days: first..<first + 7, first: first)
        case .daily: open(days: CollectionOfOne(startDay + offset), first: startDay + offset)
        default: openPart(offset)
        }
    }

    /// More periods than there are from the first year that a calendar can name to the last.
    private var maximumPeriods: Int {
        switch rule.frequency {
        case .yearly: 10_000
        case .monthly: 120_000
        case .weekly, .daily: 1_000_000
        default: .max
        }
    }

    /// The days of a month that may fit.
    private static func days(of rule: RecurrenceRule, year: Int, month: Int) -> [Int] {
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        let length = CivilDate.days(inMonth: month, of: year)
        guard !rule.monthDays.isEmpty else { return (0..<length).map { first + $0 } }
        let places = Set(rule.monthDays.map { $0 > 0 ? $0 - 1 : length + $0 })
        return places.filter((0..<length).contains).map { first + $0 }
    }

    /// Opens a period of whole days.
    private mutating func open(days candidates: some Sequence<Int>, first: Int) {
        if first > CivilDate.day(ofLocal: last) {
            isOver = true
            return
        }
        days = candidates.filter { $0 <= CivilDate.last.dayNumber && rule.matches(day: $0) }
        days.sort()
        pick()
    }

    /// Opens an hour, minute or second, or skips those that cannot have starts.
    private mutating func openPart(_ offset: Int) {
        guard let unit = rule.frequency.seconds else { return }
        let first = CivilDate.day(ofLocal: start)
        let (seconds, overflow) = Int64(offset).multipliedReportingOverflow(by: unit)
        let aligned = start - Int64(CivilTime.second(ofLocal: start)) % unit
        guard !overflow, seconds < Int64(CivilDate.last.dayNumber - first + 2) * 86_400 else {
            isOver = true
            return
        }
        let time = aligned + seconds
        if time > last { isOver = true }
        let day = CivilDate.day(ofLocal: time)
        let second = CivilTime.second(ofLocal: time)
        guard rule.matches(day: day) else { return skip(to: Int64(day + 1) * 86_400, from: aligned, unit) }
        if !rule.hours.isEmpty, !rule.hours.contains(second / 3_600) {
            return skip(to: time - Int64(second % 3_600) + 3_600, from: aligned, unit)
        }
        if unit < 3_600, !rule.minutes.isEmpty, !rule.minutes.contains(second / 60 % 60) {
            return skip(to: time - Int64(second % 60) + 60, from: aligned, unit)
        }
        if unit < 60, !rule.seconds.isEmpty, !rule.seconds.contains(second % 60) { return }
        days = [0]
        base = time
        pick()
    }

    /// Moves to the first period at or after a time.
    private mutating func skip(to time: Int64, from aligned: Int64, _ unit: Int64) {
        let step = unit * Int64(rule.interval)
        period = max(period, Int((time - aligned + step - 1) / step))
    }

    /// Selects all positions, or those of BYSETPOS, and moves to the first that is not too early.
    private mutating func pick() {
        places = days.count * hours.count * minutes.count * seconds.count
        if !rule.positions.isEmpty {
            let wanted = Set(rule.positions.map { $0 > 0 ? $0 - 1 : places + $0 }).filter((0..<places).contains)
            picked = wanted.sorted()
            places = wanted.count
        }
        // A year may have a start every second, and days before `from`.
        var (low, high) = (0, places)
        while low < high {
            let middle = (low + high) / 2
            if time(at: middle) < from { low = middle + 1 } else { high = middle }
        }
        place = low
    }
}
