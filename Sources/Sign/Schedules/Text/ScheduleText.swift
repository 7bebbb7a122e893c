import Settings
import Timelines

/// What schedules may name besides days and times.
package struct ScheduleContext: Sendable {
    /// Where the sun is seen; nil if it is not known.
    package var location: Location?
    /// Schedules by their names.
    package var schedules: [String: Schedule] = [:]

    /// Describes what schedules may name.
    package init(location: Location? = nil) { self.location = location }
}

extension Schedule {
    /// Reads a schedule in one line: `mon-fri 08:00-18:00; sat 09:00-13:00; not 12-24..12-26`.
    ///
    /// Semicolons separate alternatives: days, parts of the day, or both, which must then both hold; `not` before days
    /// or times excludes them from all alternatives; `cron` before five fields (`cron 0 8 * * mon for 30min`);
    /// `always`; `never`. A part of the day that passes midnight belongs to the day it starts on.
    ///
    /// - Parameter context: what it may name; a name stands alone in an alternative, or behind `not`.
    /// - Throws: `TextError` with the place in the text and the nearest known word.
    package init(parsing text: String, context: ScheduleContext = ScheduleContext()) throws(TextError) {
        var (positive, negative) = ([Schedule](), [Schedule]())
        for clause in TextPart(text).split(";") {
            let words = Self.phrases(of: clause)
            guard let first = words.first else {
                throw clause.unexpected("days such as mon-fri, times such as 08:00-18:00, or both")
            }
            if first.text.lowercased() == "not" {
                negative.append(try Self.clause(Array(words.dropFirst()), after: first, context))
            } else {
                positive.append(try Self.clause(words, after: first, context))
            }
        }
        if positive.isEmpty { positive = [.always] }
        let base = positive.count == 1 ? positive[0] : .any(positive)
        self = negative.isEmpty ? base : .all([base] + negative.map(Schedule.not))
    }

    /// The words of a clause, those together that are one: `even weeks`, `first mon, third mon`.
    private static func phrases(of clause: TextPart) -> [TextPart] {
        clause.words.reduce(into: []) { phrases, word in
            guard let last = phrases.last, Days.opensPhrase(last) else { return phrases.append(word) }
            phrases[phrases.count - 1] = clause.part(from: last.offset, to: word.end)
        }
    }

    private static func clause(
        _ words: [TextPart], after before: TextPart, _ context: ScheduleContext
    ) throws(TextError) -> Schedule {
        guard let first = words.first else {
            throw before.unexpected("followed by days such as sun, or times such as 12:00-13:00")
        }
        if words.count == 1, let named = context.schedules[first.text] { return named }
        switch first.text.lowercased() {
        case "always" where words.count == 1: return .always
        case "never" where words.count == 1: return .never
        case "cron":
            guard words.count > 1 else { throw first.unexpected("followed by five fields") }
            return .cron(try CronRule(Array(words.dropFirst()), end: first.end))
        default: break
        }
        var (days, spans) = ([Days](), [DaySpan]())
        if !words.contains(where: Self.isTime) { try refuseHours(words) }
        for word in words {
            if Self.isTime(word) {
                spans += try DaySpan.list(word, context.location)
            } else {
                days.append(try Self.days(word, context))
            }
        }
        return spans.isEmpty ? .days(.joined(days)) : .times(spans, on: .joined(days))
    }

    /// Reads days; the nearest word of an unknown one may be the name of a schedule.
    private static func days(_ word: TextPart, _ context: ScheduleContext) throws(TextError) -> Days {
        do throws(TextError) {
            return try Days.list(word)
        } catch {
            let names = context.schedules.keys.sorted()
            if names.contains(word.text) { throw word.error("\"\(word.shown)\" must stand alone between semicolons") }
            guard NearestName.find(word.text, among: names) != nil else { throw error }
            throw word.unknownWord("a day or one of the times of the file", among: names)
        }
    }

    /// Whether a schedule can have a name, which is no word of other schedules.
    package static func isName(_ name: String) -> Bool {
        let words = ["always", "never", "cron", "not", "weeks"] + DayMoment.words
        return !words.contains(name.lowercased()) && (try? Days(parsing: name)) == nil
            && !Days.opensPhrase(TextPart(name))
    }

    /// Rejects `mon-fri 08-18`, which would mean 18 August if that is one of these days.
    private static func refuseHours(_ words: [TextPart]) throws(TextError) {
        let namesWeekdays = words.contains { $0.text.first?.isLetter ?? false }
        guard namesWeekdays else { return }
        for word in words where word.text.first?.isNumber ?? false {
            for item in word.split(",").map(\.trimmed) where item.split("..").count == 1 {
                try Days.refuseHours(item, isBesideWeekdays: true)
            }
        }
    }

