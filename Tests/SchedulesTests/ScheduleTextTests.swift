import Schedules
import Settings
import SignTestSupport
import Testing
import Timelines

@Suite struct ScheduleTextTests {
    /// A broken text, where it breaks, and the nearest word if there is one.
    struct Broken: Sendable {
        var text: String
        var offset: Int
        var nearest: String?
    }

    static let broken = [
        Broken(text: "", offset: 0), Broken(text: "mon-fri; ", offset: 8),
        Broken(text: "munday 08:00-09:00", offset: 0, nearest: "monday"),
        Broken(text: "mon-frii", offset: 4, nearest: "fri"), Broken(text: "mon 25:00-26:00", offset: 4),
        Broken(text: "mon 08:00", offset: 4), Broken(text: "mon 08:00-9", offset: 10),
        Broken(text: "2026-02-30", offset: 0), Broken(text: "2026-12-24..2026-12-20", offset: 0),
        Broken(text: "13-01", offset: 0), Broken(text: "12-24..13-01", offset: 7),
        Broken(text: "sat; cron 0 8 * * moon", offset: 18, nearest: "mon"), Broken(text: "cron 60 8 * * *", offset: 5),
        Broken(text: "cron 0 8 * *", offset: 12), Broken(text: "cron 0 8 * * * *", offset: 15),
        Broken(text: "cron  0 8-6 * * *", offset: 8), Broken(text: "cron */0 * * * *", offset: 7),
        Broken(text: "cron 0 8 * * * for", offset: 15), Broken(text: "cron 0 8 * * * for soon", offset: 19),
        Broken(text: "cron @dayly", offset: 5, nearest: "@daily"), Broken(text: "not", offset: 0),
        Broken(text: "mon,,tue", offset: 4), Broken(text: "1678", offset: 0), Broken(text: "mon-tue-wed", offset: 8),
        Broken(text: "mon until", offset: 4), Broken(text: "from 12-24", offset: 5),
        Broken(text: "until 2026-02-30", offset: 6), Broken(text: "untill 2026-12-24", offset: 0, nearest: "until"),
    ]

