import LinuxSystem
import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that are shown while events of calendars are under way.
@Suite struct SignCalendarTests {
    private static let head = "time-zone: Europe/Berlin\ncalendars: {shop: {path: shop.ics}}\n"

    /// A calendar of events, each given by its lines.
    private static func calendar(_ events: String...) -> [UInt8] {
        let parts = events.map { "BEGIN:VEVENT\n" + $0 + "\nEND:VEVENT\n" }.joined()
        return Array(("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n" + parts + "END:VCALENDAR\n").utf8)
    }

    /// News of the calendar of the sign.
    private static func news(_ bytes: [UInt8], of name: String = "shop") -> [LiveChange] {
        [LiveChange(name: "calendar " + name, document: LiveDocument(bytes: bytes))]
    }

    private static func seconds(_ utc: String) throws -> Int64 {
        ZoneRules.utc.wall(of: try LocalTime(parsing: utc)).seconds
    }

    private func sign(
        _ messages: String, at start: String, head: String = Self.head, isSynchronized: Bool = true
    ) throws -> (sign: SignStage, clock: SetClock) {
        let clock = SetClock(try Self.seconds(start), isSynchronized: isSynchronized)
        return (try SignStage(head + messages, size: Self.size, clock: clock), clock)
    }

    /// What a text on its own looks like.
    private func text(_ text: String) throws -> String {
        try SignStage("message: {scroll: never, text: '\(text)'}", size: Self.size).picture(at: 0)
    }

    private static let size = Size(width: 160, height: 8)
    private static let minute: Int64 = 60_000
    private static let market = "UID:1\nDTSTART:20260105T080000Z\nDTEND:20260105T090000Z\nSUMMARY:AB\nLOCATION:C"

    @Test("C3, C4: the text of an event is shown while it takes place, and nothing before and after")
    func once() throws {
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-01-05T07:59")
        let dark = try text("")
        expectEqual(sign.picture(at: 0), dark)
        sign.player.take(Self.news(Self.calendar(Self.market)), at: sign.instant(10))
        expectEqual(sign.picture(at: 10), dark)
        expectEqual(sign.player.nextChange(after: sign.instant(10)), sign.instant(Self.minute))
        let shown = try text("AB")
        expectEqual(sign.picture(at: Self.minute - 1), dark)
        expectEqual(sign.picture(at: Self.minute), shown)
        expectEqual(sign.player.nextChange(after: sign.instant(Self.minute)), sign.instant(61 * Self.minute))
        expectEqual(sign.picture(at: 61 * Self.minute - 1), shown)
        expectEqual(sign.picture(at: 61 * Self.minute), dark)
        #expect(sign.player.nextChange(after: sign.instant(61 * Self.minute)) == nil)
    }

    @Test("events at the same time stand on one line by their beginnings, and leave it as they end")
    func several() throws {
        let second = "UID:2\nDTSTART:20260105T083000Z\nDTEND:20260105T100000Z\nSUMMARY:D"
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-01-05T08:00")
        sign.player.take(Self.news(Self.calendar(second, Self.market)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text("AB"))
        try expectEqual(sign.picture(at: 30 * Self.minute), text("AB   D"))
        try expectEqual(sign.picture(at: 60 * Self.minute), text("D"))
        try expectEqual(sign.picture(at: 120 * Self.minute), text(""))
    }

    @Test("an event that overlaps itself is there once for each occurrence, which leaves at its own end")
    func overlapping() throws {
        let daily = "UID:1\nDTSTART:20260105T080000Z\nDURATION:PT36H\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:S"
        let hour = 60 * Self.minute
        for (template, single, double) in [
            ("{start|date d}-{end|date d}", "5-6", "5-6   6-7"), ("{shop|count}", "1", "2"),
            ("{each shop separator \"/\": {summary}}", "S", "S/S"),
        ] {
            let (sign, clock) = try sign(
                "message: {calendar: shop, scroll: never, text: '\(template)'}", at: "2026-01-06T07:59")
            sign.player.take(Self.news(Self.calendar(daily)), at: sign.instant(0))
            let (one, two) = (try text(single), try text(double))
            expectEqual(sign.picture(at: 0), one, "\(template)")
            expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(Self.minute), "\(template)")
            expectEqual(sign.picture(at: Self.minute), two, "\(template)")
            // The first one ends twelve hours later, and the third begins after twelve more.
            expectEqual(sign.picture(at: Self.minute + 12 * hour - 1), two, "\(template)")
            #expect(sign.picture(at: Self.minute + 12 * hour) != two, "\(template)")
            #expect(sign.picture(at: Self.minute + 24 * hour) != one, "\(template)")
            clock.clock.set(
                try WallTime(seconds: Self.seconds("2026-01-05T09:00")), at: sign.instant(Self.minute + 25 * hour))
            expectEqual(sign.picture(at: Self.minute + 25 * hour), one, "\(template)")
        }
    }

