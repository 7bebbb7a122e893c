import LiveValues
import Schedules
import Settings
import Timelines

/// Reads when a message is shown.
extension Schedule {
    /// How deep `not` may be within `not`.
    private static let maximumDepth = 4

    /// Reads `when`, a line of text or keys, which stays as it is without the key and where there are problems.
    static func read(
        _ key: String, _ fields: inout SignFields, _ context: ScheduleContext, into when: inout Schedule?
    ) {
        read(key, &fields, context, depth: 0, into: &when)
    }

    /// Reads `times`: schedules by their names, each of which may name those before it, for the messages and texts of a file.
    static func readTimes(_ fields: inout SignFields, into context: inout ScheduleContext) {
        let words = "schedules by name, such as open: mon-fri 08:00-18:00"
        fields.readKeys("times", expected: words, into: &context) { [context] inner -> ScheduleContext? in
            var known = context
            let names = inner.givenKeys
            guard names.count <= maximumTimes else {
                inner.recordProblem(
                    .outOfRange(key: "times", expected: "at most \(maximumTimes) of them", found: "\(names.count)"),
                    at: nil)
                for name in names { inner.accept(name) }
                return nil
            }
            for name in names {
                if !FieldReference.isName(name) {
                    inner.record(.fieldName(name), at: inner.keyPlace(of: name))
                } else if !isName(name) {
                    let words = "\(ShownText.quoted(name)) is a word of schedules; choose another name"
                    inner.record(.schedule(TextError(words)), at: inner.keyPlace(of: name))
                }
                var schedule: Schedule?
                read(name, &inner, known, depth: 0, into: &schedule)
                // Where it is wrong, its name is known all the same.
                known.schedules[name] = schedule ?? .never
            }
            return known
        }
    }

    /// The schedules with names that a sign file may have.
    private static let maximumTimes = 500

    private static func read(
        _ key: String, _ fields: inout SignFields, _ context: ScheduleContext, depth: Int,
        into schedule: inout Schedule?
    ) {
        let words = "a text such as \"mon-fri 08:00-18:00\", or keys: days, from, to, dates, yearly, cron, not"
        let text = form(words) { text throws(TextError) in try Schedule(parsing: text, context: context) }
        fields.readKeys(key, expected: words, text: text, into: &schedule) { Schedule.keys(&$0, context, depth: depth) }
    }

    private static func form<Value>(
        _ expected: String, _ parse: @escaping (String) throws(TextError) -> Value
    ) -> SignFields.ValueForm<Value> {
        .parsed(expected, SignReason.schedule, isPlaced: true, parse)
    }

    private static func moment(_ expected: String, _ context: ScheduleContext) -> SignFields.ValueForm<DayMoment> {
        form(expected) { text throws(TextError) in try DayMoment(parsing: text, location: context.location) }
    }

    private static func keys(_ fields: inout SignFields, _ context: ScheduleContext, depth: Int) -> Schedule? {
        var days: [Days?] = [nil, nil, nil]
        for (index, key) in ["days", "dates", "yearly"].enumerated() {
            let words = "days such as mon-fri, 2026-12-24 or 12-24..01-06"
            fields.read(key, as: form(words, Days.init(parsing:)), into: &days[index])
        }
        var from: DayMoment?
        var to: DayMoment?
        var cron: CronRule?
        fields.read("from", as: moment("a time such as 08:00 or sunset", context), into: &from)
        fields.read("to", as: moment("a time such as 18:30 or sunset", context), into: &to)
        let rules = form("five fields such as \"0 8 * * mon for 30min\"") { text throws(TextError) in
            try CronRule(parsing: text)
        }
        fields.read("cron", as: rules, into: &cron)
        var excluded: Schedule?
        if depth < maximumDepth {
            read("not", &fields, context, depth: depth + 1, into: &excluded)
        } else if fields.has("not") {
            fields.accept("not")
            fields.recordProblem(
                .wrongType(key: "not", expected: "nested at most \(maximumDepth) levels deep", found: "deeper"),
                at: fields.keyPlace(of: "not"))
        }
        guard fields.problems.isEmpty else { return nil }
        return .joined(
            days: days.compactMap { $0 }, from: from, to: to, at: context.location,
            others: [cron.map(Schedule.cron)].compactMap { $0 },
            not: [excluded].compactMap { $0 })
    }
}
