import Settings
import Timelines

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
