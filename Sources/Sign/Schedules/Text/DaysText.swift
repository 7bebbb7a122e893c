import Settings
import Timelines

extension Weekday {
    /// The names that texts may use: English, in full or the first three letters.
    static let names: [(name: String, weekday: Weekday)] = {
        let whole = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return zip(whole, Weekday.allCases).flatMap { [($0, $1), (String($0.prefix(3)), $1)] }
    }()
}

extension Days {
    private static let form =
        "a weekday such as mon, mon-fri or weekend, a date such as 2026-12-24, or a day of every year such as 12-24"

    /// Reads days: a list of weekdays, dates and days of every year, single or as ranges.
    ///
    /// `mon-fri, sun`, `weekend`, `2026-12-24..2027-01-06`, `12-24..01-06`, `daily`. Commas separate alternatives.
    /// `02-29` is the last day of February.
    ///
    /// - Throws: `TextError` with the place in the text and the nearest known word.
    package init(parsing text: String) throws(TextError) {
        self = try Self.list(TextPart(text))
    }

    static func list(_ part: TextPart) throws(TextError) -> Days {
        var weekdays: Set<Weekday> = []
        var sets: [Days] = []
        for item in part.split(",") {
            let found = try Self.item(item.trimmed)
            if case .weekdays(let more) = found { weekdays.formUnion(more) } else { sets.append(found) }
        }
        if !weekdays.isEmpty { sets.append(.weekdays(weekdays)) }
        return sets.count == 1 ? sets[0] : .any(sets)
    }

    private static func item(_ part: TextPart) throws(TextError) -> Days {
        guard let first = part.text.unicodeScalars.first else { throw part.unexpected(form) }
        if ("0"..."9").contains(first) { return try dates(part) }
        switch part.text.lowercased() {
        case "daily", "every", "everyday": return .every
        case "weekdays", "workdays": return .weekdays([.monday, .tuesday, .wednesday, .thursday, .friday])
        case "weekend", "weekends": return .weekdays([.saturday, .sunday])
        default: break
        }
        let ends = part.split("..").count == 2 ? part.split("..") : part.split("-")
        let first7 = try weekday(ends[0].trimmed)
        guard ends.count > 1 else { return .weekdays([first7]) }
        guard ends.count == 2 else { throw ends[2].unexpected("the end of a range of weekdays") }
        let last = try weekday(ends[1].trimmed)
        // Past Sunday where the range says so: sat-mon.
        let count = (last.rawValue - first7.rawValue + 7) % 7
        let days = (0...count).map { Weekday.allCases[(first7.rawValue - 1 + $0) % 7] }
        return .weekdays(Set(days))
    }

    private static func weekday(_ part: TextPart) throws(TextError) -> Weekday {
        let word = part.text.lowercased()
        if let found = Weekday.names.first(where: { $0.name == word }) { return found.weekday }
        if part.isEmpty { throw part.unexpected(form) }
        let words = Weekday.names.map(\.name) + ["daily", "weekdays", "weekend"]
        throw part.unknownWord(form, among: words)
    }

    /// Rejects two numbers that are probably meant as hours: `8-18`, and `08-18` beside weekdays.
    static func refuseHours(_ part: TextPart, isBesideWeekdays: Bool) throws(TextError) {
        let fields = part.split("-")
        let numbers = fields.compactMap(\.number)
        guard fields.count == 2, numbers.count == 2, numbers.allSatisfy({ $0 <= 24 }) else { return }
        let hours = "\(CivilDate.padded(numbers[0])):00-\(CivilDate.padded(numbers[1])):00"
        guard let date = MonthDay(month: numbers[0], day: numbers[1]) else {
            let expected = "a month from 1 to 12 and one of its days; for hours write \(hours)"
            throw part.outOfRange(expected)
        }
        let isDate = fields.allSatisfy { $0.text.utf8.count == 2 }
        guard isBesideWeekdays || !isDate else { return }
        let written = "\(CivilDate.padded(date.month))-\(CivilDate.padded(date.day))"
        let day = isBesideWeekdays ? "\(written)..\(written)" : written
        let name = "\(date.day) \(monthNames[date.month - 1])"
        throw part.error(
            "\"\(part.shown)\" can mean hours or a day of every year: write \(hours) for the hours, or \(day) for \(name)"
        )
    }

    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// A date or a day of every year, or a range of such.
    private static func dates(_ part: TextPart) throws(TextError) -> Days {
        let ends = part.split("..").map(\.trimmed)
        guard ends.count <= 2, let start = ends.first, let end = ends.last else {
            throw part.unexpected("one date, or two with .. between them")
        }
        if start.split("-").count == 2 {
            if ends.count == 1 { try refuseHours(start, isBesideWeekdays: false) }
            return .yearly(try MonthDay(start), through: try MonthDay(end))
        }
        let (first, last) = (try CivilDate(start), try CivilDate(end))
        guard first <= last else { throw part.backwards }
        return .dates(first, through: last)
    }
}

extension DaySpan {
    private static let form = "a part of the day such as 08:00-18:30"

    /// Reads parts of the day: `08:00-12:00, 14:00-18:30`; past midnight if the end is not later: `22:00-02:00`.
    ///
    /// - Throws: `TextError` with the place in the text.
    static func list(_ part: TextPart) throws(TextError) -> [DaySpan] {
        var spans: [DaySpan] = []
        for item in part.split(",").map(\.trimmed) {
            let ends = item.split("..").count == 2 ? item.split("..") : item.split("-")
            guard ends.count == 2 else { throw item.unexpected(form) }
            spans.append(DaySpan(from: try CivilTime(ends[0].trimmed), to: try CivilTime(ends[1].trimmed)))
        }
        return spans
    }
}
