import Schedules
import Settings
import Timelines

/// Reads when a message is shown.
extension Schedule {
    /// How deep `not` may be within `not`.
    private static let mostDepth = 4

    /// Reads `when`, a line of text or keys; nil within an optional for files without it, nil if there are problems.
    static func when(_ fields: inout SignFields) -> Schedule?? {
        fields.accept("when")
        guard fields.has("when") else { return .some(nil) }
        return schedule("when", &fields, depth: 0).map { .some($0) }
    }

    private static func schedule(_ key: String, _ fields: inout SignFields, depth: Int) -> Schedule? {
        let words = "a text such as \"mon-fri 08:00-18:00\", or keys: days, from, to, dates, yearly, cron, not"
        if fields.givenText(key) != nil {
            return part(key, expected: words, &fields) { text throws(ScheduleTextError) in try Schedule(parsing: text) }
                .flatMap { $0 }
        }
        return fields.keys(key, expected: words) { Schedule.keys(&$0, depth: depth) }
    }

    private static func keys(_ fields: inout SignFields, depth: Int) -> Schedule? {
        let days = ["days", "dates", "yearly"].map { key in
            part(key, expected: "days such as mon-fri, 2026-12-24 or 12-24..01-06", &fields) {
                text throws(ScheduleTextError) in try Days(parsing: text)
            }
        }
        let from = part("from", expected: "a time such as 08:00", &fields) {
            text throws(ScheduleTextError) in try CivilTime(parsing: text)
        }
        let to = part("to", expected: "a time such as 18:30", &fields) {
            text throws(ScheduleTextError) in try CivilTime(parsing: text)
        }
        let cron = part("cron", expected: "five fields such as \"0 8 * * mon for 30min\"", &fields) {
            text throws(ScheduleTextError) in try CronRule(parsing: text)
        }
        fields.accept("not")
        var isRight = true
        var excluded: Schedule?
        if fields.has("not"), depth < mostDepth {
            excluded = schedule("not", &fields, depth: depth + 1)
            isRight = excluded != nil
        } else if fields.has("not") {
            fields.noteProblem(
                .wrongType(key: "not", expected: "nested at most \(mostDepth) levels deep", found: "deeper"),
                at: fields.keyPlace(of: "not"))
            isRight = false
        }
        guard isRight, let from, let to, let cron, days.allSatisfy({ $0 != nil }) else { return nil }
        let sets = days.compactMap { $0 ?? nil }
        return schedule(days: sets, from: from, to: to, cron: cron, excluded: excluded)
    }

    private static func schedule(
        days sets: [Days], from: CivilTime?, to: CivilTime?, cron: CronRule?, excluded: Schedule?
    ) -> Schedule {
        var parts: [Schedule] = []
        let days: Days = sets.count == 1 ? sets[0] : sets.isEmpty ? .every : .all(sets)
        if from != nil || to != nil {
            parts.append(.times([DaySpan(from: from ?? .midnight, to: to ?? .endOfDay)], on: days))
        } else if !sets.isEmpty {
            parts.append(.days(days))
        }
        if let cron { parts.append(.cron(cron)) }
        if let excluded { parts.append(.not(excluded)) }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .always : .all(parts)
    }

    /// Reads a text of a schedule; nil within an optional where there is none, nil if it is wrong.
    private static func part<Value>(
        _ key: String, expected: String, _ fields: inout SignFields, _ read: (String) throws(ScheduleTextError) -> Value
    ) -> Value?? {
        var fault: ScheduleTextError?
        let value = fields.parsed(key, expected: expected, default: Value?.none) { text -> SignFields.Outcome<Value?> in
            do throws(ScheduleTextError) {
                return .value(try read(text))
            } catch {
                fault = error
                return .value(nil)
            }
        }
        guard let fault else { return value }
        fields.note(.schedule(fault), at: fields.place(of: key, offset: fault.offset))
        return nil
    }
}
