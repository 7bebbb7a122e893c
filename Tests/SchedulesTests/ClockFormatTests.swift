import Schedules
import Settings
import SignTestSupport
import Testing
import Timelines

@Suite struct ClockFormatTests {
    private func reading(_ text: String, isSynchronized: Bool = true) -> WallReading {
        WallReading(monotonic: .zero, wall: utc(text), isSynchronized: isSynchronized)
    }

    @Test("A clock shows the time of its zone in any format and language")
    func formats() throws {
        let time = reading("2026-03-08T17:05:09")
        try expectEqual(ClockFormat("HH:mm", zone: berlin).text(at: time), "18:05")
        try expectEqual(ClockFormat("HH:mm:ss", zone: .utc).text(at: time), "17:05:09")
        try expectEqual(
            ClockFormat("EEEE, d. MMMM yyyy", locale: "de", zone: berlin).text(at: time), "Sonntag, 8. März 2026")
        try expectEqual(ClockFormat("EEEE d MMMM", locale: "fr-FR", zone: berlin).text(at: time), "dimanche 8 mars")
        try expectEqual(ClockFormat("h:mm a", locale: "en_US", zone: .utc).text(at: time), "5:05 PM")
        try expectEqual(ClockFormat("HH 'o''clock'", zone: .utc).text(at: time), "17 o'clock")
        try expectEqual(ClockFormat("HH:mm Z", zone: berlin).text(at: reading("2026-07-01T10:00")), "12:00 +0200")
    }

    @Test("Weeks are those of ISO 8601 without a locale, and those of its country with one")
    func weeks() throws {
        // The ISO week dates of Wikipedia's table: 2027-01-02 is 2026-W53-6, 2024-12-30 is 2025-W01-1.
        for locale in [nil, "C", "de_DE"] {
            let clock = try ClockFormat("YYYY-'W'ww-e", locale: locale, zone: .utc)
            expectEqual(clock.text(at: reading("2027-01-02")), "2026-W53-6", "\(locale ?? "none")")
            expectEqual(clock.text(at: reading("2024-12-30")), "2025-W01-1", "\(locale ?? "none")")
        }
        let american = try ClockFormat("YYYY-'W'ww-e", locale: "en_US", zone: .utc)
        expectEqual(american.text(at: reading("2027-01-02")), "2027-W01-7")
    }

    @Test("E1: a clock changes at the start of its finest part, and not before")
    func changes() throws {
        let minutes = try ClockFormat("HH:mm", zone: berlin)
        expectEqual(text(minutes.nextChange(after: utc("2026-03-08T17:05:09"))), "2026-03-08T17:06")
        expectEqual(text(minutes.nextChange(after: utc("2026-03-08T17:05:00"))), "2026-03-08T17:06")
        let seconds = try ClockFormat("HH:mm:ss", zone: berlin)
        let half = utc("2026-03-08T17:05:09") + .milliseconds(500)
        expectEqual(text(seconds.nextChange(after: half)), "2026-03-08T17:05:10")
        let days = try ClockFormat("d MMMM", zone: berlin)
        expectEqual(text(days.nextChange(after: utc("2026-03-08T17:05"))), "2026-03-08T23:00")
        let hours = try ClockFormat("H 'h'", zone: berlin)
        // Clocks go from 01:59 to 03:00.
        expectEqual(text(hours.nextChange(after: utc("2026-03-29T00:10"))), "2026-03-29T01:00")
        expectEqual(hours.text(at: reading("2026-03-29T00:59")), "1 h")
        expectEqual(hours.text(at: reading("2026-03-29T01:00")), "3 h")
        expectEqual(hours.text(at: reading("2026-10-25T00:30")), "2 h")
        expectEqual(hours.text(at: reading("2026-10-25T01:30")), "2 h")
    }

