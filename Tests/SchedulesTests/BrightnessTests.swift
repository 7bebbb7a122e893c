import Schedules
import Settings
import SignTestSupport
import Testing
import Timelines

@Suite struct BrightnessTests {
    private func entry(_ moment: String, _ percent: Int) throws -> BrightnessSchedule.Entry {
        BrightnessSchedule.Entry(at: try DayMoment(parsing: moment), percent: percent)
    }

    @Test("Brightness holds from one moment of the day until the next, past midnight too")
    func clock() throws {
        let schedule = BrightnessSchedule(default: 50, entries: [try entry("07:00", 80), try entry("22:00", 10)])
        expectEqual(schedule.percent(at: utc("2026-01-02T05:59"), in: berlin), 10)
        expectEqual(schedule.percent(at: utc("2026-01-02T06:00"), in: berlin), 80)
        expectEqual(schedule.percent(at: utc("2026-01-02T21:00"), in: berlin), 10)
        expectEqual(text(schedule.nextChange(after: utc("2026-01-02T06:00"), in: berlin)), "2026-01-02T21:00")
        expectEqual(text(schedule.nextChange(after: utc("2026-01-02T21:00"), in: berlin)), "2026-01-03T06:00")
        expectEqual(BrightnessSchedule(default: 50).percent(at: .epoch, in: berlin), 50)
        #expect(BrightnessSchedule(default: 50).nextChange(after: .epoch, in: berlin) == nil)
        let flat = BrightnessSchedule(default: 50, entries: [try entry("07:00", 80), try entry("22:00", 80)])
        #expect(flat.nextChange(after: .epoch, in: berlin) == nil)
    }

    @Test("Brightness goes by the sun, with offsets")
    func sun() throws {
        let location = Location(latitude: 52.52, longitude: 13.405)
        let schedule = BrightnessSchedule(
            default: 50, entries: [try entry("sunrise", 100), try entry("sunset + 30min", 20)], location: location)
        // Sunset is at 15:54 in Berlin, 14:54 of UTC; a table's minute may be off by one.
        let change = try #require(schedule.nextChange(after: utc("2024-12-21T12:00"), in: berlin))
        let error = (change - utc("2024-12-21T15:24")).count.magnitude
        #expect(error <= 120_000_000_000)
        expectEqual(schedule.percent(at: utc("2024-12-21T15:20"), in: berlin), 100)
        expectEqual(schedule.percent(at: utc("2024-12-21T15:28"), in: berlin), 20)
    }

    @Test("On polar days it is bright, in polar nights dark, for as long as they last")
    func polar() throws {
        let schedule = BrightnessSchedule(
            default: 50, entries: [try entry("sunrise", 100), try entry("sunset", 20)],
            location: Location(latitude: 69.65, longitude: 18.96))
        let oslo = zone("Europe/Oslo")
        expectEqual(schedule.percent(at: utc("2024-06-21T00:00"), in: oslo), 100)
        expectEqual(schedule.percent(at: utc("2024-12-21T11:00"), in: oslo), 20)
        let end = try #require(schedule.nextChange(after: utc("2024-12-21T11:00"), in: oslo))
        #expect(end > utc("2025-01-10") && end < utc("2025-01-20"))
    }

    @Test("A moment of yesterday that is after midnight counts until today's next one")
    func afterMidnight() throws {
        let schedule = BrightnessSchedule(
            default: 50,
            entries: [
                try entry("00:15", 30), try entry("sunrise", 100), try entry("sunset", 60), try entry("sunset+4h", 5),
            ], location: Location(latitude: 52.52, longitude: 13.405))
        // The sun sets at 21:33 in Berlin, so four hours later it is 01:33, 23:33 of UTC.
        expectEqual(schedule.percent(at: utc("2026-06-21T22:10"), in: berlin), 60)
        expectEqual(schedule.percent(at: utc("2026-06-21T22:20"), in: berlin), 30)
        expectEqual(schedule.percent(at: utc("2026-06-21T23:40"), in: berlin), 5)
        let change = try #require(schedule.nextChange(after: utc("2026-06-21T22:20"), in: berlin))
        #expect((change - utc("2026-06-21T23:33")).count.magnitude <= 120_000_000_000)
    }

