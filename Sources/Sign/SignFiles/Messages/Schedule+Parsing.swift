import Schedules
import Settings
import Timelines

/// Reads when a message is shown.
extension Schedule {
    /// How deep `not` may be within `not`.
    private static let maximumDepth = 4

    /// Reads `when`, a line of text or keys, which stays as it is without the key and where there are problems.
    static func read(_ fields: inout SignFields, into when: inout Schedule?) {
        read("when", &fields, depth: 0, into: &when)
    }

    @discardableResult
    private static func read(
        _ key: String, _ fields: inout SignFields, depth: Int, into schedule: inout Schedule?
    ) -> Bool {
        let words = "a text such as \"mon-fri 08:00-18:00\", or keys: days, from, to, dates, yearly, cron, not"
        guard fields.givenText(key) != nil else {
            return fields.readKeys(key, expected: words, into: &schedule) { Schedule.keys(&$0, depth: depth) }
        }
        return read(key, words, &fields, into: &schedule) { text throws(TextError) in
            try Schedule(parsing: text)
        }
    }

    private static func keys(_ fields: inout SignFields, depth: Int) -> Schedule? {
        var days: [Days?] = [nil, nil, nil]
        var isRight = true
        for (index, key) in ["days", "dates", "yearly"].enumerated() {
            let words = "days such as mon-fri, 2026-12-24 or 12-24..01-06"
            isRight =
                read(key, words, &fields, into: &days[index]) { text throws(TextError) in
                    try Days(parsing: text)
                } && isRight
        }
        var from: CivilTime?
        var to: CivilTime?
        var cron: CronRule?
        isRight =
            read("from", "a time such as 08:00", &fields, into: &from) { text throws(TextError) in
                try CivilTime(parsing: text)
            } && isRight
        isRight =
            read("to", "a time such as 18:30", &fields, into: &to) { text throws(TextError) in
                try CivilTime(parsing: text)
            } && isRight
        isRight =
            read("cron", "five fields such as \"0 8 * * mon for 30min\"", &fields, into: &cron) {
                text throws(TextError) in try CronRule(parsing: text)
            } && isRight
        var excluded: Schedule?
        if depth < maximumDepth {
            isRight = read("not", &fields, depth: depth + 1, into: &excluded) && isRight
        } else if fields.has("not") {
            fields.accept("not")
            fields.recordProblem(
                .wrongType(key: "not", expected: "nested at most \(maximumDepth) levels deep", found: "deeper"),
                at: fields.keyPlace(of: "not"))
            isRight = false
        }
        guard isRight else { return nil }
        return schedule(days: days.compactMap { $0 }, from: from, to: to, cron: cron, excluded: excluded)
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

    /// Reads a text of a schedule, which stays as it is without the key; returns whether nothing is wrong with it.
    private static func read<Value>(
        _ key: String, _ expected: String, _ fields: inout SignFields, into value: inout Value?,
        _ make: @escaping (String) throws(TextError) -> Value
    ) -> Bool {
        let form = SignFields.ValueForm<Result<Value, TextError>>(expected) { text in
            do throws(TextError) {
                return .value(.success(try make(text)))
            } catch {
                return .value(.failure(error))
            }
        }
        var result: Result<Value, TextError>?
        guard fields.read(key, as: form, into: &result) else { return false }
        switch result {
        case nil: return true
        case .success(let found)?:
            value = found
            return true
        case .failure(let error)?:
            fields.record(.schedule(error), at: fields.place(of: key, offset: error.offset))
            return false
        }
    }
}