    @Test("Fractions of a second are shown, and change as often as their digits say")
    func fractions() throws {
        let clock = try ClockFormat("ss.S", zone: .utc)
        let time = utc("2026-03-08T17:05:09") + .milliseconds(730)
        expectEqual(clock.text(at: WallReading(monotonic: .zero, wall: time)), "09.7")
        expectEqual(clock.nextChange(after: time), utc("2026-03-08T17:05:09") + .milliseconds(800))
    }

    @Test("E2: a clock drops its seconds in the minutes cadence, and fractions in the seconds cadence")
    func cadence() throws {
        let time = reading("2026-03-08T17:05:09")
        let clock = try ClockFormat("HH:mm:ss.SSS 'Uhr'", zone: .utc)
        expectEqual(clock.text(at: time, cadence: .live), "17:05:09.000 Uhr")
        expectEqual(clock.text(at: time, cadence: .seconds), "17:05:09 Uhr")
        expectEqual(clock.text(at: time, cadence: .minutes), "17:05 Uhr")
        expectEqual(text(clock.nextChange(after: time.wall, cadence: .minutes)), "2026-03-08T17:06")
        let american = try ClockFormat("h:mm:ss a", locale: "en_US", zone: .utc)
        expectEqual(american.text(at: time, cadence: .minutes), "5:05 PM")
        let alone = try ClockFormat("ss", zone: .utc)
        expectEqual(alone.text(at: time, cadence: .minutes), "")
        #expect(alone.nextChange(after: time.wall, cadence: .minutes) == nil)
    }

    @Test("Clocks and counts show the first and the last time that there is, and change no more after it")
    func ends() throws {
        let zones = [ZoneRules.utc, berlin, zone("Pacific/Kiritimati"), zone("Pacific/Pago_Pago")]
        let formats = ["HH:mm:ss", "HH:mm", "H 'h'", "d MMMM yyyy", "ss.SSS", "HH:mm Z"]
        let (first, last) = (Int64.min, Int64.max)
        let times: [Int64] = [first, first + 1, first + 999_999_999, last - 1_000_000_000, last - 1, last]
        for time in times.map(WallTime.init(nanoseconds:)) {
            let reading = WallReading(monotonic: .zero, wall: time)
            for zone in zones {
                for format in formats {
                    let clock = try ClockFormat(format, zone: zone)
                    #expect(!clock.text(at: reading).isEmpty)
                    for cadence in [Cadence.live, .seconds, .minutes] {
                        let next = clock.nextChange(after: time, cadence: cadence)
                        #expect(next.map { $0 > time || $0 == .distantFuture } ?? true)
                    }
                }
                for format in ["d HH:mm:ss", "days", "seconds"] {
                    for other in [WallTime.distantPast, .epoch, .distantFuture] {
                        for direction in [CountFormat.Direction.down, .up] {
                            let count = try CountFormat(direction, other, format: format, zone: zone)
                            #expect(!count.text(at: reading).isEmpty)
                            let next = count.nextChange(after: time)
                            #expect(next.map { $0 > time || $0 == .distantFuture } ?? true)
                        }
                    }
                }
            }
        }
        // 2^63 nanoseconds before and after 1970-01-01.
        let clock = try ClockFormat("yyyy-MM-dd HH:mm:ss.SSS", zone: .utc)
        expectEqual(
            clock.text(at: WallReading(monotonic: .zero, wall: .distantPast)), "1677-09-21 00:12:43.145")
        expectEqual(
            clock.text(at: WallReading(monotonic: .zero, wall: .distantFuture)), "2262-04-11 23:47:16.854")
    }

    @Test("A clock that is not known to be right shows dashes")
    func unsynchronized() throws {
        let time = reading("2026-03-08T17:05:09", isSynchronized: false)
        try expectEqual(ClockFormat("HH:mm:ss", zone: .utc).text(at: time), "--:--")
        try expectEqual(CountFormat(.down, utc("2026-12-24"), zone: .utc).text(at: time), "--:--")
    }

