import Settings
import Timelines

extension CronRule {
    /// One of the five fields.
    private struct Field {
        var name: String
        var range: ClosedRange<Int>
        /// The words of the field, beginning with its first number.
        var words: [String] = []

        static let all = [
            Field(name: "a minute", range: 0...59), Field(name: "an hour", range: 0...23),
            Field(name: "a day of the month", range: 1...31),
            Field(
                name: "a month", range: 1...12,
                words: Days.monthNames.map { $0.prefix(3).lowercased() }),
            Field(
                name: "a day of the week", range: 0...7, words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
        ]

        var form: String {
            let range = "\(name) from \(range.lowerBound) to \(range.upperBound)"
            guard let first = words.first, let last = words.last else { return range }
            return range + ", or \(first) to \(last)"
        }
    }

    /// Reads five fields and an optional duration: `*/15 8-18 * * mon-fri`, `0 9 1 jan,jul * for 2h`.
    ///
    /// A field is `*`, a number or name, a range `8-18`, any of these with a step `*/15`, or a list of such. 0 and 7
    /// are Sunday. `@hourly`, `@daily`, `@weekly`, `@monthly` and `@yearly` stand for their fields.
    ///
    /// Without a duration it is active for a minute after each start.
    ///
    /// - Throws: `TextError` with the place in the text and the nearest known word.
    package init(parsing text: String) throws(TextError) {
        let part = TextPart(text)
        try self.init(part.words, end: part.end)
    }

    /// Reads words; `end` is the offset of the missing fields where there are none.
    init(_ words: [TextPart], end: Int) throws(TextError) {
        var (words, duration) = (words, Nanoseconds.seconds(60))
        if let place = words.firstIndex(where: { $0.text.lowercased() == "for" }) {
            duration = try Self.duration(Array(words[(place + 1)...]), end: words[place])
            words.removeSubrange(place...)
        }
        if words.count == 1, words[0].text.hasPrefix("@") { words = try Self.fields(of: words[0]) }
        guard words.count >= 5 else {
            let expected = "five fields: minute, hour, day of the month, month, day of the week"
            throw TextPart("", offset: words.last?.end ?? end).unexpected(expected)
        }
        guard words.count == 5 else { throw words[5].unexpected("the end of five fields, or \"for\" and a time") }
        var sets: [UInt64] = []
        for (word, field) in zip(words, Field.all) { sets.append(try Self.set(word, field)) }
        // Sunday is 0 or 7 there, and the last day here.
        let weekdays = (sets[4] >> 1 & 0b11_1111) | ((sets[4] & 1 | sets[4] >> 7 & 1) << 6)
        self.init(
            minutes: sets[0], hours: sets[1], daysOfMonth: sets[2], months: sets[3], weekdays: weekdays,
            hasAnyDayOfMonth: words[2].text.hasPrefix("*"), hasAnyWeekday: words[4].text.hasPrefix("*"),
            seconds: duration.count / 1_000_000_000)
    }

    private static func duration(_ words: [TextPart], end: TextPart) throws(TextError) -> Nanoseconds {
        let text = words.map(\.text).joined()
        let expected = "a time from 1s to 366d, such as 30min"
        guard let first = words.first else { throw end.unexpected("followed by " + expected) }
        guard let duration = Nanoseconds(parsing: text) else { throw first.unexpected(expected) }
        guard duration >= .seconds(1), duration <= maximumDuration else {
            throw first.outOfRange(expected)
        }
        return duration
    }

    private static func fields(of word: TextPart) throws(TextError) -> [TextPart] {
        let known = [
            "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *",
            "@yearly": "0 0 1 1 *",
        ]
        guard let fields = known[word.text.lowercased()] else {
            throw word.unknownWord("a word such as @daily", among: known.keys.sorted())
        }
        return fields.split(separator: " ").map { TextPart(String($0), offset: word.offset) }
    }

    /// The numbers of a field as bits.
    private static func set(_ word: TextPart, _ field: Field) throws(TextError) -> UInt64 {
        var set: UInt64 = 0
        for item in word.split(",").map(\.trimmed) {
            let parts = item.split("/")
            guard parts.count <= 2 else { throw parts[2].unexpected("the end of \(field.name)") }
            var step = 1
            if parts.count == 2 {
                guard let number = parts[1].number, (1...field.range.upperBound).contains(number) else {
                    throw parts[1].unexpected("a step from 1 to \(field.range.upperBound)")
                }
                step = number
            }
            let range = try Self.range(parts[0], field, isStepped: parts.count == 2)
            for number in stride(from: range.lowerBound, through: range.upperBound, by: step) { set |= 1 << number }
        }
        return set
    }

    private static func range(
        _ part: TextPart, _ field: Field, isStepped: Bool
    ) throws(TextError) -> ClosedRange<Int> {
        if part.text == "*" { return field.words.count == 7 ? 0...6 : field.range }
        let ends = part.split("-")
        guard ends.count <= 2 else { throw ends[2].unexpected("the end of a range") }
        let first = try number(ends[0], field)
        guard ends.count == 2 else { return first...(isStepped ? field.range.upperBound : first) }
        var last = try number(ends[1], field)
        // Ranges may end with Sunday: fri-sun.
        if last < first, last == 0, field.words.count == 7 { last = 7 }
        guard first <= last else { throw part.backwards }
        return first...last
    }

    private static func number(_ part: TextPart, _ field: Field) throws(TextError) -> Int {
        if let number = part.number {
            guard field.range.contains(number) else { throw part.outOfRange(field.form) }
            return number
        }
        let word = part.text.lowercased()
        if let place = field.words.firstIndex(where: { word == $0 || word.count > 3 && isName(word, $0, field) }) {
            return place + field.range.lowerBound
        }
        guard !part.isEmpty else { throw part.unexpected(field.form) }
        throw part.unknownWord(field.form, among: field.words)
    }

    /// Whether a word is the whole name of a month or day.
    private static func isName(_ word: String, _ short: String, _ field: Field) -> Bool {
        let names = field.words.count == 7 ? Weekday.names.map(\.name) : Days.monthNames.map { $0.lowercased() }
        return names.contains(word) && word.hasPrefix(short)
    }
}
