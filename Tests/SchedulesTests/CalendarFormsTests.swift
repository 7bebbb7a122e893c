import Schedules
import SignTestSupport
import Testing
import Timelines

/// Events in the forms that programs write, whether or not the standard has them.
@Suite struct CalendarFormsTests {
    /// A calendar of events, each given by its lines.
    private func calendar(_ events: [String], zone: String = "") throws -> CalendarFile {
        let parts = events.map { "BEGIN:VEVENT\n" + $0 + "\nEND:VEVENT\n" }.joined()
        return try CalendarFile(parsing: Array(("BEGIN:VCALENDAR\n" + zone + parts + "END:VCALENDAR\n").utf8))
    }

    private func times(_ event: CalendarEvent, from start: String = "2026-01-01", count: Int = 9) -> [String] {
        event.occurrences(from: utc(start), count: count, in: .utc).map {
            (text($0.lowerBound) ?? "") + " " + (text($0.upperBound) ?? "")
        }
    }

    // MARK: - Lengths

    @Test("An event of whole days lasts one day at least, however its end is written")
    func wholeDays() throws {
        let start = "DTSTART;VALUE=DATE:20260917\n"
        let forms = [
            ("DTEND;VALUE=DATE:20260917", "2026-09-18T00:00"), ("DTEND;VALUE=DATE:20260918", "2026-09-18T00:00"),
            ("DTEND;VALUE=DATE:20260919", "2026-09-19T00:00"), ("DURATION:PT0S", "2026-09-18T00:00"),
            ("DURATION:P0D", "2026-09-18T00:00"), ("DURATION:-PT0S", "2026-09-18T00:00"),
            ("DURATION:PT1H", "2026-09-18T00:00"), ("DURATION:PT24H", "2026-09-18T00:00"),
            ("DURATION:PT1440M", "2026-09-18T00:00"), ("DURATION:PT36H", "2026-09-18T12:00"),
            ("DURATION:P1D", "2026-09-18T00:00"), ("DURATION:P2D", "2026-09-19T00:00"),
            ("DURATION:P1W", "2026-09-24T00:00"), ("SUMMARY:neither", "2026-09-18T00:00"),
        ]
        for (form, end) in forms {
            let file = try calendar([start + form])
            #expect(file.remarks.isEmpty, "\(form)")
            expectEqual(file.events.map { times($0) }, [["2026-09-17T00:00 " + end]], "\(form)")
        }
        let series = try calendar([start + "DTEND;VALUE=DATE:20260917\nRRULE:FREQ=WEEKLY;COUNT=2"])
        expectEqual(
            series.events.map { times($0) },
            [["2026-09-17T00:00 2026-09-18T00:00", "2026-09-24T00:00 2026-09-25T00:00"]])
        let book = try calendar([start + "DTEND;VALUE=DATE:20260917"])
        #expect(book.schedule.isActive(at: utc("2026-09-17T12:00"), in: .utc))
    }

    @Test("An end before the start is a problem; of whole days the first one is shown")
    func reversed() throws {
        let file = try calendar([
            "UID:1\nDTSTART;VALUE=DATE:20260917\nDTEND;VALUE=DATE:20260916",
            "UID:2\nDTSTART:20260917T100000Z\nDTEND:20260917T090000Z",
        ])
        expectEqual(file.events.map(\.uid), ["1"])
        expectEqual(times(file.events[0]), ["2026-09-17T00:00 2026-09-18T00:00"])
        expectEqual(
            file.remarks.map(\.description),
            [
                "line 5: DTEND is before DTSTART; the event is shown on its first day",
                "line 10: DTEND is before DTSTART; the event is ignored",
            ])
    }

