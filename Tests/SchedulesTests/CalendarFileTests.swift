import Dispatch
import Schedules
import SignTestSupport
import Synchronization
import Testing
import Timelines

@Suite struct CalendarFileTests {
    @Test("C3: an event takes place in its zone, from its start to its end")
    func once() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART;TZID=America/New_York:20260704T180000\nDTEND;TZID=America/New_York:20260704T230000\n"
                    + "SUMMARY:Fireworks\\, free\\nfor all\nLOCATION:Pier"))
        let event = try #require(file.events.first)
        #expect(file.remarks.isEmpty)
        expectEqual(event.summary, "Fireworks, free for all")
        expectEqual(event.location, "Pier")
        expectEqual(times(event), ["2026-07-04T22:00 2026-07-05T03:00"])
        #expect(file.schedule.isActive(at: utc("2026-07-04T22:00"), in: berlin))
        #expect(!file.schedule.isActive(at: utc("2026-07-05T03:00"), in: berlin))
        var book = ScheduleBook(file.schedules, zone: berlin)
        let decisions = ["2026-01-01", "2026-07-04T22:00", "2026-07-05T03:00"].map { book.decide(at: utc($0)) }
        #expect(decisions[0] == ([], utc("2026-07-04T22:00")))
        #expect(decisions[1] == ([0], utc("2026-07-05T03:00")))
        #expect(decisions[2] == ([], nil))
    }

    @Test("C3: events of whole days fill the days of the sign's zone; those without a zone go by its clocks")
    func wholeDays() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260330\nSUMMARY:Fair",
                "UID:2\nDTSTART;VALUE=DATE:20261224\nSUMMARY:Eve", "UID:3\nDTSTART:20260601T090000\nDURATION:PT90M"))
        // Berlin's clocks are set on the second day.
        expectEqual(times(file.events[0]), ["2026-03-27T23:00 2026-03-29T22:00"])
        #expect(file.events[0].isAllDay)
        expectEqual(times(file.events[1]), ["2026-12-23T23:00 2026-12-24T23:00"])
        expectEqual(times(file.events[2]), ["2026-06-01T07:00 2026-06-01T08:30"])
        expectEqual(
            file.events[2].occurrences(from: utc("2026-01-01"), count: 1, in: .utc).first?.lowerBound,
            utc("2026-06-01T09:00"))
    }

    @Test("C3: a recurring event keeps its hour when clocks are set; exceptions, further dates and changes count")
    func series() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:a\nDTSTART;TZID=Europe/Berlin:20260322T100000\nDTEND;TZID=Europe/Berlin:20260322T110000\n"
                    + "RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE;TZID=Europe/Berlin:20260405T100000\n"
                    + "RDATE;TZID=Europe/Berlin:20260401T100000\nSUMMARY:Market",
                "UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260412T100000\nDTSTART;TZID=Europe/Berlin:20260412T150000\n"
                    + "DURATION:PT2H\nSUMMARY:Late market",
                "UID:a\nRECURRENCE-ID:20260419T080000Z\nDTSTART;TZID=Europe/Berlin:20260419T100000\nSTATUS:CANCELLED"))
        expectEqual(file.events.map(\.summary), ["Market", "Late market"])
        expectEqual(
            times(file.events[0]),
            [
                "2026-03-22T09:00 2026-03-22T10:00", "2026-03-29T08:00 2026-03-29T09:00",
                "2026-04-01T08:00 2026-04-01T09:00",
            ])
        expectEqual(times(file.events[1]), ["2026-04-12T13:00 2026-04-12T15:00"])
    }

    @Test("C3: zones that the calendar defines are used, without an end")
    func ownZone() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:W. Europe Standard Time
            BEGIN:STANDARD
            DTSTART:16010101T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:19700329T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
            END:DAYLIGHT
            END:VTIMEZONE

            """
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART;TZID=\"W. Europe Standard Time\":20460701T120000\nDURATION:PT1H",
                "UID:2\nDTSTART;TZID=W. Europe Standard Time:20460101T120000\nDURATION:PT1H",
                zone: zone.replacing("16010101", with: "19701025")))
        #expect(file.remarks.isEmpty)
        expectEqual(times(file.events[0]), ["2046-07-01T10:00 2046-07-01T11:00"])
        expectEqual(times(file.events[1]), ["2046-01-01T11:00 2046-01-01T12:00"])
    }

    @Test("Zones that begin in 1601, as some programs write them, are used too")
    func oldZone() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Old
            BEGIN:STANDARD
            DTSTART:16010101T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010101T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
            END:DAYLIGHT
            END:VTIMEZONE

            """
        let file = try CalendarFile(
            parsing: calendar("UID:1\nDTSTART;TZID=Old:20260701T120000\nDURATION:PT1H", zone: zone))
        #expect(file.remarks.isEmpty)
        expectEqual(times(file.events[0]), ["2026-07-01T10:00 2026-07-01T11:00"])
    }

    @Test("Lines may end with CR LF and be continued, within a character too")
    func lines() throws {
        var bytes = Array(
            "\u{FEFF}BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:2026\r\n 0102T030000Z\r\nSUMMARY:M".utf8)
        bytes += [0xC3, 0x0D, 0x0A, 0x20, 0xA4] + Array("rz\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR".utf8)
        let file = try CalendarFile(parsing: bytes)
        expectEqual(file.events.first?.summary, "März")
        try expectEqual(times(#require(file.events.first)), ["2026-01-02T03:00 2026-01-02T04:00"])
    }

    @Test("Hours, minutes and seconds of a rule are ignored where the start is a date")
    func hoursOfDates() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART;VALUE=DATE:20261224\nRRULE:FREQ=DAILY;BYHOUR=9;COUNT=2",
                "UID:2\nDTSTART;VALUE=DATE:20261224\nRRULE:FREQ=WEEKLY;BYHOUR=9,10;BYMINUTE=30;BYSECOND=7;COUNT=2",
                "UID:3\nDTSTART;VALUE=DATE:20261224\nRRULE:FREQ=HOURLY;COUNT=2"))
        try #require(file.events.map(\.uid) == ["1", "2"])
        expectEqual(
            times(file.events[0]), ["2026-12-23T23:00 2026-12-24T23:00", "2026-12-24T23:00 2026-12-25T23:00"])
        expectEqual(
            times(file.events[1]), ["2026-12-23T23:00 2026-12-24T23:00", "2026-12-30T23:00 2026-12-31T23:00"])
        expectEqual(
            file.remarks.map(\.description),
            [
                "line 17: HOURLY for an event of whole days is not supported; the event is ignored"
            ])
    }

    @Test("Large numbers are taken as they are written")
    func largeNumbers() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY;INTERVAL=65537;COUNT=3",
                "UID:2\nDTSTART:20260101T000000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;INTERVAL=65537;COUNT=3",
                "UID:3\nDTSTART:20260101T000000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4294967297",
                "UID:4\nDTSTART:20260101T000000Z\nDURATION:P4294967297D",
                "UID:5\nDTSTART:20260101T000000Z\nSUMMARY:new\nSEQUENCE:4294967297",
                "UID:5\nDTSTART:20260101T000000Z\nSUMMARY:old\nSEQUENCE:7",
                "UID:6\nDTSTART:20260101T000000Z\nDURATION:PT1H\nBEGIN:VALARM\nTRIGGER:-PT1M\nDURATION:PT9H\n"
                    + "REPEAT:2\nACTION:AUDIO\nEND:VALARM"))
        func starts(_ number: Int, count: Int) -> [String?] {
            file.events[number].occurrences(from: utc("2026-01-01"), count: count, in: .utc).map { text($0.lowerBound) }
        }
        try #require(file.events.map(\.uid) == ["1", "2", "3", "5", "6"])
        expectEqual(file.remarks.map(\.line), [25])
        // 65,537 seconds are 18:12:17.
        expectEqual(starts(0, count: 9), ["2026-01-01T00:00", "2026-01-01T18:12:17", "2026-01-02T12:24:34"])
        // 65,537 days later it is 2205-06-09, and twice that is beyond the calendar.
        expectEqual(starts(1, count: 9), ["2026-01-01T00:00", "2205-06-09T00:00"])
        expectEqual(starts(2, count: 15_000).last, "2067-01-25T00:00")
        expectEqual(file.events[3].summary, "new")
        expectEqual(times(file.events[4]), ["2026-01-01T00:00 2026-01-01T01:00"])
    }

    @Test("A count that is too long to follow is a problem, and the first starts are taken")
    func longCount() throws {
        let file = try CalendarFile(
            parsing: calendar("UID:1\nDTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:FREQ=MINUTELY;COUNT=300000"))
        expectEqual(file.events.count, 1)
        expectEqual(
            file.remarks.map(\.description),
            [
                "line 8: a COUNT is followed for 250000 starts; the rest are ignored"
            ])
    }

    @Test("Years of weeks are counted by their weeks, not by the calendar's")
    func weekYears() throws {
        let file = try CalendarFile(
            parsing: calendar(
                "UID:1\nDTSTART:20241231T090000Z\nDURATION:PT1H\n"
                    + "RRULE:FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1;BYDAY=MO,TU;COUNT=5"))
        let starts = file.events.first?.occurrences(from: utc("2024-01-01"), count: 9, in: .utc).map(\.lowerBound)
        // The first weeks of 2025, 2028 and 2031 begin on 2024-12-30, 2028-01-03 and 2030-12-30.
        expectEqual(
            starts?.map { text($0) },
            [
                "2024-12-31T09:00", "2028-01-03T09:00", "2028-01-04T09:00", "2030-12-30T09:00", "2030-12-31T09:00",
            ])
    }

    @Test("A day may have any number of starts")
    func manyTimes() throws {
        let all = (0..<60).map(String.init).joined(separator: ",")
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let rule = "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(all);BYSECOND=\(all)"
        let event = "UID:1\nDTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:"
        let file = try CalendarFile(
            parsing: calendar(event + rule, event + "FREQ=YEARLY;BYHOUR=9,17;BYMINUTE=\(all);BYSECOND=\(all)"))
        try #require(file.remarks.isEmpty)
        let second = file.events[0].occurrences(from: utc("2030-07-01T12:34:56"), count: 2, in: .utc).map(\.lowerBound)
        expectEqual(second.map { text($0) }, ["2030-07-01T12:34:56", "2030-07-01T12:34:57"])
        let next = file.events[1].occurrences(from: utc("2030-01-01T10:00"), count: 1, in: .utc).map(\.lowerBound)
        expectEqual(next.map { text($0) }, ["2030-01-01T17:00"])
    }

    @Test("Rules that nothing fits, and rules without end, take bounded time")
    func endlessRules() throws {
        let empty = [
            "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
            "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
        ]
        for rule in empty {
            let file = try CalendarFile(
                parsing: calendar("UID:1\nDTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:" + rule))
            #expect(file.events.isEmpty)
            expectEqual(file.remarks.map(\.line), [8], "\(rule)")
        }
        let rules = [
            "FREQ=MINUTELY;BYHOUR=3", "FREQ=DAILY;INTERVAL=30000", "FREQ=SECONDLY;COUNT=2000000000",
            "FREQ=YEARLY;BYHOUR=1,2,3,4;BYMINUTE=1,2,3,4,5,6;BYSECOND=1,2,3;BYDAY=MO,TU,WE,TH,FR,SA,SU",
        ]
        for rule in rules {
            let file = try CalendarFile(
                parsing: calendar("UID:1\nDTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:" + rule))
            let event = try #require(file.events.first, "\(rule) \(file.remarks)")
            var time = utc("2026-01-01")
            let taken = processorTime {
                for _ in 0..<5 {
                    guard let next = Schedule.event(event).nextChange(after: time, in: .utc) else { break }
                    #expect(next > time)
                    time = next
                }
            }
            #expect(taken < .seconds(10), "\(rule)")
        }
    }

    @Test("Calendars that are read at the same time, each on a thread of its own, are as those read one by one")
    func threads() throws {
        let texts = (0..<8).map { number in
            let rules = ["DAILY", "WEEKLY;BYDAY=MO,FR", "MONTHLY;BYDAY=-1SU", "YEARLY;BYMONTH=3"]
            return calendar(
                (0..<20).map { event in
                    "UID:\(number)-\(event)\nDTSTART;TZID=Europe/Berlin:20260\(1 + event % 9)03T1\(number)0000\nDURATION:PT1H\n"
                        + "RRULE:FREQ=\(rules[(number + event) % 4])\nSUMMARY:\(number) \(event)\nEXDATE:2026x"
                }.joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n"))
        }
        @Sendable func words(_ text: [UInt8]) throws -> [String] {
            let file = try CalendarFile(parsing: text)
            return file.events.flatMap { [$0.summary] + times($0, count: 3) } + file.remarks.map(\.description)
        }
        let expected = try texts.map(words)
        expectEqual(expected.map(\.count), Array(repeating: 100, count: 8))
        let none: [Set<[String]>] = texts.map { _ in [] }
        let found = Mutex(none)
        DispatchQueue.concurrentPerform(iterations: 64) { round in
            let said = (try? words(texts[round % 8])) ?? ["nothing"]
            found.withLock { _ = $0[round % 8].insert(said) }
        }
        expectEqual(found.withLock { $0 }, expected.map { [$0] })
    }
}
