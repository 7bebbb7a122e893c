import Schedules
import SignTestSupport
import Testing
import Timelines

/// Ten years of schedules, zones and recurring events, as python-dateutil and zoneinfo have them.
@Suite struct DateutilTests {
    private static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
        "Africa/Casablanca", "Pacific/Apia", "Europe/Dublin", "Antarctica/Troll", "Asia/Tehran", "America/St_Johns",
    ]

    @Test("Zones have the offsets that Python's zoneinfo has, from 1970 to 2100")
    func offsets() throws {
        var random = SeededRandom(seed: 1)
        var questions: [Dateutil.Question] = []
        for name in Self.zones {
            var question = Dateutil.Question("offsets", zone: name)
            question.times = (0..<400).map { _ in Int64.random(in: 0..<4_102_444_800, using: &random) }
            questions.append(question)
            question.ask = "locals"
            question.locals = question.times
            questions.append(question)
        }
        for (question, answers) in zip(questions, try Dateutil.answers(questions)) {
            let rules = zone(question.zone)
            for (time, answer) in zip(question.times ?? [], answers) {
                if question.ask == "offsets" {
                    let offset = rules.secondsAheadOfUTC(at: WallTime(seconds: time))
                    expectEqual(Int64(offset), answer, "\(question.zone) at \(time)")
                } else if let answer {
                    let local = ZoneRules.utc.civil(at: WallTime(seconds: time))
                    expectEqual(rules.wall(of: local).seconds, answer, "\(question.zone): \(local)")
                }
            }
        }
    }

    // MARK: Schedules

    private static let dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Days as the text of a schedule and as rules.
    private func days(_ random: inout SeededRandom) -> (text: String, rules: [Dateutil.DayRule]) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return ("daily", [Dateutil.DayRule(rule: "FREQ=DAILY")])
        case 1:
            let picked = (0..<7).filter { _ in Bool.random(using: &random) } + [Int.random(in: 0..<7, using: &random)]
            let words = picked.map { ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][$0] }.joined(separator: ",")
            let names = Set(picked).map { Self.dayNames[$0] }.joined(separator: ",")
            return (words, [Dateutil.DayRule(rule: "FREQ=WEEKLY;BYDAY=\(names)")])
        case 2:
            let month = Int.random(in: 1...12, using: &random)
            let day = Int.random(in: 1...28, using: &random)
            let rule = "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(day)"
            return (two(month) + "-" + two(day), [Dateutil.DayRule(rule: rule)])
        default:
            // The leap day, and five days on each side of the new year.
            let rules = ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=27"]
            return ("02-29,12-27..01-05", [.init(rule: rules[0]), .init(rule: rules[1], length: 10)])
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func clock(_ second: Int) -> String {
        two(second / 3_600) + ":" + two(second / 60 % 60)
    }

    @Test("C3: the edges of days and times over ten years equal those of dateutil", arguments: sample([1, 2, 3, 4], 1))
    func edges(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var questions: [Dateutil.Question] = []
        var texts: [String] = []
        for name in Self.zones {
            let days = days(&random)
            var question = Dateutil.Question("edges", zone: name)
            question.days = days.rules
            question.from = .date("2026-01-01")
            question.to = .date("2036-01-01")
            var spans: [String] = []
            question.spans = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                let start = Int.random(in: 0..<96, using: &random) * 900
                let length = Int.random(in: 1...96, using: &random) * 900
                let end = start + length > 86_400 ? start + length - 86_400 : start + length
                spans.append(clock(start) + "-" + clock(end))
                return [start, length]
            }
            texts.append(days.text + " " + spans.joined(separator: ","))
            questions.append(question)
        }
        let answers = try Dateutil.answers(questions)
        expectEqual(answers.count, texts.count)
        for index in texts.indices {
            let rules = zone(questions[index].zone)
            let schedule = try Schedule(parsing: texts[index])
            let end = rules.wall(of: try LocalTime(parsing: "2036-01-01"))
            var time = rules.wall(of: try LocalTime(parsing: "2026-01-01"))
            var edges: [Int64] = []
            while let next = schedule.nextChange(after: time, in: rules), next < end, edges.count < 20_000 {
                edges.append(next.seconds)
                time = next
            }
            let expected = answers[index].compactMap { $0 }
            let first = zip(edges, expected).first { $0.0 != $0.1 }
            expectEqual(edges, expected, "\(texts[index]) in \(questions[index].zone): \(String(describing: first))")
        }
    }

    // MARK: Recurring events

    /// A rule that dateutil and the standard read alike, and a start that it makes.
    private func rule(_ random: inout SeededRandom) -> String {
        func some(_ range: ClosedRange<Int>, _ count: Int) -> String {
            var values: Set<Int> = [range.upperBound]
            for _ in 0..<count { values.insert(Int.random(in: range, using: &random)) }
            return values.subtracting([0]).sorted().map(String.init).joined(separator: ",")
        }
        // dateutil takes only the days that are both where numbered and plain days are mixed; the standard takes either.
        func weekdays(ordinals: Bool) -> String {
            let isNumbered = ordinals && Bool.random(using: &random)
            let days = (0..<2).map { _ in
                let ordinal = isNumbered ? ["1", "2", "-1", "-2"].randomElement(using: &random) : nil
                return (ordinal ?? "") + (Self.dayNames.randomElement(using: &random) ?? "MO")
            }
            return Set(days).sorted().joined(separator: ",")
        }
        var parts: [String] = []
        switch Int.random(in: 0..<9, using: &random) {
        case 0: parts = ["FREQ=DAILY", "BYMONTH=" + some(1...12, 2)]
        case 1:
            parts = [
                "FREQ=WEEKLY", "BYDAY=" + weekdays(ordinals: false),
                "WKST=" + (Bool.random(using: &random) ? "SU" : "MO"),
            ]
        case 2: parts = ["FREQ=MONTHLY", "BYDAY=" + weekdays(ordinals: true)]
        case 3: parts = ["FREQ=MONTHLY", "BYMONTHDAY=" + some(-3...31, 2)]
        case 4: parts = ["FREQ=MONTHLY", "BYDAY=MO,TU,WE,TH,FR", "BYSETPOS=-1"]
        case 5: parts = ["FREQ=YEARLY", "BYMONTH=" + some(1...12, 2), "BYDAY=" + weekdays(ordinals: true)]
        case 6: parts = ["FREQ=YEARLY", "BYYEARDAY=" + some(-20...200, 3)]
        case 7: parts = ["FREQ=YEARLY", "BYWEEKNO=" + some(1...53, 2), "BYDAY=" + weekdays(ordinals: false)]
        default: parts = ["FREQ=HOURLY", "BYHOUR=" + some(0...22, 3), "BYDAY=" + weekdays(ordinals: false)]
        }
        let interval = Int.random(in: 1...3, using: &random)
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if Int.random(in: 0..<4, using: &random) == 0 { parts.append("BYMINUTE=0,20") }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: parts.append("COUNT=\(Int.random(in: 1...60, using: &random))")
        case 1: parts.append("UNTIL=20310615T120000")
        default: break
        }
        return parts.joined(separator: ";")
    }

    @Test("C3: recurring events of ten years start when dateutil says so", arguments: sample([11, 12, 13, 14], 1))
    func recurrences(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var questions: [Dateutil.Question] = []
        for _ in 0..<20 {
            let name = Self.zones.randomElement(using: &random) ?? "UTC"
            var question = Dateutil.Question("starts", zone: name)
            question.rules = [rule(&random)]
            let hour = two(Int.random(in: 0...23, using: &random))
            let day = two(Int.random(in: 1...28, using: &random))
            question.start = "2024" + two(Int.random(in: 1...12, using: &random)) + day + "T" + hour + "1500"
            question.from = .seconds(utc("2026-01-01").seconds)
            question.to = .seconds(utc("2036-01-01").seconds)
            questions.append(question)
        }
        let answers = try Dateutil.answers(questions)
        expectEqual(answers.count, questions.count)
        for (question, answer) in zip(questions, answers) {
            let rule = question.rules?.first ?? ""
            let calendar = """
                BEGIN:VCALENDAR
                VERSION:2.0
                BEGIN:VEVENT
                UID:1
                DTSTART;TZID=\(question.zone):\(question.start ?? "")
                DURATION:PT1M
                RRULE:\(rule)
                SUMMARY:One
                END:VEVENT
                END:VCALENDAR
                """
            let file = try CalendarFile(parsing: Array(calendar.utf8))
            guard let event = file.events.first else {
                // Nothing fits the rule.
                #expect(answer.isEmpty && file.remarks.count == 1, "\(rule): \(file.remarks)")
                continue
            }
            let found = event.occurrences(from: utc("2026-01-01"), count: 700, in: .utc)
            let seconds = Set(found.map(\.lowerBound.seconds))
            let starts = seconds.filter { $0 < utc("2036-01-01").seconds }.sorted()
            let expected = answer.compactMap { $0 }
            let count = min(starts.count, expected.count, 600)
            let first = zip(starts, expected).first { $0.0 != $0.1 }
            let words = "\(rule) \(question.start ?? "") \(question.zone) \(String(describing: first))"
            expectEqual(Array(starts.prefix(count)), Array(expected.prefix(count)), "\(words)")
            #expect(starts.count == expected.count || count == 600, "\(words) \(starts.count) \(expected.count)")
            try walk(.event(event), expected: Array(expected.prefix(60)), words)
        }
    }

    /// A rule that calendars seldom have, with its start and the days that it is looked at for.
    private func rareRule(_ random: inout SeededRandom) -> (rule: String, start: String, days: Int) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        func list(_ range: ClosedRange<Int>, _ count: Int) -> String {
            Set((0..<count).map { _ in number(range) }).sorted().map(String.init).joined(separator: ",")
        }
        func weekdays() -> String {
            Set((0..<2).map { _ in Self.dayNames[number(0...6)] }).sorted().joined(separator: ",")
        }
        // A start in the last days of December may be in a week of the next year.
        let date = number(0...1) == 0 ? "2024" + two(number(1...12)) + two(number(1...28)) : "202412\(number(26...31))"
        let start = date + "T" + two(number(0...23)) + two(number(0...59)) + two(number(0...59))
        switch number(0...6) {
        case 0:
            let weeks = ["1", "53", "-1", "1,20", "52,53"][number(0...4)]
            let count = number(0...1) == 0 ? "" : ";COUNT=\(number(1...9))"
            return ("FREQ=YEARLY;INTERVAL=\(number(2...4));BYWEEKNO=\(weeks);BYDAY=\(weekdays())\(count)", start, 3_652)
        case 1:
            let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"][number(0...3)]
            let times = "BYHOUR=\(list(0...23, 3));BYMINUTE=\(list(0...59, 2));BYSECOND=7"
            return ("FREQ=\(frequency);INTERVAL=\(number(1...3));\(times);COUNT=\(number(1...900))", date, 1_000)
        case 2:
            let frequency = ["HOURLY", "MINUTELY", "SECONDLY"][number(0...2)]
            return ("FREQ=\(frequency);INTERVAL=\(number(60_000...400_000))", start, 3_652)
        case 3:
            let times = "BYHOUR=\(list(0...23, 40));BYMINUTE=\(list(0...59, 90));BYSECOND=\(list(0...59, 9))"
            return ("FREQ=MONTHLY;BYDAY=\(weekdays());\(times)", start, 3)
        case 4:
            let times = "BYHOUR=\(list(0...23, 4));BYMINUTE=\(list(0...59, 4))"
            return ("FREQ=YEARLY;BYMONTH=\(list(1...12, 3));\(times);BYSETPOS=-300,-2,1,2,40,366", start, 3_652)
        case 5:
            let positions = ["1", "-1", "2,3", "-2,1"][number(0...3)]
            return (
                "FREQ=WEEKLY;INTERVAL=2;WKST=\(Self.dayNames[number(0...6)]);BYDAY=\(weekdays());BYHOUR=8,17"
                    + ";BYSETPOS=\(positions)", start, 1_000
            )
        default: return ("FREQ=DAILY;COUNT=\(number(10_000...12_000))", start, 40 * 366)
        }
    }

    @Test("C3: rules that calendars seldom have start when dateutil says so", arguments: sample([21, 22], 1))
    func rareRecurrences(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var questions: [Dateutil.Question] = []
        for _ in 0..<40 {
            let (rule, start, days) = rareRule(&random)
            // Whole days are those of the caller's zone.
            let name = start.count == 8 ? "UTC" : Self.zones.randomElement(using: &random) ?? "UTC"
            var question = Dateutil.Question("starts", zone: name)
            question.rules = [rule]
            question.start = start
            let from = utc("2024-12-01").seconds + Int64.random(in: 0..<40_000_000, using: &random)
            question.from = .seconds(days > 10_000 ? from + 800_000_000 : from)
            question.to = .seconds(from + Int64(days) * 86_400)
            questions.append(question)
        }
        for (question, answer) in zip(questions, try Dateutil.answers(questions)) {
            guard case .seconds(let from)? = question.from, case .seconds(let to)? = question.to else { return }
            let (rule, start) = (question.rules?.first ?? "", question.start ?? "")
            let isDate = start.count == 8
            let property =
                isDate ? "DTSTART;VALUE=DATE:\(start)" : "DTSTART;TZID=\(question.zone):\(start)\nDURATION:PT1S"
            let lines = "BEGIN:VEVENT\nUID:1\n\(property)\nRRULE:\(rule)\nEND:VEVENT\n"
            let file = try CalendarFile(parsing: Array("BEGIN:VCALENDAR\n\(lines)END:VCALENDAR\n".utf8))
            guard let event = file.events.first else {
                // Nothing fits the rule.
                #expect(answer.isEmpty && file.remarks.count == 1, "\(rule): \(file.remarks)")
                continue
            }
            let expected = answer.compactMap { $0 }
            // Of whole days the one before may still last.
            let found = event.occurrences(from: WallTime(seconds: from), count: expected.count + 2, in: .utc)
            let starts = Set(found.map(\.lowerBound.seconds)).filter { from <= $0 && $0 < to }.sorted()
            let first = zip(starts, expected).first { $0.0 != $0.1 }
            expectEqual(starts, expected, "\(rule) \(property): \(String(describing: first))")
        }
    }

    /// Goes from change to change: each start that does not overlap the one before is an edge.
    private func walk(_ schedule: Schedule, expected: [Int64], _ words: String) throws {
        var edges: [Int64] = []
        var time = utc("2026-01-01") - .one
        while edges.count < expected.count, let next = schedule.nextChange(after: time, in: .utc) {
            if schedule.isActive(at: next, in: .utc) { edges.append(next.seconds) }
            time = next
        }
        expectEqual(edges, expected, "\(words)")
    }
}
