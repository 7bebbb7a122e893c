import LiveValues
import PixelGraphics
import Schedules
import Testing
import Timelines

@testable import SignContent

/// How bright a sign is by the time of day, the sun, the light around it, and by hand.
@Suite struct SignBrightnessTests {
    private static let berlin = "time-zone: Europe/Berlin\nplace: {latitude: 52.52, longitude: 13.405}\n"

    /// A sign whose wall clock shows a moment of UTC at its start.
    private func sign(
        _ brightness: String, at start: String, before lines: String = Self.berlin, isSynchronized: Bool = true
    ) throws -> (sign: SignStage, clock: SetClock) {
        let clock = SetClock(try Self.seconds(start), isSynchronized: isSynchronized)
        return (try SignStage(lines + brightness + "\nmessage: {text: A}", clock: clock), clock)
    }

    private static func seconds(_ utc: String) throws -> Int64 {
        ZoneRules.utc.wall(of: try CivilDateTime(parsing: utc)).seconds
    }

    /// The brightness of the picture some milliseconds after the start, decided before as every draw is.
    private func percent(_ sign: SignStage, at milliseconds: Int64) -> Int {
        sign.player.direct(at: sign.instant(milliseconds))
        return drawnPercent(sign, at: milliseconds)
    }

    private func drawnPercent(_ sign: SignStage, at milliseconds: Int64, most: Int = 100) -> Int {
        var frame = Frame(size: sign.player.size, format: sign.format)
        frame.brightness = Brightness(percent: most)
        sign.player.draw(at: sign.instant(milliseconds), into: &frame)
        return frame.brightness.percent
    }

    private func lux(_ value: LiveValue?) -> [LiveChange] {
        [LiveChange(name: "light of brightness", content: .reading(LiveReading(value, isStale: value == nil)))]
    }

    @Test("a brightness of the file is that of every picture, which may only be darker")
    func fixed() throws {
        let (sign, _) = try sign("brightness: 40", at: "2026-01-01T12:00")
        #expect(percent(sign, at: 0) == 40)
        #expect(drawnPercent(sign, at: 0, most: 25) == 25)
        #expect(sign.player.nextChange(after: sign.instant(0)) == nil)
    }