    @Test("a text lists a hundred occurrences, the first ones, of one event too")
    func manyOccurrences() throws {
        let event = "UID:1\nDTSTART:20260105T080000Z\nDURATION:PT1H\nRRULE:FREQ=SECONDLY\nSUMMARY:S"
        let (sign, _) = try sign(
            "message: {calendar: shop, scroll: never, text: '{shop|count} {shop[0].start|date ss}'}",
            at: "2026-01-05T10:00:07")
        sign.player.take(Self.news(Self.calendar(event, event)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text("100 08"))
        try expectEqual(sign.picture(at: 1_000), text("100 09"))
    }

    @Test("a calendar may have as many bytes as its source, whatever its limit is")
    func size() throws {
        expectEqual(CalendarFile.maximumBytes, LiveSource.maximumBytes)
        let text = String(repeating: "x", count: 900)
        let events = (0..<9_000).map { "BEGIN:VEVENT\nUID:\($0)\nDESCRIPTION:\(text)\nEND:VEVENT\n" }.joined()
        let bytes = Array(("BEGIN:VCALENDAR\n" + events + "END:VCALENDAR\n").utf8)
        #expect(bytes.count > 8 << 20)
        let document = try SignCalendarDocument(bytes, zone: .utc)
        // The first thousand of its events, all without a start.
        expectEqual(document.file.remarks.count, 1_000)
    }

    @Test("a text says what is shown of each event; one without a value of events is shown once")
    func templates() throws {
        let other = "UID:2\nDTSTART:20260105T083000Z\nDTEND:20260105T100000Z\nSUMMARY:D"
        let calendar = Self.calendar(Self.market, other)
        let texts = [
            ("{summary} {start|date HH:mm}", "AB 09:00   D 09:30"), ("{location|or -}", "C   -"), ("Zu", "Zu"),
            ("{each shop separator \"/\": {summary}}", "AB/D"), ("{shop|count}", "2"), ("{{x}", "{{x}"),
            ("{end|date d.MM. H}", "5.01. 10   5.01. 11"),
        ]
        for (template, expected) in texts {
            let (sign, _) = try sign(
                "message: {calendar: shop, scroll: never, text: '\(template)'}", at: "2026-01-05T08:45")
            sign.player.take(Self.news(calendar), at: sign.instant(0))
            let still = try text(expected)
            expectEqual(sign.picture(at: 0), still, "\(template)")
        }
    }

    @Test("a message of a calendar leaves the turns when its events end, and joins them when they begin")
    func turns() throws {
        let (sign, _) = try sign(
            "messages: [{calendar: shop, priority: 3}, {text: O}]", at: "2026-01-05T07:59:59")
        sign.player.take(Self.news(Self.calendar(Self.market)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text("O"))
        try expectEqual(sign.picture(at: 1_000), text("AB"))
        try expectEqual(sign.picture(at: 60 * Self.minute + 1_000), text("O"))
    }

    @Test("the times and the calendar of a message must both hold")
    func when() throws {
        let (sign, _) = try sign("message: {calendar: shop, when: \"09:30-12:00\"}", at: "2026-01-05T08:00")
        sign.player.take(Self.news(Self.calendar(Self.market)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text(""))
        try expectEqual(sign.picture(at: 30 * Self.minute), text("AB"))
        try expectEqual(sign.picture(at: 60 * Self.minute), text(""))
    }

    @Test("whole days begin and end at the midnights of the sign's zone, on days of 23 hours too")
    func wholeDays() throws {
        let day = "UID:1\nDTSTART;VALUE=DATE:20260329\nSUMMARY:S"
        // Midnight in Berlin is at 23:00 of UTC on the day before, and the next one at 22:00.
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-03-28T22:59")
        sign.player.take(Self.news(Self.calendar(day)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text(""))
        try expectEqual(sign.picture(at: Self.minute), text("S"))
        expectEqual(sign.player.nextChange(after: sign.instant(Self.minute)), sign.instant((1 + 23 * 60) * Self.minute))
        try expectEqual(sign.picture(at: (1 + 23 * 60) * Self.minute), text(""))
    }

    @Test("birthdays recur every year, except for excluded dates")
    func yearly() throws {
        let birthday = "UID:1\nDTSTART;VALUE=DATE:20000105\nRRULE:FREQ=YEARLY\nSUMMARY:X"
        let except = birthday + "\nEXDATE;VALUE=DATE:20260105"
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-01-05T12:00")
        sign.player.take(Self.news(Self.calendar(birthday)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text("X"))
        sign.player.take(Self.news(Self.calendar(except)), at: sign.instant(10))
        try expectEqual(sign.picture(at: 10), text(""))
        // 2027-01-05 begins in Berlin 364 days and 11 hours later.
        let next = sign.instant(0) + .seconds(364 * 86_400 + 11 * 3_600)
        expectEqual(sign.player.nextChange(after: sign.instant(10)), next)
    }

    @Test("no event takes place until the clock is known to be right")
    func unsynchronized() throws {
        let (sign, clock) = try sign("message: {calendar: shop}", at: "2026-01-05T08:10", isSynchronized: false)
        sign.player.take(Self.news(Self.calendar(Self.market)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text(""))
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(1_000))
        clock.clock.isSynchronized = true
        try expectEqual(sign.picture(at: 1_000), text("AB"))
    }

    /// A calendar of 1,000 events, which are asked in ten steps 5 ms apart.
    private static func large(_ events: (Int) -> String) -> [UInt8] {
        let parts = (0..<1_000).map { "BEGIN:VEVENT\nUID:\($0)\n" + events($0) + "\nEND:VEVENT\n" }.joined()
        return Array(("BEGIN:VCALENDAR\n" + parts + "END:VCALENDAR\n").utf8)
    }

    @Test("thousands of events are evaluated in steps, and the previous decision holds until all are done")
    func steps() throws {
        let calendar = Self.large { number in
            number == 999
                ? "DTSTART:20260105T080000Z\nDTEND:20260105T090000Z\nSUMMARY:AB" : "DTSTART:20270105T080000Z"
        }
        let (sign, clock) = try sign("message: {calendar: shop}", at: "2026-01-05T08:10")
        let (dark, shown) = try (text(""), text("AB"))
        sign.player.take(Self.news(calendar), at: sign.instant(0))
        expectEqual(sign.picture(at: 0), dark)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(5))
        expectEqual(sign.picture(at: 44), dark)
        expectEqual(sign.picture(at: 45), shown)
        expectEqual(sign.player.nextChange(after: sign.instant(45)), sign.instant(50 * Self.minute))
        // A newer calendar, whose event is still to be found.
        sign.player.take(Self.news(calendar + [0x0A]), at: sign.instant(1_000))
        expectEqual(sign.picture(at: 1_000), shown)
        expectEqual(sign.picture(at: 1_100), shown)
        clock.clock.set(try WallTime(seconds: Self.seconds("2026-01-05T07:10")), at: sign.instant(2_000))
        expectEqual(sign.picture(at: 2_000), shown)
        expectEqual(sign.picture(at: 2_044), shown)
        expectEqual(sign.picture(at: 2_045), dark)
    }

    @Test("thousands of events that begin at the same time are evaluated in steps")
    func stepsAtMidnight() throws {
        let calendar = Self.large { number in "DTSTART;VALUE=DATE:20260106\nSUMMARY:\(number == 0 ? "S" : "")" }
        let (sign, _) = try sign("message: {calendar: shop, text: '{shop|count}'}", at: "2026-01-05T22:59")
        sign.player.take(Self.news(calendar), at: sign.instant(0))
        try expectEqual(sign.picture(at: 1_000), text(""))
        try expectEqual(sign.picture(at: Self.minute + 44), text(""))
        try expectEqual(sign.picture(at: Self.minute + 45), text("100"))
    }

    @Test("a changed calendar is shown in place; an invalid one keeps the old one")
    func changed() throws {
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-01-05T08:10")
        sign.player.take(Self.news(Self.calendar(Self.market)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text("AB"))
        let renamed = Self.market.replacingAB(with: "E")
        sign.player.take(Self.news(Self.calendar(renamed)), at: sign.instant(1_000))
        try expectEqual(sign.picture(at: 1_000), text("E"))
        sign.player.take(Self.news(Array("nonsense".utf8)), at: sign.instant(2_000))
        try expectEqual(sign.picture(at: 2_000), text("E"))
        sign.player.take(Self.news(Self.calendar(Self.market), of: "other"), at: sign.instant(3_000))
        try expectEqual(sign.picture(at: 3_000), text("E"))
    }

    @Test("problems of an event are reported with their line, and the other events are shown")
    func warnings() throws {
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-01-05T08:10")
        let broken = "UID:7\nDTSTART:tomorrow\nSUMMARY:Y"
        sign.player.take(Self.news(Self.calendar(broken, Self.market)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text("AB"))
        expectEqual(
            sign.player.calendarWarnings,
            [
                "shop.ics:6: \"tomorrow\" is not a valid value of DTSTART; the event is ignored"
            ])
        sign.player.take(Self.news(Self.calendar(Self.market)), at: sign.instant(1_000))
        #expect(sign.player.calendarWarnings.isEmpty)
        sign.player.take(Self.news(Self.calendar(broken, Self.market)), at: sign.instant(2_000))
        expectEqual(sign.player.calendarWarnings.count, 1)
        // Another calendar of the same name has other events.
        try sign.show(Self.head.replacingOccurrences(of: "shop.ics", with: "b.ics") + "message: A", at: 3_000)
        #expect(sign.player.calendarWarnings.isEmpty)
    }

    @Test("the reader of calendars rejects other texts with the line, and evaluates events in the sign's zone")
    func reader() throws {
        let zone = try ZoneRules.named("Europe/Berlin")
        let reader = SignCalendarDocument.reader(zone: { zone }, time: { nil })
        let file = try SignFile(parsing: Self.head + "message: {calendar: shop}", path: "/signs/s.yaml")
        let source = try #require(file.calendars.first)
        let unclosed = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\n".utf8)
        func read(_ source: LiveSource, _ bytes: [UInt8]) throws -> (any Sendable)? { try reader(source, bytes).get() }
        #expect(throws: WordedError("/signs/shop.ics:2: BEGIN:VEVENT has no END:VEVENT")) {
            try read(source, unclosed)
        }
        let document = try #require(try read(source, Self.calendar(Self.market)) as? SignCalendarDocument)
        expectEqual(document.file.events.map(\.summary), ["AB"])
        let other = LiveSource("x", source.origin, form: .document(.image))
        let left = try read(other, unclosed)
        #expect(left == nil)
    }

    @Test("a change of the file keeps the calendars that it still has, in another zone too")
    func reload() throws {
        let day = "UID:1\nDTSTART;VALUE=DATE:20260105\nSUMMARY:S"
        let (sign, _) = try sign("message: {calendar: shop}", at: "2026-01-05T23:30")
        sign.player.take(Self.news(Self.calendar(day)), at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), text(""))
        try sign.show("time-zone: UTC\ncalendars: {shop: {path: shop.ics}}\nmessage: {calendar: shop}", at: 1_000)
        try expectEqual(sign.picture(at: 1_000), text("S"))
        try sign.show("time-zone: UTC\ncalendars: {shop: {path: other.ics}}\nmessage: {calendar: shop}", at: 2_000)
        try expectEqual(sign.picture(at: 2_000), text(""))
    }

    @Test("values of sources are written in the language of the sign: dates, and the marks within numbers")
    func language() throws {
        let head = "time-zone: Europe/Berlin\nlocale: de\nfields: {v: {file: v}}\n"
        let dates: [(LiveValue, String, String)] = [
            (.text("2026-03-29T01:30:00Z"), "{v|date EEEE HH:mm}", "Sonntag 03:30"),
            (.text("2026-12-24T18:00:00.5+02:00"), "{v|date MMMM H:mm}", "Dezember 17:00"),
            (.number(1_767_268_800), "{v|date HH:mm}", "13:00"), (.text("soon"), "{v|date HH:mm}", "soon"),
            (.number(1_234), "{v|,.1}", "1.234,0"),
        ]
        for (value, template, expected) in dates {
            let (sign, _) = try sign(
                "message: {scroll: never, text: '\(template)'}", at: "2026-01-05T12:00", head: head)
            sign.player.take([LiveChange(name: "v", reading: LiveReading(value))], at: sign.instant(0))
            let still = try text(expected)
            expectEqual(sign.picture(at: 0), still, "\(template) of \(value)")
        }
    }
}

extension String {
    fileprivate func replacingAB(with other: String) -> String {
        split(separator: "SUMMARY:AB", omittingEmptySubsequences: false).joined(separator: "SUMMARY:" + other)
    }
}
