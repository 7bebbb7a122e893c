import Schedules
import Settings
import SignTestSupport
import Testing
import Timelines

/// Parts of the day by the sun, against a second implementation of where it stands.
@Suite struct SunSpanTests {
    private static let minutes = Int64(60)

    private func place(_ latitude: Double, _ longitude: Double) throws -> Location {
        try #require(Location(latitude: latitude, longitude: longitude))
    }

    private func schedule(_ text: String, at place: Location) throws -> Schedule {
        try Schedule(parsing: text, context: ScheduleContext(location: place))
    }

    /// Whether a part of the day takes place by the clock's hours and by whether the sun is up.
    private struct Plain {
        let text: String
        let isActive: (_ hour: Double, _ isUp: Bool) -> Bool
    }

    @Test("C3: at any time of a year they are what the clock and the height of the sun say")
    func height() throws {
        let plain = [
            Plain(text: "sunrise-sunset") { $1 }, Plain(text: "sunset..sunrise") { !$1 },
            Plain(text: "16:00-sunset") { $0 >= 16 && $1 },
            Plain(text: "sunset-23:00") { $0 >= 12 && $0 < 23 && !$1 },
            Plain(text: "sunset-02:00") { $0 < 2 || ($0 >= 12 && !$1) },
            Plain(text: "22:00-sunrise") { $0 >= 22 || ($0 < 12 && !$1) },
            Plain(text: "06:00-sunrise") { $0 >= 6 && $0 < 12 && !$1 },
            Plain(text: "sunrise-noon, sunset-24:00") { $0 < 12 ? $1 : !$1 },
            Plain(text: "sunset-dawn; dawn-sunrise") { !$1 },
        ]
        let berlinPlace = try place(52.52, 13.405)
        let height = SunHeight(location: berlinPlace)
        for plain in plain {
            let schedule = try schedule(plain.text, at: berlinPlace)
            for step in sample(0..<5_400 as Range<Int64>, 1_000) {
                let time = utc("2026-01-01T00:00") + .seconds(step * 97 * Self.minutes)
                let degrees = height.at(time).height
                // Two minutes and more from sunrise and sunset.
                guard abs(degrees + 0.833) > 0.5 else { continue }
                let clock = berlin.civil(at: time).time
                let expected = plain.isActive(Double(clock.secondOfDay) / 3_600, degrees > -0.833)
                expectEqual(
                    schedule.isActive(at: time, in: berlin), expected,
                    "\(plain.text) \(berlin.civil(at: time))")
            }
        }
    }

    @Test("C3: in Tromsø days without a sunrise or a sunset follow the light")
    func polar() throws {
        let north = try place(69.65, 18.96)
        let height = SunHeight(location: north)
        let day = try schedule("sunrise-sunset", at: north)
        let night = try schedule("sunset-sunrise", at: north)
        for step in sample(0..<9_000 as Range<Int64>, 1_500) {
            let time = utc("2026-01-01T00:00") + .seconds(step * 58 * Self.minutes)
            let degrees = height.at(time).height
            guard abs(degrees + 0.833) > 0.5 else { continue }
            expectEqual(day.isActive(at: time, in: berlin), degrees > -0.833, "\(berlin.civil(at: time))")
            expectEqual(
                night.isActive(at: time, in: berlin), degrees < -0.833, "\(berlin.civil(at: time))")
        }
        // The sun does not set from 18 May to 26 July, give or take two days.
        let ends = night.changes(after: "2026-05-12T12:00", count: 30).filter {
            $0 > "2026-05-15" && $0 < "2026-07-31"
        }
        #expect(ends.allSatisfy { $0 < "2026-05-20" || $0 > "2026-07-24" }, "\(ends)")
        #expect(ends.count > 4, "\(ends)")
    }

    @Test("a change is when the state differs, to the second, and nothing changes before it")
    func nextChange() throws {
        let berlinPlace = try place(52.52, 13.405)
        let texts = [
            "sunset-30m..23:00", "sunset-30m-23:00", "16:00-sunset", "mon, fri sunset+1h..sunrise-15min",
            "sunset-sunrise; not 12-24..12-26", "even weeks sat dusk-02:00", "not sunrise-sunset",
        ]
        var random = SeededRandom(seed: 5)
        for text in texts {
            let schedule = try schedule(text, at: berlinPlace)
            var time = utc("2026-03-01T00:00")
            for _ in 0..<60 {
                let next = try #require(schedule.nextChange(after: time, in: berlin))
                let isActive = schedule.isActive(at: time, in: berlin)
                let middle =
                    time + .seconds(Int64.random(in: 0..<next.seconds - time.seconds, using: &random))
                expectEqual(schedule.isActive(at: middle, in: berlin), isActive, "\(text) \(middle)")
                expectEqual(
                    schedule.isActive(at: next - .seconds(1), in: berlin), isActive, "\(text) \(next)")
                expectEqual(schedule.isActive(at: next, in: berlin), !isActive, "\(text) \(next)")
                time = next
            }
        }
    }

    @Test(
        "offsets and almanac: on 21 December 2024 the sun sets in Berlin at 15:54, on 21 June at 21:33")
    func almanac() throws {
        let berlinPlace = try place(52.52, 13.405)
        let evening = try schedule("sunset-30m..23:00", at: berlinPlace)
        // By UTC; within two minutes.
        let winter = evening.changes(after: "2024-12-21T00:00", count: 2)
        #expect(("2024-12-21T14:22"..."2024-12-21T14:26").contains(winter[0]), "\(winter)")
        expectEqual(winter[1], "2024-12-21T22:00")
        let summer = evening.changes(after: "2024-06-21T00:00", count: 2)
        #expect(("2024-06-21T19:01"..."2024-06-21T19:05").contains(summer[0]), "\(summer)")
        expectEqual(summer[1], "2024-06-21T21:00")
        let never = try schedule("sunrise-02:00", at: berlinPlace)
        #expect(never.nextChange(after: utc("2024-06-21T00:00"), in: berlin) == nil)
    }

    @Test(
        "what is wrong is said at its place",
        arguments: [
            ("sunset-23:00", 0, "needs to know where the sign is"),
            ("mon sunset", 4, "a part of the day such as"),
            ("mon sunset+13h-sunrise", 11, "12h at most"), ("sunset-25:00", 7, "00:00 to 24:00"),
            ("sunset-sunrize", 7, "did you mean \"sunrise\"?"),
            ("sunset..23:00x", 13, "the end of the part of the day"),
            ("sunset+23:00", 6, "- or .. and the end"), ("even mon", 0, "even weeks"),
            ("first", 0, "a day of a month such as first mon"),
            ("mon; first mun", 11, "did you mean \"mon\"?"), ("third, mon", 0, "a day of a month"),
        ])
    func problems(text: String, offset: Int, words: String) {
        do throws(TextError) {
            _ = try Schedule(parsing: text)
            Issue.record("\(text) was taken")
        } catch {
            expectEqual(error.offset, offset, "\(error)")
            #expect(error.description.contains(words), "\(error)")
        }
    }
}
