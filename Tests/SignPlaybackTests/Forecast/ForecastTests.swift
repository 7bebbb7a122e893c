import LiveValues
import Schedules
import Settings
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// What a forecast lists, and where it stops.
@Suite struct ForecastTests {
    private static func time(_ utc: String) throws -> WallTime { ZoneRules.utc.wall(of: try LocalTime(parsing: utc)) }

    private static func sign(_ text: String, zone: String = "Europe/Berlin") throws -> SignFile {
        try SignFile(parsing: "time-zone: \(zone)\n" + text, path: "s.yaml")
    }

    /// A calendar of events, each given by its lines.
    private static func calendar(_ events: String...) throws -> CalendarFile {
        let parts = events.map { "BEGIN:VEVENT\n" + $0 + "\nEND:VEVENT\n" }.joined()
        return try CalendarFile(
            parsing: Array(("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n" + parts + "END:VCALENDAR\n").utf8))
    }

    private static func forecast(
        _ subject: ForecastSubject, _ start: String, days: Int64 = 1, maximum: Int = Forecast.defaultMaximum
    ) throws -> Forecast {
        Forecast(subject, from: try time(start), for: .seconds(days * 86_400), maximum: maximum)
    }

    /// The entries as lines: text, beginning and end by the clocks of the sign.
    private static func lines(_ forecast: Forecast) -> [String] {
        forecast.entries.map { entry in
            func text(_ time: WallTime?) -> String { time.map { forecast.zone.civil(at: $0).description } ?? "-" }
            return "\(entry.text) \(text(entry.from)) \(text(entry.to))"
        }
    }

    private static let shop = "calendars: {shop: {path: shop.ics}}\n"

