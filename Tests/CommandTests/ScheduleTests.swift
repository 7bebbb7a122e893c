import Foundation
import SignTestSupport
import Testing

@Suite("ledsign schedule")
struct ScheduleTests {
    private static let bakery = """
        time-zone: Europe/Berlin
        calendars: {shop: {path: shop.ics}}
        zones:
          - name: top
            area: {x: 0, y: 0, width: 64, height: 16}
            messages:
              - {text: "Fresh bread until noon", when: {days: mon-sat, from: "06:00", to: "12:00"}}
              - {text: "Night shift", name: night, when: "fri, sat 22:00-02:00", priority: urgent}
              - {calendar: shop}
          - {name: low, area: {x: 0, y: 16, width: 64, height: 16}, message: {text: "Now\\nopen", when: "2026-10-25"}}

        """
    private static let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        DTSTART;TZID=Europe/Berlin:20261018T013000
        DTEND;TZID=Europe/Berlin:20261018T033000
        RRULE:FREQ=WEEKLY
        SUMMARY:Clock fair
        END:VEVENT
        END:VCALENDAR

        """

    private func folder(_ sign: String = Self.bakery) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        try Data(Self.calendar.utf8).write(to: folder.url.appendingPathComponent("shop.ics"))
        return folder
    }

    private func schedule(_ arguments: String..., sign: String = Self.bakery) throws -> Outcome {
        let folder = try folder(sign)
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        return try CommandRunner.run(program, ["schedule", "sign.yaml"] + arguments, folder: folder.url)
    }

    @Test("the table has local times, nights over midnight, calendars, and the hour that comes twice")
    func table() throws {
        // Occurrences are as long as the first one, exactly (RFC 5545, 3.8.5.3): two hours.
        let run = try schedule("--from", "2026-10-24", "--for", "49h")
        expectEqual(run.status, 0)
        #expect(run.errors.isEmpty)
        expectEqual(
            run.output,
            """
            Sat 2026-10-24 00:00 to Sun 2026-10-25 24:00, Europe/Berlin
            FROM                  TO           ZONE  PRIORITY  MESSAGE
            Fri 2026-10-23 22:00  Sat 02:00    top   urgent    night: Night shift
            Sat 2026-10-24 06:00  12:00        top   -         Fresh bread until noon
            Sat 2026-10-24 22:00  Sun 02:00    top   urgent    night: Night shift
            Sun 2026-10-25 00:00  24:00        low   -         Now open
            Sun 2026-10-25 01:30  02:30+01:00  top   -         Clock fair

            """)
        let second = try schedule("--from", "2026-10-25T02:30+01:00", "--for", "1h")
        #expect(second.output.hasPrefix("Sun 2026-10-25 02:30+01:00 to Sun 2026-10-25 03:30, Europe/Berlin\n"))
    }

    @Test("--json has RFC 3339 times with offsets, and null where a time goes on")
    func json() throws {
        let run = try schedule("--from", "2026-10-24T22:30", "--for", "3h", "--json")
        expectEqual(run.status, 0)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        expectEqual(read.map { $0["message"] as? String }, ["Night shift", "Now\nopen"])
        expectEqual(read.map { $0["name"] as? String }, ["night", nil])
        expectEqual(read.map { $0["zone"] as? String }, ["top", "low"])
        expectEqual(read.map { $0["priority"] as? Int }, [9, 0])
        expectEqual(read.map { $0["from"] as? String }, ["2026-10-24T22:00:00+02:00", "2026-10-25T00:00:00+02:00"])
        #expect(read.allSatisfy { $0["to"] is NSNull })
        let none = try schedule("--from", "2026-10-26T12:00", "--for", "1s", "--json")
        expectEqual(none.output, "[]\n")
    }

    @Test("a time from --from is that of the sign's clocks, of UTC with a Z, and now without it")
    func start() throws {
        let sign = "time-zone: America/New_York\nmessage: {text: A, when: \"12:00-13:00\"}\n"
        let local = try schedule("--from", "2026-07-01T11:59:30", "--for", "1m", sign: sign)
        let utc = try schedule("--from", "2026-07-01T15:59:30Z", "--for", "1m", sign: sign)
        expectEqual(local.output, utc.output)
        expectEqual(
            local.output,
            """
            Wed 2026-07-01 11:59:30 to Wed 2026-07-01 12:00:30, America/New_York
            FROM                  TO     MESSAGE
            Wed 2026-07-01 12:00  later  A