    @Test("In polar twilight it is night after dusk, until dawn")
    func polarTwilight() throws {
        let schedule = BrightnessSchedule(
            default: 50,
            entries: [try entry("dawn", 20), try entry("sunrise", 40), try entry("sunset", 60), try entry("dusk", 80)],
            location: Location(latitude: 69.65, longitude: 18.96))
        expectEqual(schedule.percent(at: utc("2026-12-20T23:00"), in: zone("Europe/Oslo")), 80)
    }

    /// A place and its zone; Ürümqi's clocks are two hours ahead of its sun.
    static let places: [(zone: String, latitude: Double, longitude: Double)] = [
        ("Europe/Berlin", 52.52, 13.405), ("Europe/Oslo", 69.65, 18.96), ("Antarctica/McMurdo", -77.85, 166.67),
        ("Arctic/Longyearbyen", 78.22, 15.65), ("Asia/Shanghai", 43.83, 87.62), ("America/Anchorage", 64.5, -165.4),
        ("Asia/Kathmandu", 27.7, 85.3), ("Antarctica/Troll", -72.01, 2.53),
    ]

    /// Where the sun stands: below 6 degrees under the horizon, in twilight, or up; nil near the borders.
    private func light(_ sun: SunHeight, at time: WallTime) -> Int? {
        let (height, angle) = sun.at(time)
        guard abs(height + 0.833) > 0.2, abs(height + 6) > 0.2 else { return nil }
        if height > -0.833 { return 40 }
        if height < -6 { return 80 }
        guard abs(angle) > 2, abs(angle) < 178 else { return nil }
        return angle < 0 ? 20 : 60
    }

    @Test("Brightness goes by where the sun stands, at any time of the year and any latitude", arguments: places)
    func height(_ given: (zone: String, latitude: Double, longitude: Double)) throws {
        let location = try #require(Location(latitude: given.latitude, longitude: given.longitude))
        // In any order of the list.
        let schedule = BrightnessSchedule(
            default: 50,
            entries: [try entry("dusk", 80), try entry("sunset", 60), try entry("sunrise", 40), try entry("dawn", 20)],
            location: location)
        let rules = zone(given.zone)
        let sun = SunHeight(location: location)
        var random = SeededRandom(seed: 15)
        var looked = 0
        for _ in 0..<1_500 {
            let time = WallTime(seconds: Int64.random(in: 1_735_689_600..<1_893_456_000, using: &random))
            guard let expected = light(sun, at: time) else { continue }
            looked += 1
            let found = schedule.percent(at: time, in: rules)
            expectEqual(found, expected, "\(text(time) ?? "")")
        }
        #expect(looked > 1_000)
    }

    @Test("Every change of the brightness is found, in its order", arguments: places)
    func walk(_ given: (zone: String, latitude: Double, longitude: Double)) throws {
        let schedule = BrightnessSchedule(
            default: 50,
            entries: [
                try entry("sunset+4h", 5), try entry("00:15", 30), try entry("sunrise-90min", 70),
                try entry("sunset", 60), try entry("dusk", 40),
            ], location: Location(latitude: given.latitude, longitude: given.longitude))
        let rules = zone(given.zone)
        for start in ["2026-02-18", "2026-06-20", "2026-07-22", "2026-12-20"] {
            var time = utc(start)
            var next = schedule.nextChange(after: time, in: rules)
            var percent = schedule.percent(at: time, in: rules)
            // Three days, ten minutes at a time.
            for _ in 0..<3 * 144 {
                time = WallTime(seconds: time.seconds + 600)
                while let change = next, change <= time {
                    let changed = schedule.percent(at: change, in: rules)
                    #expect(changed != percent, "\(text(change) ?? "")")
                    percent = changed
                    next = schedule.nextChange(after: change, in: rules)
                }
                let found = schedule.percent(at: time, in: rules)
                expectEqual(found, percent, "\(text(time) ?? "")")
            }
        }
    }

    @Test("Moments are read from texts; errors tell the place and the nearest word")
    func texts() throws {
        try expectEqual(DayMoment(parsing: "noon"), .clock(try CivilTime(parsing: "12:00")))
        try expectEqual(DayMoment(parsing: "Sunset-1h"), .sun(.sunset, offset: .seconds(-3_600)))
        #expect(throws: TextError.self) { try DayMoment(parsing: "sunset+13h") }
        #expect(throws: TextError.self) { try DayMoment(parsing: "sunset*2") }
        do throws(TextError) {
            _ = try DayMoment(parsing: "  sunsett")
        } catch {
            expectEqual(error.offset, 2)
            #expect(error.description.hasPrefix("\"sunsett\" is not a time"), "\(error)")
            #expect(error.description.hasSuffix("; did you mean \"sunset\"?"), "\(error)")
        }
    }