    @Test("Values that libical leaves out are problems at their lines")
    func unread() throws {
        let start = "DTSTART:20260917T100000Z\n"
        let left = "the event is ignored"
        let cases = [
            ("DURATION:P1H", "\"P1H\" is not a valid value of DURATION; " + left),
            ("DURATION:PT", "\"PT\" is not a valid value of DURATION; " + left),
            ("DURATION:-PT1H", "\"-PT1H\" is not a valid value of DURATION; " + left),
            ("DURATION:1 hour", "\"1 hour\" is not a valid value of DURATION; " + left),
            ("DTEND:soon", "\"soon\" is not a valid value of DTEND; " + left),
            ("RECURRENCE-ID:then", "\"then\" is not a valid value of RECURRENCE-ID; " + left),
            (
                "DURATION:PT1H\nEXDATE:20260101T000000Z,never",
                "\"never\" is not a valid date of EXDATE; the date is ignored"
            ),
            (
                "DURATION:PT1H\nRDATE:20260231T000000Z",
                "\"20260231T000000Z\" is not a valid date of RDATE; the date is ignored"
            ),
        ]
        for (lines, words) in cases {
            let file = try calendar(["UID:1\n" + start + lines + "\nBEGIN:VALARM\nDURATION:PT1H\nEND:VALARM"])
            expectEqual(file.remarks.map(\.words), [words], "\(lines)")
            expectEqual(file.events.count, words.hasSuffix(left) ? 0 : 1, "\(lines)")
        }
        // The alarm of an event has a duration of its own.
        let file = try calendar(["BEGIN:VALARM\nDURATION:PT1H\nEND:VALARM\nDTSTART:20260917T100000Z\nDURATION:P1H"])
        expectEqual(file.remarks.map(\.line), [7])
    }

    // MARK: - Years

    @Test("Series may begin before 1678, and end after 2261")
    func years() throws {
        let forms = [
            ("DTSTART;VALUE=DATE:16040917\nRRULE:FREQ=YEARLY", ["2026-09-17", "2027-09-17"]),
            ("DTSTART;VALUE=DATE:00010917\nRRULE:FREQ=YEARLY", ["2026-09-17", "2027-09-17"]),
            ("DTSTART;VALUE=DATE:16040229\nRRULE:FREQ=YEARLY", ["2028-02-29", "2032-02-29"]),
            ("DTSTART;VALUE=DATE:16040131\nRRULE:FREQ=MONTHLY;INTERVAL=12", ["2026-01-31", "2027-01-31"]),
            // 1600-01-03 was a Monday, and so is 2026-01-05.
            ("DTSTART;VALUE=DATE:16000103\nRRULE:FREQ=WEEKLY", ["2026-01-05", "2026-01-12"]),
            ("DTSTART;VALUE=DATE:16000103\nRRULE:FREQ=DAILY", ["2026-01-01", "2026-01-02"]),
            ("DTSTART;VALUE=DATE:16040917\nRRULE:FREQ=YEARLY;UNTIL=20261231", ["2026-09-17"]),
            ("DTSTART;VALUE=DATE:16040917\nRRULE:FREQ=YEARLY;COUNT=423", ["2026-09-17"]),
            (
                "DTSTART;VALUE=DATE:16040917\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20260917",
                ["2027-09-17", "2028-09-17"]
            ),
            ("DTSTART;VALUE=DATE:20260917\nRRULE:FREQ=YEARLY;UNTIL=99991231", ["2026-09-17", "2027-09-17"]),
            ("DTSTART;VALUE=DATE:16040917\nRDATE;VALUE=DATE:20260917", ["2026-09-17"]),
        ]
        for (lines, days) in forms {
            let file = try calendar(["UID:1\n" + lines])
            #expect(file.remarks.isEmpty, "\(lines)")
            let found = try #require(file.events.first).occurrences(from: utc("2026-01-01"), count: 2, in: .utc)
            expectEqual(found.map { text($0.lowerBound) }, days.map { $0 + "T00:00" }, "\(lines)")
        }
        let timed = try calendar(["DTSTART;TZID=Europe/Berlin:16040917T120000\nDURATION:PT1H\nRRULE:FREQ=YEARLY"])
        expectEqual(times(timed.events[0], count: 1), ["2026-09-17T10:00 2026-09-17T11:00"])
        #expect(try calendar(["DTSTART;VALUE=DATE:00000917"]).remarks.count == 1)
    }

    // MARK: - Lists and versions

    @Test("Dates are left out of a series of whole days on whichever clock they are written")
    func exceptions() throws {
        let forms = [
            ";VALUE=DATE:20260918", ":20260918", ":20260918T000000", ":20260918T000000Z",
            ";TZID=Europe/Berlin:20260918T000000", ";TZID=Pacific Standard Time:20260918T000000",
        ]
        let series = "UID:1\nDTSTART;VALUE=DATE:20260917\nRRULE:FREQ=DAILY;COUNT=3\n"
        let rest = ["2026-09-17T00:00 2026-09-18T00:00", "2026-09-19T00:00 2026-09-20T00:00"]
        for form in forms {
            try expectEqual(times(calendar([series + "EXDATE" + form]).events[0]), rest, "\(form)")
            let changed = try calendar([series, "UID:1\nRECURRENCE-ID\(form)\nDTSTART;VALUE=DATE:20261224"])
            expectEqual(times(changed.events[0]), rest, "\(form)")
            expectEqual(times(changed.events[1]), ["2026-12-24T00:00 2026-12-25T00:00"], "\(form)")
        }
    }

