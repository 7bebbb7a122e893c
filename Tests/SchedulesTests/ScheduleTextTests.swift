import Schedules
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
    ]

    @Test("Broken texts are errors at their place, with the nearest word", arguments: broken)
    func errors(broken: Broken) {
        do throws(ScheduleTextError) {
            _ = try Schedule(parsing: broken.text)
            Issue.record("\(broken.text) was taken")
        } catch {
            #expect(error.offset == broken.offset, "\(broken.text): \(error)")
            if case .unknownWord(_, _, let nearest) = error.reason {
                #expect(nearest == broken.nearest)
            } else {
                #expect(broken.nearest == nil, "\(error)")
            }
            #expect(!error.description.isEmpty)
        }
    }

    @Test("Texts mean what they say")
    func meanings() throws {
        #expect(try Schedule(parsing: " always ") == .always)
        #expect(
            try Schedule(parsing: "Mon - Fri") == .days(.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday])))
        #expect(try Days(parsing: "sat-mon") == .weekdays([.saturday, .sunday, .monday]))
        #expect(try Days(parsing: "weekend, wednesday") == .weekdays([.saturday, .sunday, .wednesday]))
        let day = try CivilDate(parsing: "2026-12-24")
        #expect(try Days(parsing: "2026-12-24") == .dates(day, through: day))
        let spans = try DaySpan.list(parsing: "8:00-12:00 , 14:00..24:00")
        #expect(spans.map { "\($0.from)-\($0.to)" } == ["08:00-12:00", "14:00-24:00"])
        #expect(try DaySpan.list(parsing: "22:00-02:00").map { "\($0.from)-\($0.to)" } == ["22:00-02:00"])
        #expect(try CronRule(parsing: "0 0 * * 7") == CronRule(parsing: "0 0 * * sunday"))
        #expect(try CronRule(parsing: "0 0 * * fri-sun") == CronRule(parsing: "0 0 * * 5,6,0"))
        #expect(try CronRule(parsing: "@hourly for 5min") == CronRule(parsing: "0 * * * *", duration: .seconds(300)))
        #expect(try CronRule(parsing: "10-30/10 * * * *") == CronRule(parsing: "10,20,30 * * * *"))
    }

    @Test("No text stops the program")
    func random() {
        var random = SeededRandom(seed: 5)
        let words = [
            "mon", "-", "..", ",", ";", " ", "08:00", "cron", "*", "/", "0", "59", "for", "2026-12-24", "not", "é",
            "\t", "2h",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            .joined()
            do throws(ScheduleTextError) {
                let schedule = try Schedule(parsing: text)
                _ = schedule.nextChange(after: .epoch, in: .utc)
            } catch {
                #expect((0...text.unicodeScalars.count).contains(error.offset), "\(text)")
            }
        }
    }
}
