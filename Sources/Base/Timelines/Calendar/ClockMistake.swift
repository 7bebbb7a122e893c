/// What a format of a time shows that is probably not meant: the month where minutes belong, the day of the year, percent signs.
package struct ClockMistake: Equatable, Sendable {
    /// Where a format is used.
    package enum Use: Sendable {
        /// A time of day.
        case time
        case date
        /// Either of them.
        case any
        /// A length of time, whose letters mean nothing else.
        case count
    }

    package let format: String
    /// What it shows.
    package let shown: String
    /// The format that is probably meant; nil if there is none.
    package let suggestion: String?

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// Looks at a format; nil if it is probably meant as it is.
    ///
    /// - Parameters:
    ///   - format: a format that can be read.
    ///   - isMarked: whether AM and PM are shown beside it.
    package init?(in format: String, use: Use, isMarked: Bool = false) {
        self.format = format
        if let strftime = StrftimeFormat(format) {
            shown = "\"%\" as it is"
            suggestion = strftime.pattern
            return
        }
        guard use != .count, let pattern = try? ClockPattern(format, letters: Self.letters) else { return nil }
        let review = ClockReview(pattern, use: use, isMarked: isMarked)
        guard !review.findings.isEmpty else { return nil }
        let words = review.findings.map(\.shown)
        shown =
            words.count == 1 ? words[0] : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
        var meant = pattern
        for finding in review.findings { meant.parts[finding.index] = finding.meant }
        suggestion = meant.text
    }
}

extension ClockMistake {
    /// Whether a format shows AM and PM, or another part of the day.
    package static func marksHalfDay(_ format: String) -> Bool {
        guard let pattern = try? ClockPattern(format, letters: letters) else { return false }
        return pattern.parts.contains { if case .field(let letter, _) = $0 { "abB".contains(letter) } else { false } }
    }
}

extension ClockMistake: CustomStringConvertible {
    /// What the format shows, and which one is probably meant.
    package var description: String {
        "the format \"\(format)\" shows \(shown)"
            + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "; write a format such as HH:mm or dd.MM.yyyy")
    }
}

/// Finds the letters of a format that probably stand for something else than they are meant to.
private struct ClockReview {
    /// The number of a part, what it shows, and what is probably meant.
    typealias Finding = (index: Int, shown: String, meant: ClockPattern.Part)

    /// A run of letters with the text before it.
    private struct Field {
        let index: Int
        let letter: Character
        let count: Int
        let gap: String
    }

    private(set) var findings: [Finding] = []
    private let fields: [Field]
    private let use: ClockMistake.Use
    private let isMarked: Bool

    private static let hours: Set<Character> = ["h", "H", "k", "K"]
    private static let days: Set<Character> = ["d", "D", "E", "y", "Y", "u"]

    init(_ pattern: ClockPattern, use: ClockMistake.Use, isMarked: Bool) {
        var (fields, gap): ([Field], String) = ([], "")
        for (index, part) in pattern.parts.enumerated() {
            switch part {
            case .text(let text): gap = text
            case .field(let letter, let count):
                fields.append(Field(index: index, letter: letter, count: count, gap: gap))
                gap = ""
            }
        }
        (self.fields, self.use) = (fields, use)
        // An "A" is meant for the marker.
        self.isMarked = isMarked || fields.contains { "abBA".contains($0.letter) }
        findings = fields.indices.compactMap(finding)
    }

    private func has(_ letters: String) -> Bool { fields.contains { letters.contains($0.letter) } }

    private func finding(at place: Int) -> Finding? {
        let field = fields[place]
        let count = field.count
        let found: (shown: String, letter: Character, count: Int)?
        switch field.letter {
        case "M" where isMinute(place): found = ("the month", "m", count)
        case "m" where isMonth(place): found = ("the minute", "M", count)
        case "D" where isDayOfMonth(field): found = ("the day of the year", "d", min(count, 2))
        case "d" where count >= 3: found = ("the day of the month", "E", count)
        case "Y" where !has("wW"): found = ("the year that the week belongs to", "y", count)
        case "h", "K":
            // A lone digit is how clocks of twelve hours are written; two digits look like those of 24 hours.
            found = count >= 2 && !isMarked ? ("the hour of half a day without AM or PM", "H", count) : nil
        case "S" where !has("s"): found = ("fractions of a second", "s", count)
        case "A": found = ("the milliseconds of the day", "a", 1)
        default: found = nil
        }
        return found.map { shown, letter, meant in
            let letters = String(repeating: field.letter, count: count)
            return (field.index, "\(shown) (\"\(letters)\")", .field(letter, count: meant))
        }
    }

    /// Whether a month stands where minutes belong: behind hours, before seconds, or alone in a time.
    private func isMinute(_ place: Int) -> Bool {
        let field = fields[place]
        guard field.count <= 2 else { return false }
        if place + 1 < fields.count, "sS".contains(fields[place + 1].letter) { return true }
        guard place > 0 else { return use == .time && fields.allSatisfy { $0.letter == "M" } }
        guard Self.hours.contains(fields[place - 1].letter) else { return false }
        let isBeforeDay = place + 1 < fields.count && Self.days.contains(fields[place + 1].letter)
        return !isBeforeDay || field.gap.contains(":") || fields.filter { "ML".contains($0.letter) }.count > 1
    }

    /// Whether minutes stand where a month belongs: beside days or years, or alone in a date.
    private func isMonth(_ place: Int) -> Bool {
        if use == .date, fields.allSatisfy({ $0.letter == "m" }) { return true }
        let before = place > 0 ? fields[place - 1].letter : nil
        let after = place + 1 < fields.count ? fields[place + 1].letter : nil
        if let before, Self.hours.contains(before) { return false }
        if after == "s" || after == "S" { return false }
        return [before, after].contains { $0.map(Self.days.contains) ?? false }
    }

    /// Whether a day of the year stands where that of the month belongs: in two digits, or beside a month.
    private func isDayOfMonth(_ field: Field) -> Bool {
        field.count == 2 || has("ML") || fields.indices.contains { fields[$0].letter == "m" && isMonth($0) }
    }
}
