import Schedules
import Testing
import Timelines

@Suite struct BrightnessTests {
    private func entry(_ moment: String, _ percent: Int) throws -> BrightnessSchedule.Entry {
        BrightnessSchedule.Entry(at: try DayMoment(parsing: moment), percent: percent)
    }

    @Test("Brightness holds from one moment of the day until the next, past midnight too")
    func clock() throws {
        let schedule = BrightnessSchedule(usual: 50, entries: [try entry("07:00", 80), try entry("22:00", 10)])
        #expect(schedule.percent(at: utc("2026-01-02T05:59"), in: berlin) == 10)
        #expect(schedule.percent(at: utc("2026-01-02T06:00"), in: berlin) == 80)
        #expect(schedule.percent(at: utc("2026-01-02T21:00"), in: berlin) == 10)
        #expect(text(schedule.nextChange(after: utc("2026-01-02T06:00"), in: berlin)) == "2026-01-02T21:00")
        #expect(text(schedule.nextChange(after: utc("2026-01-02T21:00"), in: berlin)) == "2026-01-03T06:00")
        #expect(BrightnessSchedule(usual: 50).percent(at: .epoch, in: berlin) == 50)
        #expect(BrightnessSchedule(usual: 50).nextChange(after: .epoch, in: berlin) == nil)
        let flat = BrightnessSchedule(usual: 50, entries: [try entry("07:00", 80), try entry("22:00", 80)])
        #expect(flat.nextChange(after: .epoch, in: berlin) == nil)
    }

    @Test("Brightness goes by the sun, with offsets")
    func sun() throws {
        let place = Place(latitude: 52.52, longitude: 13.405)
        let schedule = BrightnessSchedule(
            usual: 50, entries: [try entry("sunrise", 100), try entry("sunset + 30min", 20)], place: place)
        // Sunset is at 15:54 in Berlin, 14:54 of UTC; a table's minute may be off by one.
        let change = try #require(schedule.nextChange(after: utc("2024-12-21T12:00"), in: berlin))
        let error = (change - utc("2024-12-21T15:24")).count.magnitude
        #expect(error <= 120_000_000_000)
        #expect(schedule.percent(at: utc("2024-12-21T15:20"), in: berlin) == 100)
        #expect(schedule.percent(at: utc("2024-12-21T15:28"), in: berlin) == 20)
    }

    @Test("On polar days it is bright, in polar nights dark, for as long as they last")
    func polar() throws {
        let schedule = BrightnessSchedule(
            usual: 50, entries: [try entry("sunrise", 100), try entry("sunset", 20)],
            place: Place(latitude: 69.65, longitude: 18.96))
        let oslo = zone("Europe/Oslo")
        #expect(schedule.percent(at: utc("2024-06-21T00:00"), in: oslo) == 100)
        #expect(schedule.percent(at: utc("2024-12-21T11:00"), in: oslo) == 20)
        let end = try #require(schedule.nextChange(after: utc("2024-12-21T11:00"), in: oslo))
        #expect(end > utc("2025-01-10") && end < utc("2025-01-20"))
    }

    @Test("Moments are read from texts; errors tell the place and the nearest word")
    func texts() throws {
        #expect(try DayMoment(parsing: "noon") == .clock(try CivilTime(parsing: "12:00")))
        #expect(try DayMoment(parsing: "Sunset-1h") == .sun(.sunset, offset: .seconds(-3_600)))
        #expect(throws: ScheduleTextError.self) { try DayMoment(parsing: "sunset+13h") }
        #expect(throws: ScheduleTextError.self) { try DayMoment(parsing: "sunset*2") }
        do throws(ScheduleTextError) {
            _ = try DayMoment(parsing: "  sunsett")
        } catch {
            #expect(error.offset == 2)
            guard case .unknownWord("sunsett", _, nearest: "sunset") = error.reason else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("Light is followed smoothly, and small changes change nothing")
    func ambient() {
        var light = AmbientLight(
            points: [.init(lux: 9, percent: 10), .init(lux: 999, percent: 90)], smoothing: .seconds(10), hysteresis: 3)
        #expect(light.percent == nil)
        #expect(light.take(lux: 9, at: .zero) == 10)
        // A tenth of the way on the logarithm after 0.1 s of 10 s is less than the hysteresis.
        #expect(light.take(lux: 99, at: Instant(nanoseconds: 100_000_000)) == 10)
        // After a long time it is where the light is: half way between 10 and 90.
        #expect(light.take(lux: 99, at: Instant(nanoseconds: 200_000_000_000)) == 50)
        #expect(light.take(lux: 105, at: Instant(nanoseconds: 400_000_000_000)) == 50)
        #expect(light.take(lux: .nan, at: Instant(nanoseconds: 500_000_000_000)) == 50)
        #expect(light.take(lux: -1, at: Instant(nanoseconds: 500_000_000_000)) == 50)
        #expect(light.take(lux: 1e9, at: Instant(nanoseconds: 900_000_000_000)) == 90)
        #expect(light.take(lux: 0, at: Instant(nanoseconds: 9_000_000_000_000)) == 10)
        var quick = AmbientLight(points: [], smoothing: .zero, hysteresis: 0)
        #expect(quick.take(lux: 10_000, at: .zero) == 100)
        #expect(quick.take(lux: 0, at: .zero) == 5)
    }
}