    @Test("Dates of a timed series in other zones mean the same moments")
    func zonesOfDates() throws {
        let series =
            "UID:1\nDTSTART;TZID=Eastern Standard Time:20260917T060000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\n"
        let forms = [
            ":20260918T100000Z", ";TZID=America/New_York:20260918T060000",
            ";TZID=W. Europe Standard Time:20260918T120000",
            ";VALUE=DATE:20260918", ";TZID=\"(UTC-08:00) Pacific Time (US & Canada)\":20260918T030000",
        ]
        for form in forms {
            let file = try calendar([series + "EXDATE" + form])
            #expect(file.remarks.isEmpty, "\(form)")
            expectEqual(
                times(file.events[0]), ["2026-09-17T10:00 2026-09-17T11:00", "2026-09-19T10:00 2026-09-19T11:00"],
                "\(form)")
        }
        let until = try calendar([series.replacing("COUNT=3", with: "UNTIL=20260918T100000Z")])
        expectEqual(times(until.events[0]).count, 2)
    }

    @Test("Of several versions of a changed occurrence the newest counts")
    func versions() throws {
        let series = "UID:1\nDTSTART:20260917T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nSUMMARY:all"
        let change = "UID:1\nRECURRENCE-ID:20260918T100000Z\nDURATION:PT1H\n"
        let file = try calendar([
            series, change + "DTSTART:20260918T120000Z\nSEQUENCE:2\nSUMMARY:new",
            change + "DTSTART:20260918T110000Z\nSEQUENCE:1\nSUMMARY:old",
        ])
        expectEqual(file.events.map(\.summary), ["all", "new"])
    }

    // MARK: - Events without gaps

    @Test("Events that follow themselves at once have no end in between, and end with their rule")
    func steady() throws {
        let ends = [
            ("DURATION:PT1S\nRRULE:FREQ=SECONDLY;UNTIL=20280101T000000Z", "2028-01-01T00:00:01"),
            ("DURATION:PT1H\nRRULE:FREQ=SECONDLY;UNTIL=20280101T000000Z", "2028-01-01T01:00"),
            ("DURATION:PT2M\nRRULE:FREQ=MINUTELY;INTERVAL=2;UNTIL=20280101T000000Z", "2028-01-01T00:02"),
            ("DURATION:PT1H\nRRULE:FREQ=HOURLY;COUNT=20000", "2028-04-13T08:00"),
        ]
        for (lines, end) in ends {
            let event = try #require(try calendar(["UID:1\nDTSTART:20260101T000000Z\n" + lines]).events.first)
            let schedule = Schedule.event(event)
            expectEqual(
                schedule.changes(after: "2025-12-31", count: 3, in: .utc), ["2026-01-01T00:00", end], "\(lines)")
        }
        // Two minutes in three.
        let gaps = try calendar([
            "UID:1\nDTSTART:20260101T000000Z\nDURATION:PT2M\nRRULE:FREQ=MINUTELY;INTERVAL=3;COUNT=2"
        ])
        expectEqual(
            Schedule.event(gaps.events[0]).changes(after: "2025-12-31", count: 9, in: .utc),
            ["2026-01-01T00:00", "2026-01-01T00:02", "2026-01-01T00:03", "2026-01-01T00:05"])
        let day = try calendar(["UID:1\nDTSTART:20260101T000000Z\nDURATION:P1D\nRRULE:FREQ=SECONDLY"])
        #expect(day.schedule.isActive(at: utc("2026-03-01T12:34:56"), in: .utc))
    }

    @Test("Clock times that come twice begin one occurrence, so an event of every second pauses for that hour")
    func steadyOverClocks() throws {
        let event = "UID:1\nDTSTART;TZID=Europe/Berlin:20261024T120000\nDURATION:PT1S\nRRULE:FREQ=SECONDLY"
        // Clocks go from 03:00 to 02:00 at 01:00 of UTC.
        expectEqual(
            Schedule.event(try calendar([event]).events[0]).changes(after: "2026-10-24", count: 3, in: .utc),
            ["2026-10-24T10:00", "2026-10-25T01:00", "2026-10-25T02:00"])
    }
}