    private func light(smoothing: Nanoseconds = .seconds(10), hysteresis: Int = 3) -> AmbientLight {
        AmbientLight(
            points: [.init(lux: 9, percent: 10), .init(lux: 999, percent: 90)], smoothing: smoothing,
            hysteresis: hysteresis)
    }

    private func seconds(_ count: Int64) -> Instant { .zero + .seconds(count) }

    @Test("Light is followed smoothly, and small changes change nothing")
    func ambient() {
        var light = light()
        #expect(light.percent == nil)
        expectEqual(light.take(lux: 9, at: .zero), 10)
        expectEqual(light.take(lux: 99, at: .zero + .milliseconds(100)), 10)
        // After a long time it is where the light is: half way between 10 and 90.
        expectEqual(light.advance(to: seconds(200)), 50)
        expectEqual(light.take(lux: 105, at: seconds(200)), 50)
        expectEqual(light.advance(to: seconds(400)), 50)
        expectEqual(light.take(lux: .nan, at: seconds(500)), 50)
        expectEqual(light.take(lux: -1, at: seconds(500)), 50)
        light.take(lux: 1e9, at: seconds(600))
        expectEqual(light.advance(to: seconds(900)), 90)
        light.take(lux: 0, at: seconds(900))
        expectEqual(light.advance(to: seconds(9_000)), 10)
        var quick = AmbientLight(points: [], smoothing: .zero, hysteresis: 0)
        expectEqual(quick.take(lux: 10_000, at: .zero), 100)
        expectEqual(quick.take(lux: 0, at: .zero), 5)
    }

    @Test("A jump of the light is followed by two thirds within the smoothing time, in steps of a tenth of it")
    func steps() {
        var light = light(hysteresis: 0)
        light.take(lux: 9, at: .zero)
        light.take(lux: 999, at: .zero)
        // 10 + 80 * (1 - exp(-n / 10)), typed from a table of exp.
        let expected = [(1, 18), (2, 25), (5, 41), (10, 61), (20, 79), (30, 86)]
        for (second, percent) in expected { expectEqual(light.advance(to: seconds(Int64(second))), percent) }
        expectEqual(light.advance(to: .zero + .milliseconds(30_999)), 86)
    }

    @Test("The next change of the brightness is known before, and nothing changes until then")
    func nextStep() throws {
        var light = light()
        #expect(light.nextChange == nil)
        light.take(lux: 9, at: .zero)
        #expect(light.nextChange == nil)
        light.take(lux: 999, at: .zero)
        expectEqual(light.nextChange, seconds(1))
        // A reading within the hysteresis never changes anything.
        var near = self.light()
        near.take(lux: 99, at: .zero)
        near.take(lux: 105, at: seconds(1))
        #expect(near.nextChange == nil)
        // How often it is asked makes no difference.
        var often = light
        for tenth in 0...400 { often.advance(to: .zero + .milliseconds(Int64(tenth) * 100)) }
        light.advance(to: seconds(40))
        expectEqual(often, light)
        var changes = 0
        var walk = self.light()
        walk.take(lux: 9, at: .zero)
        walk.take(lux: 999, at: .zero)
        while let next = walk.nextChange {
            let before = walk.percent
            expectEqual(walk.advance(to: Instant(nanoseconds: next.nanoseconds - 1)), before)
            #expect(walk.advance(to: next) != before)
            changes += 1
        }
        expectEqual(walk.percent, 90)
        #expect((2...20).contains(changes))
    }

    @Test("A sensor that flickers does not make the sign flicker")
    func flicker() {
        var light = light()
        light.take(lux: 99, at: .zero)
        var seen: Set<Int> = []
        for tick in Int64(0)..<600 {
            light.take(lux: tick % 2 == 0 ? 90 : 110, at: seconds(tick))
            if let percent = light.percent { seen.insert(percent) }
        }
        expectEqual(seen, [50])
    }
}
