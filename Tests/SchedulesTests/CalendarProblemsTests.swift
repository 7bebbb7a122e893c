import Schedules
import SignTestSupport
import Testing
import Timelines

@Suite struct CalendarProblemsTests {
    private func error(_ bytes: [UInt8]) -> String? {
        do throws(CalendarError) {
            _ = try CalendarFile(parsing: bytes)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("An unknown zone is a problem at its line, and the sign's zone is used")
    func unknownZone() throws {
        let file = try CalendarFile(
            parsing: calendar("UID:1\nDTSTART;TZID=Europe/Berlim:20260701T120000\nDURATION:PT1H"))
        expectEqual(
            file.remarks.map(\.description),
            ["line 6: unknown time zone \"Europe/Berlim\" (did you mean \"Europe/Berlin\"?); the sign's own is used"])
        expectEqual(times(file.events[0]), ["2026-07-01T10:00 2026-07-01T11:00"])
    }

    @Test("Thousands of unknown zones take no longer than so many events: names are suggested for the first twenty")
    func manyUnknownZones() throws {
        let text = (0..<2_000).map { "BEGIN:VEVENT\nDTSTART;TZID=Europe/Berlim\($0 / 2):20260701T120000\nEND:VEVENT\n" }
        let file = try CalendarFile(parsing: Array(("BEGIN:VCALENDAR\n" + text.joined() + "END:VCALENDAR\n").utf8))
        expectEqual(file.events.count, 2_000)
        expectEqual(file.remarks.count, 1_000)
        let suggested = file.remarks.map { $0.words.contains("did you mean \"Europe/Berlin\"?") }
        // Each name is met twice.
        #expect(suggested.prefix(20).allSatisfy { $0 })
        #expect(!suggested.dropFirst(40).contains(true))
    }

    @Test("What is wrong with one event is a problem at its line; the others are taken")
    func problems() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART:20260231T120000\nSUMMARY:a", "UID:2\nSUMMARY:b",
                "UID:3\nDTSTART:20260228T120000\nRRULE:FREQ=SOMETIMES",
                "UID:4\nDTSTART:20260228T120000Z\nDURATION:-PT1H",
                "UID:5\nDTSTART:20260228T120000Z\nDTEND;VALUE=DATE:20260301",
                "UID:6\nDTSTART:20260228T120000Z\nSUMMARY:f"))
        expectEqual(file.events.map(\.uid), ["6"])
        expectEqual(file.remarks.map(\.line), [6, 9, 16, 21, 26])
        expectEqual(file.remarks[1].description, "line 9: DTSTART is missing; the event is ignored")
    }

    @Test("A problem shows the value as the calendar has it, also where libical could not read it")
    func shownValues() throws {
        let long = String(repeating: "9", count: 100)
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART;X-A=\"a:b\":soon\nSUMMARY:a", "UID:2\nDTSTART:2026\n 0\n 2\n 31T120000",
                "UID:3\nDTSTART:20260228T120000\nRRULE:FREQ=SOMETIMES;COUNT=2", "UID:4\nDTSTART:" + long))
        let words = file.remarks.map(\.description)
        expectEqual(
            words.prefix(3),
            [
                "line 6: \"soon\" is not a valid value of DTSTART; the event is ignored",
                "line 11: \"20260231T120000\" is not a valid value of DTSTART; the event is ignored",
                "line 19: \"FREQ=SOMETIMES;COUNT=2\" is not a valid value of RRULE; the event is ignored",
            ])
        let nines = String(repeating: "9", count: 80)
        expectEqual(words.count, 4)
        expectEqual(words.last, "line 23: \"\(nines)\" is not a valid value of DTSTART; the event is ignored")
    }

    @Test("Texts that are no calendars are errors with their line")
    func errors() {
        func error(_ text: String) -> String? { self.error(Array(text.utf8)) }
        func notACalendar(_ line: Int) -> String {
            "line \(line): not a calendar: iCalendar files begin with BEGIN:VCALENDAR"
        }
        expectEqual(error(""), notACalendar(1))
        expectEqual(error("\n\nhello"), notACalendar(3))
        expectEqual(error("BEGIN:VEVENT\nEND:VEVENT"), notACalendar(1))
        let unbalanced = "line 3: END:VCALENDAR has no matching BEGIN"
        expectEqual(error("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR"), unbalanced)
        expectEqual(error("BEGIN:VCALENDAR\nBEGIN:VEVENT\n"), "line 2: BEGIN:VEVENT has no END:VEVENT")
        let control = "line 2: there is a control character; a calendar is text"
        expectEqual(error("BEGIN:VCALENDAR\nSUMMARY:\u{1}\nEND:VCALENDAR"), control)
        let bytes = Array("BEGIN:VCALENDAR\nX:".utf8) + [0xFF, 0x0A]
        expectEqual(self.error(bytes), "line 2: this is not UTF-8; save the calendar as UTF-8 text")
        let deep = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\n", count: 9)
        expectEqual(error(deep), "line 9: components are nested more than 8 deep")
    }

    @Test("A calendar of too many bytes or components is an error")
    func limits() throws {
        let most = 20_000
        func events(_ count: Int) -> [UInt8] {
            let events = String(repeating: "BEGIN:X\nEND:X\n", count: count)
            return Array(("BEGIN:VCALENDAR\n" + events + "END:VCALENDAR\n").utf8)
        }
        try expectEqual(CalendarFile(parsing: events(most)).events.count, 0)
        expectEqual(error(events(most + 1)), "a calendar has at most 20000 events")
        let large = [UInt8](repeating: 0x0A, count: 1 << 24) + [0x0A]
        expectEqual(error(large), "a calendar has at most 16777216 bytes")
    }
}