    @Test("a message that wakes the sign makes it as bright as the file ever has it, whatever has dimmed it")
    func wakes() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 0}", at: "2026-01-02T02:00:00")
        #expect(percent(sign, at: 0) == 0)
        try sign.push("name: sale, text: Sale, priority: 9", at: 500)
        #expect(percent(sign, at: 500) == 0)
        try sign.push("name: fire, text: Fire, priority: 9, wake: yes, duration: 2s", at: 1_000)
        #expect(percent(sign, at: 1_000) == 0)
        // It comes when its turn does, and takes its brightness with it.
        #expect(sign.remove("sale", at: 1_500))
        #expect(percent(sign, at: 1_500) == 80)
        sign.player.setBrightness(5, at: sign.instant(2_000))
        #expect(percent(sign, at: 2_000) == 80)
        #expect(percent(sign, at: 3_499) == 80)
        #expect(percent(sign, at: 3_500) == 5)
        sign.player.setBrightness(nil, at: sign.instant(4_000))
        #expect(percent(sign, at: 4_000) == 0)
    }

    @Test("times of day change the brightness when they come, and nothing else makes the sign draw")
    func times() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-02T05:59:50")
        #expect(percent(sign, at: 0) == 10)
        #expect(sign.player.nextChange(after: sign.instant(0)) == sign.instant(10_000))
        #expect(percent(sign, at: 9_999) == 10)
        #expect(percent(sign, at: 10_000) == 80)
        // 15 hours until 22:00 in Berlin, across which nothing is drawn.
        #expect(sign.player.nextChange(after: sign.instant(10_000)) == sign.instant(10_000 + 15 * 3_600_000))
        #expect(percent(sign, at: 10_000 + 15 * 3_600_000) == 10)
    }

    @Test("a level holds over midnight")
    func midnight() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-01T22:59:59")
        #expect(percent(sign, at: 0) == 10)
        #expect(percent(sign, at: 1_000) == 10)
        #expect(sign.player.nextChange(after: sign.instant(1_000)) == sign.instant(1_000 + 7 * 3_600_000))
        let (whole, _) = try self.sign("brightness: {midnight: 5, noon: 90}", at: "2026-01-01T22:59:59")
        #expect(percent(whole, at: 0) == 90)
        #expect(percent(whole, at: 1_000) == 5)
    }

    @Test("clocks that are set forward have a time that they leave out when they are set")
    func summerTime() throws {
        // Berlin's clocks go from 02:00 to 03:00 on 2026-03-29 at 01:00 of UTC.
        let (sign, _) = try sign("brightness: {02:30: 80, \"22:00\": 10}", at: "2026-03-29T00:59:59")
        #expect(percent(sign, at: 0) == 10)
        #expect(sign.player.nextChange(after: sign.instant(0)) == sign.instant(1_000))
        #expect(percent(sign, at: 1_000) == 80)
        // And back from 03:00 to 02:00 on 2026-10-25 at 01:00 of UTC: the first 02:30 counts, at 00:30 of UTC.
        let (autumn, _) = try self.sign("brightness: {02:30: 80, \"22:00\": 10}", at: "2026-10-25T00:29:59")
        #expect(percent(autumn, at: 0) == 10)
        #expect(percent(autumn, at: 1_000) == 80)
        #expect(percent(autumn, at: 3_601_000) == 80)
    }

    @Test("sunset and half an hour after it are those of an almanac")
    func sun() throws {
        let (sign, _) = try sign(
            "brightness: {sunrise: 100, sunset: 60, sunset+30m: 20}", at: "2024-12-21T12:00")
        #expect(percent(sign, at: 0) == 100)
        // Sunset is at 15:54 in Berlin on that day, 14:54 of UTC, two minutes more or less.
        let minute: Int64 = 60_000
        #expect(percent(sign, at: 172 * minute) == 100)
        #expect(percent(sign, at: 176 * minute) == 60)
        #expect(percent(sign, at: 202 * minute) == 60)
        #expect(percent(sign, at: 206 * minute) == 20)
    }

    @Test(
        "where the sun does not rise for weeks it stays dim, where it does not set it stays bright, without a wake-up a day"
    )
    func polar() throws {
        let tromso = "time-zone: Europe/Oslo\nplace: {latitude: 69.65, longitude: 18.96}\n"
        let text = "brightness: {sunrise: 100, sunset: 20}"
        let (winter, _) = try sign(text, at: "2025-12-10T11:00", before: tromso)
        #expect(percent(winter, at: 0) == 20)
        let next = try #require(winter.player.nextChange(after: winter.instant(0)))
        let days = (next - winter.instant(0)).count / 86_400_000_000_000
        // The sun is back in the middle of January.
        #expect((31...41).contains(days))
        let (summer, _) = try sign(text, at: "2026-06-21T00:30", before: tromso)
        #expect(percent(summer, at: 0) == 100)
        let pole = "time-zone: UTC\nplace: {latitude: -90, longitude: 0}\n"
        let (south, _) = try sign(text, at: "2026-06-21T12:00", before: pole)
        #expect(percent(south, at: 0) == 20)
    }

    @Test("until the clock is known to be right the highest level holds, or that which the file says")
    func unsynchronized() throws {
        let text = "brightness: {07:00: 80, \"22:00\": 10}"
        let (sign, clock) = try sign(text, at: "1970-01-01T00:00", isSynchronized: false)
        #expect(percent(sign, at: 0) == 80)
        #expect(sign.player.nextChange(after: sign.instant(0)) == sign.instant(1_000))
        clock.clock.set(WallTime(seconds: try Self.seconds("2026-01-02T02:00")), at: sign.instant(1_500))
        clock.clock.isSynchronized = true
        #expect(percent(sign, at: 2_000) == 10)
        let (own, _) = try self.sign(
            "brightness: {07:00: 80, \"22:00\": 10, unknown-time: 30}", at: "1970-01-01T00:00", isSynchronized: false)
        #expect(percent(own, at: 0) == 30)
        // A brightness that is always the same needs no clock, and wakes nobody.
        let (fixed, _) = try self.sign("brightness: 40", at: "1970-01-01T00:00", isSynchronized: false)
        #expect(percent(fixed, at: 0) == 40)
        #expect(fixed.player.nextChange(after: fixed.instant(0)) == nil)
    }

    @Test("a clock that is set back or forward changes the brightness with it")
    func steppedClock() throws {
        let (sign, clock) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-02T12:00")
        #expect(percent(sign, at: 0) == 80)
        clock.clock.step(by: .seconds(36_000))
        #expect(percent(sign, at: 10) == 10)
        clock.clock.step(by: .seconds(-36_000))
        #expect(percent(sign, at: 20) == 80)
    }

    @Test("a hand goes before the times until it gives the brightness back")
    func hand() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-02T05:59:50")
        #expect(percent(sign, at: 0) == 10)
        let revision = sign.player.revision
        sign.player.setBrightness(55, at: sign.instant(1_000))
        #expect(sign.player.revision > revision)
        #expect(percent(sign, at: 1_000) == 55)
        #expect(sign.player.nextChange(after: sign.instant(1_000)) == nil)
        #expect(percent(sign, at: 10_000) == 55)
        sign.player.setBrightness(nil, at: sign.instant(11_000))
        #expect(percent(sign, at: 11_000) == 80)
        try sign.show("brightness: 33\nmessage: {text: A}", at: 12_000)
        #expect(percent(sign, at: 12_000) == 33)
        sign.player.setBrightness(0, at: sign.instant(13_000))
        try sign.show("brightness: 34\nmessage: {text: A}", at: 14_000)
        #expect(percent(sign, at: 14_000) == 0)
    }

    @Test("another file's brightness holds at once, and moves nothing")
    func reload() throws {
        let text = "message: {text: Fresh bread until noon, speed: 25}"
        let clock = SetClock(try Self.seconds("2026-01-02T12:00"))
        let sign = try SignStage("brightness: 70\n" + text, clock: clock)
        let undisturbed = try SignStage(text)
        let revision = sign.player.revision
        try sign.show("time-zone: UTC\nbrightness: {noon: 30, midnight: 5}\n" + text, at: 4_000)
        #expect(sign.player.revision > revision)
        #expect(percent(sign, at: 4_000) == 30)
        for time in stride(from: Int64(4_000), to: 8_000, by: 40) {
            #expect(sign.picture(at: time) == undisturbed.picture(at: time))
        }
        let same = sign.player.revision
        try sign.show("# new\ntime-zone: UTC\nbrightness: {noon: 30, midnight: 5}\n" + text, at: 9_000)
        #expect(sign.player.revision == same)
    }

    @Test("light is followed smoothly, and is drawn only when the brightness changes")
    func light() throws {
        let (sign, _) = try sign(
            "brightness: {light: {sensor: /dev/null, curve: {9: 10, 999: 90}, smoothing: 10s}}", at: "2026-01-02T12:00")
        #expect(percent(sign, at: 0) == 100)
        sign.player.take(lux(9), at: sign.instant(1_000))
        #expect(percent(sign, at: 1_000) == 10)
        #expect(sign.player.nextChange(after: sign.instant(1_000)) == nil)
        sign.player.take(lux(999), at: sign.instant(2_000))
        #expect(sign.player.nextChange(after: sign.instant(2_000)) == sign.instant(3_000))
        #expect(percent(sign, at: 2_999) == 10)
        #expect(percent(sign, at: 3_000) == 18)
        #expect(percent(sign, at: 60_000) == 90)
        let revision = sign.player.revision
        sign.player.take(lux(999), at: sign.instant(61_000))
        #expect(sign.player.revision == revision)
    }

    @Test("a sensor that says nothing leaves the times, and without them 100 percent")
    func silentLight() throws {
        let light = "light: {sensor: /dev/null, curve: {9: 10, 999: 90}, smoothing: 0}"
        let (sign, _) = try sign("brightness: {\(light)}", at: "2026-01-02T12:00")
        sign.player.take(lux(9), at: sign.instant(1_000))
        #expect(percent(sign, at: 1_000) == 10)
        sign.player.take(lux(nil), at: sign.instant(2_000))
        #expect(percent(sign, at: 2_000) == 100)
        sign.player.take(lux("bright"), at: sign.instant(3_000))
        #expect(percent(sign, at: 3_000) == 100)
        // Times are the most that light may ask for.
        let (timed, _) = try self.sign("brightness: {midnight: 40, \(light)}", at: "2026-01-02T12:00")
        #expect(percent(timed, at: 0) == 40)
        timed.player.take(lux(999), at: timed.instant(1_000))
        #expect(percent(timed, at: 1_000) == 40)
        timed.player.take(lux(9), at: timed.instant(2_000))
        #expect(percent(timed, at: 2_000) == 10)
        timed.player.take(lux(nil), at: timed.instant(3_000))
        #expect(percent(timed, at: 3_000) == 40)
    }

    @Test("a sensor goes on being followed across changes of the file, and is asked with the rest")
    func lightAcrossReloads() throws {
        let light = "light: {sensor: light, every: 500ms, curve: {9: 10, 999: 90}, smoothing: 0}"
        let (sign, _) = try sign("brightness: {\(light)}", at: "2026-01-02T12:00")
        sign.player.take(lux(9), at: sign.instant(1_000))
        try sign.show("brightness: {\(light), noon: 60}\nmessage: {text: A}", at: 2_000)
        #expect(percent(sign, at: 2_000) == 10)
        var file = LiveFile("light")
        file.isScaledBeside = true
        let source = try #require(sign.player.file.sources.first)
        #expect(sign.player.file.sources.count == 1)
        #expect(source.origin == .file(file))
        #expect(source.interval == .milliseconds(500))
        try sign.show("brightness: {noon: 60}\nmessage: {text: A}", at: 3_000)
        #expect(percent(sign, at: 3_000) == 60)
    }

    @Test("every key of brightness and place is read")
    func keys() throws {
        let file = try SignFile(
            parsing: """
                place: {latitude: -33.87, longitude: 151.2}
                brightness:
                  sunrise-1h: 70
                  noon: 100
                  dusk: 15
                  unknown-time: 50
                  light:
                    sensor: /sys/bus/iio/devices/iio:device*/in_illuminance_raw
                    every: 1s
                    smoothing: 30s
                    hysteresis: 0
                    curve: {0.5: 1, 100: 30}
                message: {text: A}
                """, path: "/signs/s.yaml")
        let place = try #require(Place(latitude: -33.87, longitude: 151.2))
        let entries = [
            BrightnessSchedule.Entry(at: .sun(.sunrise, offset: .seconds(-3_600)), percent: 70),
            BrightnessSchedule.Entry(at: .clock(try CivilTime(parsing: "12:00")), percent: 100),
            BrightnessSchedule.Entry(at: .sun(.dusk, offset: .zero), percent: 15),
        ]
        #expect(file.brightness.schedule == BrightnessSchedule(usual: 100, entries: entries, place: place))
        #expect(file.brightness.percentOfUnknownTime == 50)
        let light = try #require(file.brightness.light)
        #expect(light.points == [.init(lux: 0.5, percent: 1), .init(lux: 100, percent: 30)])
        #expect(light.smoothing == .seconds(30) && light.hysteresis == 0 && light.source.interval == .seconds(1))
        let short = try SignFile(parsing: "brightness: {light: lux}\nmessage: {text: A}", path: "/signs/s.yaml")
        #expect(short.brightness.light?.source.origin == .file(.init("/signs/lux").scaledBeside))
    }

    @Test("what is wrong with a brightness is told with the nearest word and the cure")
    func words() {
        func problems(_ text: String) -> [String] {
            do {
                _ = try SignFile(parsing: text + "\nmessage: {text: A}", path: "s.yaml")
                return []
            } catch {
                return error.problems.map(\.description)
            }
        }
        let form = "a time such as 08:30, or dawn, sunrise, sunset or dusk, perhaps with a time: sunset+30min"
        #expect(
            problems("brightness: {sunsett: 10, ligth: x}\nplace: {latitude: 1, longitude: 2}") == [
                "s.yaml:1:14: \"sunsett\" is not \(form); did you mean \"sunset\"?",
                "s.yaml:1:27: \"ligth\" is not \(form); did you mean \"light\"?",
            ])
        #expect(
            problems("brightness: {sunset: 10}") == [
                "s.yaml:1:14: \"place\" is missing; it is latitude and longitude in degrees, by which \"sunset\" is known"
            ])
        #expect(
            problems("brightness: {07:00: 80, \"7:00\": 90}") == [
                "s.yaml:1:25: \"7:00\" is given twice, first in line 1; keep one of them"
            ])
    }
}

extension LiveFile {
    fileprivate var scaledBeside: LiveFile {
        var file = self
        file.isScaledBeside = true
        return file
    }
}
