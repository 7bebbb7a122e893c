import Settings
import Timelines

extension Schedule {
    /// Reads a schedule in one line: `mon-fri 08:00-18:00; sat 09:00-13:00; not 12-24..12-26`.
    ///
    /// Semicolons separate alternatives: days, parts of the day, or both, which must then both hold; `not` before days
    /// or times excludes them from all alternatives; `cron` before five fields (`cron 0 8 * * mon for 30min`);
    /// `always`; `never`. A part of the day that passes midnight belongs to the day it starts on.
    ///
    /// - Throws: `TextError` with the place in the text and the nearest known word.
    package init(parsing text: String) throws(TextError) {
        var (positive, negative) = ([Schedule](), [Schedule]())
        for clause in TextPart(text).split(";") {
            let words = clause.words
            guard let first = words.first else {
                throw clause.unexpected("days such as mon-fri, times such as 08:00-18:00, or both")
            }
            if first.text.lowercased() == "not" {
                negative.append(try Self.clause(Array(words.dropFirst()), after: first))
            } else {
                positive.append(try Self.clause(words, after: first))
            }
        }
        if positive.isEmpty { positive = [.always] }
        let base = positive.count == 1 ? positive[0] : .any(positive)
        self = negative.isEmpty ? base : .all([base] + negative.map(Schedule.not))
    }

    private static func clause(_ words: [TextPart], after before: TextPart) throws(TextError) -> Schedule {
        guard let first = words.first else {
            throw before.unexpected("followed by days such as sun, or times such as 12:00-13:00")
        }
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
                spans += try DaySpan.list(word)
            } else {
                days.append(try Days.list(word))
            }
        }
        return spans.isEmpty ? .days(.joined(days)) : .times(spans, on: .joined(days))
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
        return text.contains(":") || text.hasPrefix("noon") || text.hasPrefix("midnight")
    }
}