    private static func isTime(_ word: TextPart) -> Bool {
        let text = word.text.lowercased()
        return text.contains(":") || DayMoment.words.contains(where: text.hasPrefix)
    }
}

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
    /// `mon-fri, sun`, `weekend`, `2026-12-24..2027-01-06`, `until 2026-12-24`, `12-24..01-06`, `daily`. Commas separate alternatives.
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

    private static let weekWords = ["even", "odd"]
    private static let places = ["first", "second", "third", "fourth", "last"]
    private static let openEnds = ["from", "until"]

    /// Whether the last of some days begins with a word that another one belongs to.
    static func opensPhrase(_ part: TextPart) -> Bool {
        let last = part.split(",").last?.trimmed.text.lowercased() ?? ""
        return (weekWords + places + openEnds).contains(last)
    }

    /// Reads `even weeks`, `first mon` or `until 2026-12-24`; nil for anything else.
    private static func phrase(_ part: TextPart) throws(TextError) -> Days? {
        let words = part.words
        guard let first = words.first?.text.lowercased() else { return nil }
        if weekWords.contains(first) {
            guard words.count == 2, words[1].text.lowercased() == "weeks" else {
                throw part.unexpected("\(first) weeks, such as \(first) weeks mon 08:00-12:00")
            }
            return .weeks(areEven: first == "even")
        }
        if openEnds.contains(first) {
            guard words.count == 2 else { throw part.unexpected("\(first) a date such as \(first) 2026-12-24") }
            let date = try CivilDate(words[1])
            return first == "from" ? .dates(date, through: .last) : .dates(.first, through: date)
        }
        guard let place = zip(places, Place.allCases).first(where: { $0.0 == first })?.1 else { return nil }
        guard words.count == 2 else { throw part.unexpected("a day of a month such as \(first) mon") }
        return .monthly(place, try weekday(words[1]))
    }

    private static func item(_ part: TextPart) throws(TextError) -> Days {
        if let found = try phrase(part) { return found }
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
        let words = Weekday.names.map(\.name) + ["daily", "weekdays", "weekend"] + weekWords + places + openEnds
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

    /// Reads parts of the day: `08:00-12:00, 14:00-18:30`; past midnight if the end is not later: `22:00-02:00`; also by the sun:
    /// `sunset-30m..23:00`.
    ///
    /// - Throws: `TextError` with the place in the text.
    static func list(_ part: TextPart, _ location: Location?) throws(TextError) -> [DaySpan] {
        var spans: [DaySpan] = []
        for item in part.split(",").map(\.trimmed) {
            if DayMoment.isOfSun(item) {
                spans.append(try sun(item, location))
                continue
            }
            let ends = item.split("..").count == 2 ? item.split("..") : item.split("-")
            guard ends.count == 2 else { throw item.unexpected(form) }
            spans.append(DaySpan(from: try CivilTime(ends[0].trimmed), to: try CivilTime(ends[1].trimmed)))
        }
        return spans
    }

    private static func sun(_ item: TextPart, _ location: Location?) throws(TextError) -> DaySpan {
        let (from, rest) = try DayMoment.first(of: item)
        let mark = rest.text.hasPrefix("..") ? 2 : 1
        guard mark == 2 || rest.text.hasPrefix("-") else {
            throw rest.isEmpty ? item.unexpected(form) : rest.unexpected("- or .. and the end of the part of the day")
        }
        let (to, end) = try DayMoment.first(of: rest.part(from: rest.offset + mark, to: rest.end).trimmed)
        guard end.isEmpty else { throw end.unexpected("the end of the part of the day") }
        guard let span = DaySpan(from: from, to: to, at: location) else { throw DayMoment.withoutPlace(item) }
        return span
    }
}

extension CivilTime {
    private static let form = "a time such as 08:30, 08:30:15 or 24:00"

    /// Reads a time of day: `8:30`, `08:30`, `08:30:15`, `24:00`, `noon` or `midnight`.
    package init(parsing text: String) throws(TextError) {
        try self.init(TextPart(text).trimmed)
    }

    init(_ part: TextPart) throws(TextError) {
        switch part.text.lowercased() {
        case "noon": self = CivilTime(hour: 12, minute: 0) ?? .midnight
        case "midnight": self = .midnight
        default:
            let fields = part.split(":")
            let numbers = fields.compactMap(\.number)
            guard numbers.count == fields.count, (2...3).contains(numbers.count),
                fields.dropFirst().allSatisfy({ $0.text.utf8.count == 2 }), fields[0].text.utf8.count <= 2
            else { throw part.unexpected(Self.form) }
            guard let time = CivilTime(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
            else { throw part.outOfRange("00:00 to 24:00") }
            self = time
        }
    }
}

extension CivilDate {
    private static let form = "a date such as 2026-12-24"

    /// Reads an ISO 8601 date: `2026-12-24`.
    init(_ part: TextPart) throws(TextError) {
        let fields = part.split("-")
        let numbers = fields.compactMap(\.number)
        guard numbers.count == 3, fields.count == 3, fields[0].text.utf8.count == 4 else {
            throw part.unexpected(Self.form)
        }
        guard let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
            throw part.outOfRange("a day of the calendar, from 1678 to 2261")
        }
        self = date
    }
}

extension MonthDay {
    private static let form = "a day of every year such as 12-24, month first"

    /// Reads a day of every year, month first: `12-24`.
    init(_ part: TextPart) throws(TextError) {
        let fields = part.split("-")
        let numbers = fields.compactMap(\.number)
        guard numbers.count == 2, fields.count == 2 else { throw part.unexpected(Self.form) }
        guard let day = MonthDay(month: numbers[0], day: numbers[1]) else {
            throw part.outOfRange("a month from 1 to 12 and one of its days")
        }
        self = day
    }
}

extension LocalTime {
    /// Reads a date and time: `2026-12-24T18:00` or `2026-12-24 18:00:30`; a date alone means its midnight.
    package init(parsing text: String) throws(TextError) {
        let part = TextPart(text).trimmed
        let fields = part.split("T").count == 2 ? part.split("T") : part.words
        guard let day = fields.first else { throw part.unexpected("a day and time such as 2026-12-24T18:00") }
        let date = try CivilDate(day)
        guard fields.count <= 2 else { throw fields[2].unexpected("the end of a day and time") }
        self.init(date: date, time: fields.count == 2 ? try CivilTime(fields[1]) : .midnight)
    }
}
