import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

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
        ZoneRules.utc.wall(of: try LocalTime(parsing: utc)).seconds
    }

    /// The brightness of the picture some milliseconds after the start, decided before as every draw is.
    private func percent(_ sign: SignStage, at milliseconds: Int64) -> Int {
        sign.player.direct(at: sign.instant(milliseconds))
        return drawnPercent(sign, at: milliseconds)
    }

    private func drawnPercent(_ sign: SignStage, at milliseconds: Int64, maximum: Int = 100) -> Int {
        var frame = Frame(size: sign.player.size, format: sign.format)
        frame.brightness = Brightness(percent: maximum)
        sign.player.draw(at: sign.instant(milliseconds), into: &frame)
        return frame.brightness.percent
    }

    private func lux(_ value: LiveValue?) -> [LiveChange] {
        [LiveChange(name: "light of brightness", reading: LiveReading(value, isStale: value == nil))]
    }

    @Test("every picture has the brightness of the file, and may only be darker")
    func fixed() throws {
        let (sign, _) = try sign("brightness: 40", at: "2026-01-01T12:00")
        expectEqual(percent(sign, at: 0), 40)
        expectEqual(drawnPercent(sign, at: 0, maximum: 25), 25)
        #expect(sign.player.nextChange(after: sign.instant(0)) == nil)
    }

    @Test("a message with wake gives the sign the greatest brightness of the file, whatever has dimmed it")
    func wakes() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 0}", at: "2026-01-02T02:00:00")
        expectEqual(percent(sign, at: 0), 0)
        try sign.push("name: sale, text: Sale, priority: 9", at: 500)
        expectEqual(percent(sign, at: 500), 0)
        try sign.push("name: fire, text: Fire, priority: 9, wake: yes, duration: 2s", at: 1_000)
        expectEqual(percent(sign, at: 1_000), 0)
        // It comes when its turn does, and takes its brightness with it.
        #expect(sign.remove("sale", at: 1_500))
        expectEqual(percent(sign, at: 1_500), 80)
        sign.player.setBrightness(5, at: sign.instant(2_000))
        expectEqual(percent(sign, at: 2_000), 80)
        expectEqual(percent(sign, at: 3_499), 80)
        expectEqual(percent(sign, at: 3_500), 5)
        sign.player.setBrightness(nil, at: sign.instant(4_000))
        expectEqual(percent(sign, at: 4_000), 0)
    }

    @Test("times of day change the brightness on time, and nothing else causes a draw")
    func times() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-02T05:59:50")
        expectEqual(percent(sign, at: 0), 10)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(10_000))
        expectEqual(percent(sign, at: 9_999), 10)
        expectEqual(percent(sign, at: 10_000), 80)
        // 15 hours until 22:00 in Berlin, across which nothing is drawn.
        expectEqual(sign.player.nextChange(after: sign.instant(10_000)), sign.instant(10_000 + 15 * 3_600_000))
        expectEqual(percent(sign, at: 10_000 + 15 * 3_600_000), 10)
    }

    @Test("a level holds over midnight")
    func midnight() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-01T22:59:59")
        expectEqual(percent(sign, at: 0), 10)
        expectEqual(percent(sign, at: 1_000), 10)
        expectEqual(sign.player.nextChange(after: sign.instant(1_000)), sign.instant(1_000 + 7 * 3_600_000))
        let (whole, _) = try self.sign("brightness: {midnight: 5, noon: 90}", at: "2026-01-01T22:59:59")
        expectEqual(percent(whole, at: 0), 90)
        expectEqual(percent(whole, at: 1_000), 5)
    }

    @Test("a time that clocks skip takes effect when they are set forward")
    func summerTime() throws {
        // Berlin's clocks go from 02:00 to 03:00 on 2026-03-29 at 01:00 of UTC.
        let (sign, _) = try sign("brightness: {02:30: 80, \"22:00\": 10}", at: "2026-03-29T00:59:59")
        expectEqual(percent(sign, at: 0), 10)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(1_000))
        expectEqual(percent(sign, at: 1_000), 80)
        // And back from 03:00 to 02:00 on 2026-10-25 at 01:00 of UTC: the first 02:30 counts, at 00:30 of UTC.
        let (autumn, _) = try self.sign("brightness: {02:30: 80, \"22:00\": 10}", at: "2026-10-25T00:29:59")
        expectEqual(percent(autumn, at: 0), 10)
        expectEqual(percent(autumn, at: 1_000), 80)
        expectEqual(percent(autumn, at: 3_601_000), 80)
    }

    @Test("sunset and half an hour after it are those of an almanac")
    func sun() throws {
        let (sign, _) = try sign(
            "brightness: {sunrise: 100, sunset: 60, sunset+30m: 20}", at: "2024-12-21T12:00")
        expectEqual(percent(sign, at: 0), 100)
        // Sunset is at 15:54 in Berlin on that day, 14:54 of UTC, two minutes more or less.
        let minute: Int64 = 60_000
        expectEqual(percent(sign, at: 172 * minute), 100)
        expectEqual(percent(sign, at: 176 * minute), 60)
        expectEqual(percent(sign, at: 202 * minute), 60)
        expectEqual(percent(sign, at: 206 * minute), 20)
    }

    @Test(
        "where the sun does not rise for weeks it stays dim, where it does not set it stays bright, without a wake-up a day"
    )
    func polar() throws {
        let tromso = "time-zone: Europe/Oslo\nplace: {latitude: 69.65, longitude: 18.96}\n"
        let text = "brightness: {sunrise: 100, sunset: 20}"
        let (winter, _) = try sign(text, at: "2025-12-10T11:00", before: tromso)
        expectEqual(percent(winter, at: 0), 20)
        let next = try #require(winter.player.nextChange(after: winter.instant(0)))
        let days = (next - winter.instant(0)).count / 86_400_000_000_000
        // The sun is back in the middle of January.
        #expect((31...41).contains(days))
        let (summer, _) = try sign(text, at: "2026-06-21T00:30", before: tromso)
        expectEqual(percent(summer, at: 0), 100)
        let pole = "time-zone: UTC\nplace: {latitude: -90, longitude: 0}\n"
        let (south, _) = try sign(text, at: "2026-06-21T12:00", before: pole)
        expectEqual(percent(south, at: 0), 20)
    }

    @Test("until the clock is known to be right the highest level applies, or the one that the file gives")
    func unsynchronized() throws {
        let text = "brightness: {07:00: 80, \"22:00\": 10}"
        let (sign, clock) = try sign(text, at: "1970-01-01T00:00", isSynchronized: false)
        expectEqual(percent(sign, at: 0), 80)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(1_000))
        clock.clock.set(WallTime(seconds: try Self.seconds("2026-01-02T02:00")), at: sign.instant(1_500))
        clock.clock.isSynchronized = true
        expectEqual(percent(sign, at: 2_000), 10)
        let (own, _) = try self.sign(
            "brightness: {07:00: 80, \"22:00\": 10, unknown-time: 30}", at: "1970-01-01T00:00", isSynchronized: false)
        expectEqual(percent(own, at: 0), 30)
        // A constant brightness needs no clock, and causes no wake-up.
        let (fixed, _) = try self.sign("brightness: 40", at: "1970-01-01T00:00", isSynchronized: false)
        expectEqual(percent(fixed, at: 0), 40)
        #expect(fixed.player.nextChange(after: fixed.instant(0)) == nil)
    }

    @Test("setting the clock back or forward changes the brightness")
    func steppedClock() throws {
        let (sign, clock) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-02T12:00")
        expectEqual(percent(sign, at: 0), 80)
        clock.clock.step(by: .seconds(36_000))
        expectEqual(percent(sign, at: 10), 10)
        clock.clock.step(by: .seconds(-36_000))
        expectEqual(percent(sign, at: 20), 80)
    }

    @Test("a manual brightness overrides the times until it is set to auto")
    func hand() throws {
        let (sign, _) = try sign("brightness: {07:00: 80, \"22:00\": 10}", at: "2026-01-02T05:59:50")
        expectEqual(percent(sign, at: 0), 10)
        let revision = sign.player.revision
        sign.player.setBrightness(55, at: sign.instant(1_000))
        #expect(sign.player.revision > revision)
        expectEqual(percent(sign, at: 1_000), 55)
        #expect(sign.player.nextChange(after: sign.instant(1_000)) == nil)
        expectEqual(percent(sign, at: 10_000), 55)
        sign.player.setBrightness(nil, at: sign.instant(11_000))
        expectEqual(percent(sign, at: 11_000), 80)
        try sign.show("brightness: 33\nmessage: {text: A}", at: 12_000)
        expectEqual(percent(sign, at: 12_000), 33)
        sign.player.setBrightness(0, at: sign.instant(13_000))
        try sign.show("brightness: 34\nmessage: {text: A}", at: 14_000)
        expectEqual(percent(sign, at: 14_000), 0)
    }

    @Test("the brightness of another file applies at once, and moves nothing")
    func reload() throws {
        let text = "message: {text: Fresh bread until noon, speed: 25}"
        let clock = SetClock(try Self.seconds("2026-01-02T12:00"))
        let sign = try SignStage("brightness: 70\n" + text, clock: clock)
        let undisturbed = try SignStage(text)
        let revision = sign.player.revision
        try sign.show("time-zone: UTC\nbrightness: {noon: 30, midnight: 5}\n" + text, at: 4_000)
        #expect(sign.player.revision > revision)
        expectEqual(percent(sign, at: 4_000), 30)
        for time in stride(from: Int64(4_000), to: 8_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time))
        }
        let same = sign.player.revision
        try sign.show("# new\ntime-zone: UTC\nbrightness: {noon: 30, midnight: 5}\n" + text, at: 9_000)
        expectEqual(sign.player.revision, same)
    }

    @Test("light is followed smoothly, and is drawn only when the brightness changes")
    func light() throws {
        let (sign, _) = try sign(
            "brightness: {light: {sensor: /dev/null, curve: {9: 10, 999: 90}, smoothing: 10s}}", at: "2026-01-02T12:00")
        expectEqual(percent(sign, at: 0), 100)
        sign.player.take(lux(9), at: sign.instant(1_000))
        expectEqual(percent(sign, at: 1_000), 10)
        #expect(sign.player.nextChange(after: sign.instant(1_000)) == nil)
        sign.player.take(lux(999), at: sign.instant(2_000))
        expectEqual(sign.player.nextChange(after: sign.instant(2_000)), sign.instant(3_000))
        expectEqual(percent(sign, at: 2_999), 10)
        expectEqual(percent(sign, at: 3_000), 18)
        expectEqual(percent(sign, at: 60_000), 90)
        let revision = sign.player.revision
        sign.player.take(lux(999), at: sign.instant(61_000))
        expectEqual(sign.player.revision, revision)
    }

    @Test("without a reading of the sensor the times apply, and without times 100 percent")
    func silentLight() throws {
        let light = "light: {sensor: /dev/null, curve: {9: 10, 999: 90}, smoothing: 0}"
        let (sign, _) = try sign("brightness: {\(light)}", at: "2026-01-02T12:00")
        sign.player.take(lux(9), at: sign.instant(1_000))
        expectEqual(percent(sign, at: 1_000), 10)
        sign.player.take(lux(nil), at: sign.instant(2_000))
        expectEqual(percent(sign, at: 2_000), 100)
        sign.player.take(lux("bright"), at: sign.instant(3_000))
        expectEqual(percent(sign, at: 3_000), 100)
        // Times are the most that light may ask for.
        let (timed, _) = try self.sign("brightness: {midnight: 40, \(light)}", at: "2026-01-02T12:00")
        expectEqual(percent(timed, at: 0), 40)
        timed.player.take(lux(999), at: timed.instant(1_000))
        expectEqual(percent(timed, at: 1_000), 40)
        timed.player.take(lux(9), at: timed.instant(2_000))
        expectEqual(percent(timed, at: 2_000), 10)
        timed.player.take(lux(nil), at: timed.instant(3_000))
        expectEqual(percent(timed, at: 3_000), 40)
    }

    @Test("a sensor keeps working across changes of the file")
    func lightAcrossReloads() throws {
        let light = "light: {sensor: light, every: 500ms, curve: {9: 10, 999: 90}, smoothing: 0}"
        let (sign, _) = try sign("brightness: {\(light)}", at: "2026-01-02T12:00")
        sign.player.take(lux(9), at: sign.instant(1_000))
        try sign.show("brightness: {\(light), noon: 60}\nmessage: {text: A}", at: 2_000)
        expectEqual(percent(sign, at: 2_000), 10)
        var file = LiveFile("light")
        file.isScaledBeside = true
        let source = try #require(sign.player.file.sources.first)
        expectEqual(sign.player.file.sources.count, 1)
        expectEqual(source.origin, .file(file))
        expectEqual(source.interval, .milliseconds(500))
        try sign.show("brightness: {noon: 60}\nmessage: {text: A}", at: 3_000)
        expectEqual(percent(sign, at: 3_000), 60)
    }
}