            """)
        let now = try schedule(sign: sign)
        expectEqual(now.status, 0)
        #expect(now.output.split(separator: "\n").dropFirst(2).allSatisfy { $0.hasSuffix("  A") })
    }

    @Test("what is always shown, and nothing at all, are said in words; the idle message fills the gaps")
    func words() throws {
        let always = try schedule("--from", "2026-07-01", sign: "time-zone: UTC\nmessage: {text: A}\n")
        expectEqual(
            always.output, "Wed 2026-07-01 00:00 to Wed 2026-07-01 24:00, UTC\nFROM    TO  MESSAGE\nalways      A\n")
        let never = try schedule("--from", "2026-07-01", sign: "time-zone: UTC\nmessage: {text: A, when: never}\n")
        expectEqual(never.output, "Wed 2026-07-01 00:00 to Wed 2026-07-01 24:00, UTC: nothing is shown\n")
        let idle = try schedule(
            "--from", "2026-07-01", "--for", "8d",
            sign: "time-zone: UTC\nmessage: {text: A, when: 2026-07-03..2027-07-03}\nidle: closed\n")
        expectEqual(
            idle.output,
            """
            Wed 2026-07-01 00:00 to Wed 2026-07-08 24:00, UTC
            FROM                  TO                    MESSAGE
            before                Thu 2026-07-02 24:00  closed
            Fri 2026-07-03 00:00  later                 A

            """)
    }

    @Test("times that depend on values say so, and the idle message is listed beside them")
    func conditions() throws {
        let sign = """
            time-zone: UTC
            fields: {door: {variable: ""}}
            messages:
              - {text: "Door open", name: door, when: "08:00-18:00", while: door = open}
              - {text: Rain, while: door missing}
            idle: Closed

            """
        let run = try schedule("--from", "2026-10-24", sign: sign)
        expectEqual(run.status, 0)
        expectEqual(
            run.output,
            """
            Sat 2026-10-24 00:00 to Sat 2026-10-24 24:00, UTC
            FROM                  TO     MESSAGE
            always                       Rain (depends on values)
            always                       Closed
            Sat 2026-10-24 08:00  18:00  door: Door open (depends on values)

            """)
    }

    @Test("errors of a file are listed as by check, with its exit codes")
    func errors() throws {
        let run = try schedule(sign: "stal: 3s\nmessage: {text: A, when: \"mon-fry\"}\n")
        let folder = try folder("stal: 3s\nmessage: {text: A, when: \"mon-fry\"}\n")
        let check = try CommandRunner.ledsign("check", "sign.yaml", folder: folder.url)
        expectEqual(run.status, 3)
        #expect(run.output.isEmpty)
        expectEqual(run.errors, check.errors)
        let input = try CommandRunner.ledsign(
            "schedule", "-", "--from", "2026-07-01", input: "message: {text: A}\ntime-zone: UTC\n")
        expectEqual(input.status, 0)
        #expect(input.output.hasSuffix("always      A\n"))
    }

    @Test("what is wrong with single events is a warning, in check as well, and the others are listed")
    func brokenEvents() throws {
        let folder = try folder("time-zone: UTC\ncalendars: {c: {path: shop.ics}}\nmessage: {calendar: c}\n")
        let events = [
            "DTSTART:20260701T100000Z\nDURATION:P1H\nSUMMARY:no", "SUMMARY:no",
            "DTSTART;TZID=Mars/Olympus:20260701T100000\nDURATION:PT1H\nSUMMARY:yes",
        ]
        let text = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        try Data("BEGIN:VCALENDAR\n\(text)END:VCALENDAR\n".utf8).write(
            to: folder.url.appendingPathComponent("shop.ics"))
        let warnings = """
            warning: shop.ics:4: "P1H" is not a valid value of DURATION; the event is ignored
            warning: shop.ics:7: DTSTART is missing; the event is ignored
            warning: shop.ics:11: unknown time zone "Mars/Olympus"; the sign's own is used

