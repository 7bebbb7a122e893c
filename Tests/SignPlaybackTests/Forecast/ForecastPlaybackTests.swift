import LiveValues
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// What a forecast lists is what a sign shows that is started at the beginning of the list.
@Suite struct ForecastPlaybackTests {
    /// Monday, 2026-01-05, in UTC.
    private static let midnight: Int64 = 1_767_571_200
    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//x//EN
        BEGIN:VEVENT
        UID:1
        DTSTART:20260105T080000Z
        DTEND:20260105T110000Z
        SUMMARY:Market
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART:20260105T103000Z
        DTEND:20260105T140000Z
        SUMMARY:Fair
        END:VEVENT
        END:VCALENDAR

        """

    /// The keys of messages, and the hours of the day at which each is shown by a sign that runs since long.
    private static let messages: [(keys: String, shown: Range<Int>)] = [
        ("when: \"09:00-14:00\", lifetime: 2h", 9..<11), ("when: mon 09:00-14:00, lifetime: 9h", 9..<14),
        ("when: sun 22:00-08:00, lifetime: 4h", 0..<2), ("when: 2026-01-05, lifetime: 5h", 0..<5),
        ("when: \"cron 0 6 * * * for 4h\", lifetime: 1h", 6..<7),
        ("when: \"08:00-20:00; not 2026-01-06\", lifetime: 3h", 8..<11),
        ("when: 2020-01-01..2030-01-01, lifetime: 1h", 0..<0), ("calendar: shop, lifetime: 2h", 8..<10),
        ("calendar: shop, lifetime: 9h", 8..<14), ("calendar: shop, when: \"09:00-12:00\", lifetime: 2h", 9..<11),
    ]

    private func file(_ keys: String) throws -> SignFile {
        let head = "time-zone: UTC\ncalendars: {shop: {path: shop.ics}}\n"
        let text = keys.contains("calendar") ? "" : "text: A, "
        return try SignFile(parsing: head + "message: {\(text)\(keys)}\n", path: "s.yaml")
    }

    /// Whether a sign may show the message at each minute of a day from its start on.
    private func played(_ keys: String, from start: Int64, minutes: [Int64]) throws -> [Bool] {
        let player = try SignPlayer(
            try file(keys), size: .init(width: 32, height: 8), fonts: TestFonts.fonts,
            clock: ManualWallClock(wall: WallTime(seconds: start)), start: .zero)
        let document = LiveDocument(bytes: Array(Self.calendar.utf8))
        player.take([LiveChange(name: "calendar shop", document: document)], at: .zero)
        return minutes.map { minute in
            let instant = Instant.zero + .seconds(minute * 60)
            player.direct(at: instant)
            return player.listed(at: instant).contains { $0.state != .off }
        }
    }

    private func forecast(_ keys: String, from start: Int64, minutes: [Int64]) throws -> [Bool] {
        let file = try file(keys)
        let subject = ForecastSubject(file, calendars: ["shop": try CalendarFile(parsing: Array(Self.calendar.utf8))])
        let forecast = Forecast(subject, from: WallTime(seconds: start), for: .seconds(86_400))
        return minutes.map { minute in
            let time = WallTime(seconds: start + minute * 60)
            return forecast.entries.contains { ($0.from ?? .distantPast) <= time && time < $0.to ?? .distantFuture }
        }
    }

    @Test("a lifetime counts from the beginning of when, also where that was before the sign began")
    func lifetimes() throws {
        let minutes = Array(stride(from: Int64(0), to: 1_440, by: 15))
        for (keys, shown) in Self.messages {
            for hour in [0, 1, 7, 8, 9, 10, 11, 13, 15] {
                let start = Self.midnight + Int64(hour) * 3_600
                // Until midnight; the next day has times of its own.
                let rest = minutes.filter { $0 < Int64(24 - hour) * 60 }
                let expected = rest.map { shown.contains((hour * 60 + Int($0)) / 60) }
                try expectEqual(played(keys, from: start, minutes: rest), expected, "\(keys) from \(hour):00")
                try expectEqual(forecast(keys, from: start, minutes: rest), expected, "\(keys) listed from \(hour):00")
            }
        }
    }

    @Test(
        "without a beginning a lifetime counts from the start of the sign, and of the list",
        arguments: [
            "lifetime: 2h", "when: always, lifetime: 2h", "when: mon-sun, lifetime: 2h",
            "when: \"00:00-24:00\", lifetime: 2h",
        ])
    func always(keys: String) throws {
        let minutes = Array(stride(from: Int64(0), to: 1_440, by: 15))
        let expected = minutes.map { $0 < 120 }
        for hour in [0, 7, 13] {
            let start = Self.midnight + Int64(hour) * 3_600
            try expectEqual(played(keys, from: start, minutes: minutes), expected, "from \(hour):00")
            try expectEqual(forecast(keys, from: start, minutes: minutes), expected, "listed from \(hour):00")
        }
    }

    @Test("the lifetime of a pushed message counts from its push at the earliest")
    func pushed() throws {
        let clock = SetClock(Self.midnight + 10 * 3_600)
        let sign = try SignStage("time-zone: UTC\nmessage: A", clock: clock)
        try sign.push("name: x, text: B, priority: 2, when: \"09:00-14:00\", lifetime: 2h", at: 1_000)
        expectEqual(sign.states(at: 7_200_999).last, "x pushed shown")
        expectEqual(sign.states(at: 7_201_000).last, "x pushed off")
        try sign.push("name: y, text: B, priority: 2, when: \"13:00-18:00\", lifetime: 2h", at: 7_300_000)
        expectEqual(sign.states(at: 3 * 3_600_000).last, "y pushed shown")
        expectEqual(sign.states(at: 5 * 3_600_000 - 1).last, "y pushed shown")
        expectEqual(sign.states(at: 5 * 3_600_000).last, "y pushed off")
    }
}