    @Test("Broken texts are errors at their place, with the nearest word", arguments: broken)
    func errors(broken: Broken) {
        do throws(TextError) {
            _ = try Schedule(parsing: broken.text)
            Issue.record("\(broken.text) was taken")
        } catch {
            expectEqual(error.offset, broken.offset, "\(broken.text): \(error)")
            let words = error.description
            #expect(!words.isEmpty)
            #expect(words.contains("did you mean") == (broken.nearest != nil), "\(words)")
            if let nearest = broken.nearest { #expect(words.hasSuffix("; did you mean \"\(nearest)\"?"), "\(words)") }
        }
    }

    @Test(
        "Numbers that may be hours or a day are refused, with both readings",
        arguments: [
            ("mon-fri 8-18", 8, "08:00-18:00", "08-18..08-18 for 18 August"),
            ("8-18", 0, "08:00-18:00", "08-18 for 18 August"), ("sat; 9-1", 5, "09:00-01:00", "09-01 for 1 September"),
            ("mon-fri 09-17", 8, "09:00-17:00", "09-17..09-17 for 17 September"),
            ("mon 08-12, 13-17", 4, "08:00-12:00", "08-12..08-12 for 12 August"),
            ("12-24 daily", 0, "12:00-24:00", "12-24..12-24 for 24 December"),
            ("2026-12-24,8-18", 11, "08:00-18:00", "08-18 for 18 August"),
        ])
    func hoursOrDays(text: String, offset: Int, hours: String, day: String) {
        do throws(TextError) {
            _ = try Schedule(parsing: text)
            Issue.record("\(text) was taken")
        } catch {
            expectEqual(error.offset, offset, "\(text): \(error)")
            #expect(error.description.hasSuffix(": write \(hours) for the hours, or \(day)"), "\(text): \(error)")
        }
    }

    @Test("Hours without minutes that are no day say how they are written")
    func hoursAlone() {
        let words = "\"18-22\" is out of range: a month from 1 to 12 and one of its days; for hours write 18:00-22:00"
        do throws(TextError) {
            _ = try Schedule(parsing: "mon-fri 18-22")
            Issue.record("it was taken")
        } catch {
            expectEqual(error.description, words)
            expectEqual(error.offset, 8)
        }
    }

    @Test("Days of every year that cannot be hours, or stand beside hours, are days")
    func daysNotHours() throws {
        let friday = Days.weekdays([.friday])
        let (christmas, august) = (MonthDay(month: 12, day: 25), MonthDay(month: 8, day: 18))
        guard let christmas, let august else { return }
        let (lateDay, day) = (Days.yearly(christmas, through: christmas), Days.yearly(august, through: august))
        try expectEqual(Schedule(parsing: "08-18"), .days(day))
        try expectEqual(Schedule(parsing: "8-18..8-18"), .days(day))
        try expectEqual(Schedule(parsing: "fri 12-25"), .days(.all([friday, lateDay])))
        try expectEqual(Schedule(parsing: "fri 08-18..08-18"), .days(.all([friday, day])))
        let span = DaySpan(from: try CivilTime(parsing: "10:00"), to: try CivilTime(parsing: "12:00"))
        try expectEqual(Schedule(parsing: "fri 08-18 10:00-12:00"), .times([span], on: .all([friday, day])))
    }

    @Test("Texts mean what they say")
    func meanings() throws {
        try expectEqual(Schedule(parsing: " always "), .always)
        try expectEqual(
            Schedule(parsing: "Mon - Fri"), .days(.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday])))
        try expectEqual(Days(parsing: "sat-mon"), .weekdays([.saturday, .sunday, .monday]))
        try expectEqual(Days(parsing: "weekend, wednesday"), .weekdays([.saturday, .sunday, .wednesday]))
        let day = try LocalTime(parsing: "2026-12-24").date
        try expectEqual(Days(parsing: "2026-12-24"), .dates(day, through: day))
        let times = try ["8:00", "12:00", "14:00", "22:00", "2:00"].map { try CivilTime(parsing: $0) }
        try expectEqual(
            Schedule(parsing: "8:00-12:00 , 14:00..24:00"),
            .times([DaySpan(from: times[0], to: times[1]), DaySpan(from: times[2], to: .endOfDay)], on: .every))
        try expectEqual(
            Schedule(parsing: "22:00-02:00"), .times([DaySpan(from: times[3], to: times[4])], on: .every))
        try expectEqual(CronRule(parsing: "0 0 * * 7"), CronRule(parsing: "0 0 * * sunday"))
        try expectEqual(CronRule(parsing: "0 0 * * fri-sun"), CronRule(parsing: "0 0 * * 5,6,0"))
        try expectEqual(CronRule(parsing: "@hourly for 5min"), CronRule(parsing: "0 * * * * for 300s"))
        try expectEqual(CronRule(parsing: "10-30/10 * * * *"), CronRule(parsing: "10,20,30 * * * *"))
    }

    @Test("A date may be the first or the last day")
    func openEnds() throws {
        let days = try ["2026-12-01", "2026-12-24"].map { try LocalTime(parsing: $0).date }
        try expectEqual(Days(parsing: "from 2026-12-01"), .dates(days[0], through: .last))
        try expectEqual(Days(parsing: "Until 2026-12-24"), .dates(.first, through: days[1]))
        let friday = Days.weekdays([.friday])
        let span = DaySpan(from: try CivilTime(parsing: "08:00"), to: try CivilTime(parsing: "18:00"))
        try expectEqual(
            Schedule(parsing: "fri until 2026-12-24 08:00-18:00; not from 2026-12-01"),
            .all([
                .times([span], on: .all([friday, .dates(.first, through: days[1])])),
                .not(.days(.dates(days[0], through: .last))),
            ]))
        // Christmas Eve belongs to it, and the day after it does not.
        let schedule = try Schedule(parsing: "until 2026-12-24")
        expectEqual(text(schedule.nextChange(after: utc("2026-12-01T00:00"), in: .utc)), "2026-12-25T00:00")
    }

    @Test("No text stops the program")
    func random() {
        var random = SeededRandom(seed: 5)
        let words = [
            "mon", "-", "..", ",", ";", " ", "08:00", "cron", "*", "/", "0", "59", "for", "2026-12-24", "not", "é",
            "\t", "2h", "until ", "from ",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            .joined()
            do throws(TextError) {
                let schedule = try Schedule(parsing: text)
                _ = schedule.nextChange(after: .epoch, in: .utc)
            } catch {
                #expect((0...text.unicodeScalars.count).contains(error.offset), "\(text)")
            }
        }
    }
}