            """
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let schedule = try CommandRunner.run(
            program, ["schedule", "sign.yaml", "--from", "2026-07-01"], folder: folder.url)
        expectEqual(schedule.status, 0)
        expectEqual(schedule.errors, warnings)
        #expect(schedule.output.hasSuffix("Wed 2026-07-01 10:00  11:00  yes\n"))
        let check = try CommandRunner.run(program, ["check", "--board", "sim-64x32", "sign.yaml"], folder: folder.url)
        expectEqual(check.status, 0)
        expectEqual(check.errors, warnings)
        expectEqual(check.output, "sign.yaml: ok, 1 message on sim-64x32\n")
        // What is no calendar at all is a warning of the check, too.
        try Data("BEGIN:VCALENDAR\nBEGIN:VEVENT\n".utf8).write(to: folder.url.appendingPathComponent("shop.ics"))
        let broken = try CommandRunner.run(program, ["check", "--board", "sim-64x32", "sign.yaml"], folder: folder.url)
        expectEqual(
            broken.errors, "warning: calendar c: shop.ics:2: BEGIN:VEVENT has no END:VEVENT\n")
    }

    @Test("a calendar that cannot be read is a warning, and the rest is listed")
    func missingCalendar() throws {
        let sign = "time-zone: UTC\ncalendars: {c: {path: none.ics}}\nmessages: [{calendar: c}, {text: A}]\n"
        let run = try schedule("--from", "2026-07-01", sign: sign)
        expectEqual(run.status, 0)
        #expect(run.errors.hasPrefix("warning: ") && run.errors.contains("none.ics"))
        #expect(run.output.hasSuffix("always      A\n"))
    }

    @Test("more times than are listed get a warning that says until when all are there")
    func cut() throws {
        let sign = "time-zone: UTC\nmessage: {text: A, when: \"cron */2 * * * * for 1min\"}\n"
        let run = try schedule("--from", "2026-07-01", "--for", "30d", sign: sign)
        expectEqual(run.status, 0)
        expectEqual(run.output.split(separator: "\n").count, 10_002)
        expectEqual(
            run.errors,
            "warning: there are more than 10000 times; only those that begin before "
                + "Tue 2026-07-14 21:20 are all listed\n")
    }

    @Test("a terminal cuts long texts where it ends, and counts wide letters twice")
    func terminal() throws {
        let long = String(repeating: "bread 面包 ", count: 20)
        let folder = try folder("time-zone: UTC\nmessage: {text: \"\(long)\", when: \"08:00-10:00\"}\n")
        let terminal = try PseudoTerminal(
            path: CommandRunner.products.appendingPathComponent("ledsign").path,
            ["schedule", folder.path("sign.yaml"), "--from", "2026-07-01"],
            environment: ["LC_ALL=C.UTF-8", "XDG_CONFIG_HOME=/nonexistent"])
        try terminal.expect("MESSAGE")
        try expectEqual(terminal.end(), 0)
        let bytes = terminal.output.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = try #require(lines.last)
        // 80 columns: 22 and 7 for the times, 51 for the text and its mark: four times 11, "bread ", and the mark.
        let words = String(repeating: "bread 面包 ", count: 4)
        expectEqual(last, "Wed 2026-07-01 08:00  10:00  \(words)bread …")
    }
}
