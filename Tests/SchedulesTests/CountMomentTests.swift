import Schedules
import Settings
import SignTestSupport
import Testing
import Timelines

/// Counts to times of day and days of every year, and the form that is the largest unit.
@Suite struct CountMomentTests {
    private func count(
        _ direction: CountFormat.Direction, _ moment: String, _ format: String, location: Location? = nil
    ) throws -> CountFormat {
        let moment = try CountMoment(parsing: moment, zone: berlin, location: location)
        return try CountFormat(direction, moment, format: format, zone: berlin)
    }

    private func text(_ count: CountFormat, _ time: WallTime, _ cadence: Cadence = .live) -> String {
        count.text(at: WallReading(monotonic: .zero, wall: time), cadence: cadence)
    }

    @Test("a countdown goes to the next time of day or day of the year, and begins again at it")
    func repeating() throws {
        // Berlin is an hour ahead of UTC in winter, two in summer; clocks go forward on 29 March 2026.
        let cases: [(moment: String, format: String, time: String, down: String, up: String)] = [
            ("18:00", "HH:mm", "2026-03-08T16:59:59", "00:01", "23:59"),
            ("18:00", "HH:mm", "2026-03-08T17:00", "24:00", "00:00"),
            ("18:00", "HH:mm:ss", "2026-03-08T17:00:01", "23:59:59", "00:00:01"),
            ("18:00", "HH:mm", "2026-03-28T17:00", "23:00", "00:00"),
            ("noon", "hours", "2026-07-01T09:00", "1", "23"), ("24:00", "HH:mm", "2026-07-01T21:00", "01:00", "23:00"),
            ("midnight", "HH:mm", "2026-07-01T21:00", "01:00", "23:00"),
            ("12-24T18:00", "d HH:mm", "2026-12-22T17:00", "2 00:00", "363 00:00"),
            ("12-24", "d HH:mm", "2026-12-23T22:59", "0 00:01", "364 23:59"),
            ("12-24", "d HH:mm", "2026-12-23T23:00", "365 00:00", "0 00:00"),
            // The day itself is no day away, also after its time.
            ("12-24", "days", "2026-12-23T22:59", "1", "364"), ("12-24", "days", "2026-12-24T22:59", "0", "0"),
            ("12-24T18:00", "days", "2026-12-24T22:59", "0", "0"), ("12-24", "days", "2026-12-24T23:00", "364", "1"),
            ("18:00", "days", "2026-12-24T22:59", "0", "0"),
            ("02-29", "days", "2027-02-27T12:00", "1", "364"), ("02-29", "days", "2028-02-27T12:00", "2", "364"),
            ("2026-12-24T18:00", "d HH:mm", "2026-12-22T17:00", "2 00:00", "0 00:00"),
        ]
        for (moment, format, time, down, up) in cases {
            try expectEqual(text(count(.down, moment, format), utc(time)), down, "down \(moment) \(format) \(time)")
            try expectEqual(text(count(.up, moment, format), utc(time)), up, "up \(moment) \(format) \(time)")
        }
    }

    @Test("the form `largest` has one unit, rounded as its direction says, with another one only where it fills that")
    func largest() throws {
        let start = utc("2026-03-08T12:00")
        let cases: [(seconds: Int64, down: String, up: String)] = [
            (0, "0 s", "0 s"), (1, "1 s", "1 s"), (59, "59 s", "59 s"), (60, "1 min", "1 min"), (61, "2 min", "1 min"),
            (3_540, "59 min", "59 min"), (3_541, "1 h", "59 min"), (3_600, "1 h", "1 h"), (3_601, "2 h", "1 h"),
            (7_200, "2 h", "2 h"), (82_800, "23 h", "23 h"), (82_801, "1 d", "23 h"), (86_400, "1 d", "1 d"),
            (86_401, "2 d", "1 d"), (864_000, "10 d", "10 d"),
        ]
        let down = try CountFormat(.down, start, format: "largest", zone: berlin)
        let up = try CountFormat(.up, start, format: "largest", zone: berlin)
        for (seconds, expected, since) in cases {
            expectEqual(text(down, start - .seconds(seconds)), expected, "\(seconds)")
            expectEqual(text(up, start + .seconds(seconds)), since, "\(seconds)")
        }
        expectEqual(text(down, start - .seconds(30), .minutes), "1 min")
        expectEqual(text(up, start + .seconds(30), .minutes), "0 min")
        #expect(down.nextChange(after: start) == nil)
    }

    @Test("a text does not change before the time that it names, and does then, in every form and cadence")
    func nextChange() throws {
        var random = SeededRandom(seed: 3)
        let place = try #require(Location(latitude: 52.52, longitude: 13.405))
        for moment in ["18:00", "12-24", "12-24T18:00", "sunset-30m", "2026-12-24T18:00"] {
            for format in ["HH:mm", "d HH:mm:ss", "largest", "days", "hours"] {
                for direction in [CountFormat.Direction.down, .up] {
                    let count = try count(direction, moment, format, location: place)
                    for cadence in [Cadence.live, .minutes] {
                        var time =
                            utc("2026-12-20T00:00")
                            + Nanoseconds(Int64.random(in: 0..<864_000_000_000_000, using: &random))
                        for _ in 0..<20 {
                            guard let next = count.nextChange(after: time, cadence: cadence) else { break }
                            let words = "\(moment) \(format) \(direction) \(cadence) \(next)"
                            #expect(next > time, "\(words)")
                            let before = text(count, time, cadence)
                            let middle = time + Nanoseconds(Int64.random(in: 0..<(next - time).count, using: &random))
                            expectEqual(text(count, middle, cadence), before, "\(words)")
                            expectEqual(text(count, next - .one, cadence), before, "\(words)")
                            // At midnight the days to a time of every day stay 0.
                            if format != "days" { #expect(text(count, next, cadence) != before, "\(words)") }
                            time = max(
                                next, time + Nanoseconds(Int64.random(in: 0..<7_000_000_000_000, using: &random)))
                        }
                    }
                }
            }
        }
    }

    @Test("counts to the sun go by its times at the place: the almanac has sunset in Berlin at 15:54 and 21:33")
    func sun() throws {
        let place = try #require(Location(latitude: 52.52, longitude: 13.405))
        let sunset = try count(.down, "sunset-30m", "HH:mm", location: place)
        // 15:24 and 21:03 on the clocks, within two minutes.
        let winter = text(sunset, utc("2024-12-21T13:00"))
        #expect((22...26).map { "01:\($0)" }.contains(winter), "\(winter)")
        let summer = text(sunset, utc("2024-06-21T18:00"))
        #expect((1...5).map { "01:0\($0)" }.contains(summer), "\(summer)")
        // In Tromsø the sun does not set in June: the next sunset is in July, after midnight.
        let north = try #require(Location(latitude: 69.65, longitude: 18.96))
        let polar = text(try count(.down, "sunset", "d", location: north), utc("2024-06-21T18:00"))
        #expect((35...38).map(String.init).contains(polar), "\(polar)")
        #expect(throws: TextError.self) { try count(.down, "sunset", "HH:mm") }
    }

    @Test("the widest text of what comes again has the digits of its longest count")
    func width() throws {
        let width: (String) -> Int = { $0.count }
        try expectEqual(
            count(.down, "18:00", "m 'min'").widestText(near: utc("2026-03-08T16:59"), width: width).count, 8)
        try expectEqual(
            count(.down, "18:00", "largest").widestText(near: utc("2026-03-08T16:59"), width: width).count, 6)
    }
}