    @Test("C3: each occurrence of an event is listed with what it is about, also over a change of the clocks")
    func events() throws {
        let market = """
            UID:1\nDTSTART;TZID=Europe/Berlin:20261020T080000\nDTEND;TZID=Europe/Berlin:20261020T090000
            RRULE:FREQ=WEEKLY;BYDAY=SA,SU\nEXDATE;TZID=Europe/Berlin:20261101T080000\nSUMMARY:Market
            """
        let moved = "UID:2\nDTSTART:20261024T053000Z\nDURATION:PT1H\n"
        let calendar = try Self.calendar(market, moved)
        let file = try Self.sign(Self.shop + "message: {calendar: shop}")
        let forecast = try Self.forecast(
            ForecastSubject(file, calendars: ["shop": calendar]), "2026-10-23T22:00", days: 10)
        #expect(
            Self.lines(forecast) == [
                // Without a summary the text of the message stands for it.
                "{summary} 2026-10-24T07:30 2026-10-24T08:30",
                "Market 2026-10-24T08:00 2026-10-24T09:00", "Market 2026-10-25T08:00 2026-10-25T09:00",
                "Market 2026-10-31T08:00 2026-10-31T09:00",
            ])
        let hour = forecast.entries.map { ($0.from ?? .epoch) }
        expectEqual(hour[2] - hour[1], .seconds(25 * 3_600))
    }

    @Test("a forecast knows weeks, days of the month, the sun and named schedules, and says what depends on values")
    func schedules() throws {
        let file = try Self.sign(
            """
            place: {latitude: 52.52, longitude: 13.405}
            fields: {door: {variable: open}}
            times: {late: sunset-22:00}
            messages:
              - {text: Bins, when: even weeks thu 06:00-09:00}
              - {text: Market, when: "first sat 10:00-12:00"}
              - {text: Night, when: late; not fri, while: door = open}

            """)
        // Thursday, 29 October 2026 is in week 44; the first Saturday of November is the 7th.
        let bins = try Self.forecast(ForecastSubject(file, calendars: [:]), "2026-10-26", days: 20)
        let lines = Self.lines(bins).filter { !$0.hasPrefix("Night") }
        #expect(
            lines == [
                "Bins 2026-10-29T06:00 2026-10-29T09:00", "Market 2026-11-07T10:00 2026-11-07T12:00",
                "Bins 2026-11-12T06:00 2026-11-12T09:00",
            ])
        // Almanacs have the sun set in Berlin at 16:44 on that Monday, and not on Fridays.
        let nights = bins.entries.filter { $0.text == "Night" }
        #expect(!nights.isEmpty && nights.allSatisfy(\.dependsOnValues))
        let dates = nights.compactMap { $0.from.map { bins.zone.civil(at: $0).description } }
        #expect(dates[0].hasPrefix("2026-10-26T16:4"))
        #expect(!dates.contains { $0.hasPrefix("2026-10-30") } && dates.contains { $0.hasPrefix("2026-10-31") })
        #expect(bins.entries.allSatisfy { $0.text == "Night" || !$0.dependsOnValues })
    }

    @Test("an event is listed while the message's own time lasts, and its lifetime counts from the first event")
    func limitedEvents() throws {
        let calendar = try Self.calendar(
            "UID:1\nDTSTART:20260105T080000Z\nDTEND:20260105T100000Z\nSUMMARY:A",
            "UID:2\nDTSTART:20260105T093000Z\nDTEND:20260105T120000Z\nSUMMARY:B",
            "UID:3\nDTSTART:20260105T140000Z\nDTEND:20260105T150000Z\nSUMMARY:C")
        func lines(_ keys: String, from start: String = "2026-01-05") throws -> [String] {
            let file = try Self.sign(Self.shop + "message: {calendar: shop, \(keys)}", zone: "UTC")
            return Self.lines(try Self.forecast(ForecastSubject(file, calendars: ["shop": calendar]), start))
        }
        try expectEqual(
            lines("when: \"09:00-14:30\""),
            [
                "A 2026-01-05T09:00 2026-01-05T10:00", "B 2026-01-05T09:30 2026-01-05T12:00",
                "C 2026-01-05T14:00 2026-01-05T14:30",
            ])
        try expectEqual(
            lines("lifetime: 2h"),
            [
                "A 2026-01-05T08:00 2026-01-05T10:00", "B 2026-01-05T09:30 2026-01-05T10:00",
                "C 2026-01-05T14:00 2026-01-05T15:00",
            ])
        try expectEqual(
            lines("lifetime: 1h"), ["A 2026-01-05T08:00 2026-01-05T09:00", "C 2026-01-05T14:00 2026-01-05T15:00"])
        try expectEqual(
            lines("lifetime: 150m", from: "2026-01-05T09:45"),
            [
                "A 2026-01-05T08:00 2026-01-05T10:00", "B 2026-01-05T09:30 2026-01-05T10:30",
                "C 2026-01-05T14:00 2026-01-05T15:00",
            ])
    }

    @Test("a message of a calendar that is not known has no times, and the idle message fills the day")
    func unknownCalendar() throws {
        let file = try Self.sign(Self.shop + "message: {calendar: shop}\nidle: closed")
        expectEqual(Self.lines(try Self.forecast(ForecastSubject(file), "2026-01-05")), ["closed - -"])
    }

    @Test("cron rules are listed start by start, and follow the clocks when they are set")
    func cron() throws {
        let file = try Self.sign("message: {text: A, when: \"cron 30 * * * * for 10min\"}")
        let subject = ForecastSubject(file)
        let spring = try Self.forecast(subject, "2026-03-29")
        let autumn = try Self.forecast(subject, "2026-10-25")
        expectEqual(spring.entries.count, 24)
        expectEqual(autumn.entries.count, 24)
        func ends(_ forecast: Forecast, _ count: Int) -> [String] {
            Self.lines(forecast).prefix(count).map { String($0.suffix(16)) }
        }
        expectEqual(ends(spring, 2), ["2026-03-29T01:40", "2026-03-29T03:40"])
        expectEqual(ends(autumn, 3), ["2026-10-25T02:40", "2026-10-25T02:40", "2026-10-25T03:40"])
    }

    @Test("entries end at their number, and a forecast says until when everything is listed")
    func cut() throws {
        let file = try Self.sign(
            "messages:\n  - {text: A, when: \"cron */20 * * * * for 5min\"}\n  - {text: B, when: \"03:10-23:00\"}\nidle: i",
            zone: "UTC")
        let subject = ForecastSubject(file)
        let whole = try Self.forecast(subject, "2026-01-05")
        #expect(!whole.isCut)
        expectEqual(whole.completeUntil, whole.window.upperBound)
        for maximum in 1...whole.entries.count {
            let part = try Self.forecast(subject, "2026-01-05", maximum: maximum)
            expectEqual(part.entries.count, maximum)
            expectEqual(part.isCut, (maximum < whole.entries.count))
            guard part.isCut else { continue }
            // What begins before is all there; the idle message may end at the cut.
            let until = part.completeUntil
            let sure = whole.entries.filter { ($0.from ?? until) < until }.map(\.from)
            expectEqual(part.entries.filter { ($0.from ?? until) < until }.map(\.from), sure)
            #expect(part.entries.allSatisfy { ($0.from ?? until) <= until })
        }
    }

    @Test("messages that begin together are listed in the order of the file, also where there are more than may be")
    func manyMessages() throws {
        let file = try Self.sign(
            "messages:\n" + (0..<40).map { "  - {text: M\($0), when: \"\(10 + $0 % 10):00-20:\(10 + $0)\"}\n" }.joined()
        )
        let subject = ForecastSubject(file)
        let whole = try Self.forecast(subject, "2026-01-05", days: 3)
        let day = (0..<10).flatMap { hour in (0..<4).map { "M\(hour + 10 * $0)" } }
        expectEqual(whole.entries.map(\.text), day + day + day)
        for maximum in [1, 7, 39, 100] {
            let part = try Self.forecast(subject, "2026-01-05", days: 3, maximum: maximum)
            expectEqual(part.entries, Array(whole.entries.prefix(maximum)))
            expectEqual(part.completeUntil, whole.entries[maximum].from)
        }
    }

    @Test("conditions that contradict each other, odd lengths and times at the ends of the calendar end quietly")
    func hostile() throws {
        let file = try Self.sign(
            "messages:\n  - {text: A, when: {days: mon, dates: \"2026-01-06\"}}\n  - {text: B, when: never}\n"
                + "  - {text: C, when: {yearly: \"02-29\", days: fri, not: fri}}\n  - {text: D, when: always}\n"
                + "  - {text: E, lifetime: 1s}\n  - {text: \"\"}\nidle: i")
        let subject = ForecastSubject(file)
        let forecast = try Self.forecast(subject, "2026-01-05", days: 7)
        expectEqual(Self.lines(forecast), ["D - -", "E 2026-01-05T01:00 2026-01-05T01:00:01"])
        for start in [WallTime.distantPast, .distantFuture, WallTime(nanoseconds: .max - 5), .epoch] {
            for length in [Nanoseconds.zero, .seconds(-5), .seconds(86_400), Nanoseconds(.max), Nanoseconds(.min)] {
                let forecast = Forecast(subject, from: start, for: length, maximum: -1)
                #expect(forecast.entries.count <= 1)
            }
        }
    }
}