    @Test("Formats and locales that there are not are errors with the place or the nearest one")
    func errors() {
        #expect(
            throws: TextError(
                "unknown letter \"n\" in a format such as HH:mm; put text in single quotes", at: 3)
        ) { try ClockFormat("HH:nn", zone: .utc) }
        #expect(throws: TextError("the closing single quote is missing; write '' for a quote in the text", at: 3)) {
            try ClockFormat("HH 'Uhr", zone: .utc)
        }
        #expect(throws: TextError("the format has no letters for a time; write one such as HH:mm or d MMMM")) {
            try ClockFormat("12:30", zone: .utc)
        }
        #expect(throws: TextError.self) { try ClockFormat("HH", locale: "de_XY", zone: .utc) }
        let word = "unknown countdown format \"minuts\"; expected one such as d HH:mm:ss, days, hours or minutes"
        #expect(throws: TextError(word + "; did you mean \"minutes\"?")) {
            try CountFormat(.down, .epoch, format: "minuts", zone: .utc)
        }
    }

    @Test("A countdown rounds up, reaches nothing at its time, and stays there")
    func countdown() throws {
        let christmas = utc("2026-12-24T18:00")
        let count = try CountFormat(.down, christmas, zone: berlin)
        expectEqual(count.text(at: reading("2026-12-22T16:59:59")), "2 01:00:01")
        expectEqual(count.text(at: WallReading(monotonic: .zero, wall: christmas - .milliseconds(200))), "0 00:00:01")
        expectEqual(count.nextChange(after: christmas - .milliseconds(200)), christmas)
        expectEqual(count.nextChange(after: christmas - .milliseconds(1_200)), christmas - .seconds(1))
        expectEqual(count.text(at: reading("2026-12-24T18:00")), "0 00:00:00")
        expectEqual(count.text(at: reading("2027-12-24T18:00")), "0 00:00:00")
        #expect(count.nextChange(after: christmas) == nil)
        expectEqual(count.text(at: reading("2026-12-22T16:59:59"), cadence: .minutes), "2 01:01")
        let hours = try CountFormat(.down, christmas, format: "HH:mm", zone: berlin)
        expectEqual(hours.text(at: reading("2026-12-22T17:00")), "49:00")
        try expectEqual(
            CountFormat(.down, christmas, format: "hours", zone: berlin).text(at: reading("2026-12-24T16:01")),
            "2")
    }

    @Test("Days are counted on the calendar, and change at midnight of the zone")
    func calendarDays() throws {
        let count = try CountFormat(.down, utc("2026-12-24T17:00"), format: "days", zone: berlin)
        expectEqual(count.text(at: reading("2026-12-23T22:59")), "1")
        expectEqual(count.text(at: reading("2026-12-23T23:00")), "0")
        expectEqual(text(count.nextChange(after: utc("2026-12-22T12:00"))), "2026-12-22T23:00")
        #expect(count.nextChange(after: utc("2026-12-23T23:00")) == nil)
        let since = try CountFormat(.up, utc("2026-01-01T12:00"), format: "days", zone: .utc)
        expectEqual(since.text(at: reading("2026-01-03T01:00")), "2")
        expectEqual(since.text(at: reading("2025-01-03T01:00")), "0")
        expectEqual(text(since.nextChange(after: utc("2025-12-31T01:00"))), "2026-01-02T00:00")
    }

    @Test("A count up starts with nothing and rounds down")
    func countUp() throws {
        let start = utc("2026-01-01T12:00")
        let count = try CountFormat(.up, start, format: "m 'min' ss", zone: .utc)
        expectEqual(count.text(at: WallReading(monotonic: .zero, wall: start + .milliseconds(61_900))), "1 min 01")
        expectEqual(count.nextChange(after: start + .milliseconds(61_900)), start + .seconds(62))
        expectEqual(count.text(at: WallReading(monotonic: .zero, wall: start - .seconds(5))), "0 min 00")
        expectEqual(count.nextChange(after: start - .seconds(5)), start + .seconds(1))
    }
}
