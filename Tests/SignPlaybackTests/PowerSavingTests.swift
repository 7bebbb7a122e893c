import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// How often a dimmed sign is redrawn.
@Suite struct PowerSavingTests {
    /// Thursday, 2026-01-01, 11:59:50 in UTC.
    private static let beforeNoon: Int64 = 1_767_268_790
    private static let size = Size(width: 64, height: 8)

    private func sign(_ text: String) throws -> SignStage {
        try SignStage("time-zone: UTC\n" + text, size: Self.size, clock: SetClock(Self.beforeNoon))
    }

    private func next(_ sign: SignStage, after milliseconds: Int64) -> Int64? {
        sign.player.direct(at: sign.instant(milliseconds))
        let next = sign.player.nextChange(after: sign.instant(milliseconds))
        return next.map { ($0 - SignStage.start).count / 1_000_000 }
    }

    @Test(
        "E2: a clock in a text drops its seconds on a dark sign and on one that always saves",
        arguments: ["brightness: 0", "power-saving: always"])
    func text(setting: String) throws {
        let text = "\nmessage: {text: \"{clock HH:mm:ss}\"}"
        let minutes = try SignStage("message: {text: \"11:59\"}", size: Self.size).picture(at: 0)
        let sign = try sign(setting + text)
        expectEqual(sign.picture(at: 0), minutes)
        expectEqual(next(sign, after: 0), 10_000)
        let live = try self.sign("power-saving: never\nbrightness: 0" + text)
        let seconds = try SignStage("message: {text: \"11:59:50\"}", size: Self.size).picture(at: 0)
        expectEqual(live.picture(at: 0), seconds)
        expectEqual(next(live, after: 0), 1_000)
    }

    @Test("E2: ticks of parts come once a second below 20 percent, and at their own times again when it is brighter")
    func parts() throws {
        let parts = """

            message:
              parts:
                - ticks: 0.2s
                  turns: [{pixels: "#"}, {pixels: "."}]
            """
        let sign = try sign("brightness: 19" + parts)
        expectEqual(next(sign, after: 0), 1_000)
        let bright = try self.sign("brightness: 20" + parts)
        expectEqual(next(bright, after: 0), 200)
        sign.player.setBrightness(80, at: sign.instant(2_000))
        expectEqual(next(sign, after: 2_000), 2_200)
        sign.player.setBrightness(nil, at: sign.instant(3_000))
        expectEqual(next(sign, after: 3_000), 4_000)
        let eager = try self.sign("power-saving: never\nbrightness: 5" + parts)
        expectEqual(next(eager, after: 0), 200)
    }

    @Test("E2: a dimmed sign changes once a second, a dark or power-saving one once a minute")
    func cadences() {
        func cadence(_ percent: Int, _ saving: PowerSaving) -> Cadence {
            Cadence(brightness: Brightness(percent: percent), saving: saving)
        }
        expectEqual([100, 20, 19, 1, 0].map { cadence($0, .auto) }, [.live, .live, .seconds, .seconds, .minutes])
        expectEqual([100, 19, 0].map { cadence($0, .always) }, [.minutes, .minutes, .minutes])
        expectEqual([100, 19, 0].map { cadence($0, .never) }, [.live, .live, .live])
    }

    @Test("motion is not slowed down: a dimmed text moves as a bright one does")
    func motion() throws {
        let text = "message: {text: Fresh bread until noon, speed: 25, scroll: always}"
        let (dim, bright) = (try sign("brightness: 5\n" + text), try sign(text))
        for time in stride(from: Int64(0), to: 4_000, by: 40) {
            expectEqual(dim.picture(at: time), bright.picture(at: time))
        }
    }

    @Test("a change of the file also applies to what is shown already")
    func reload() throws {
        let text = "time-zone: UTC\nmessage: {text: \"{clock HH:mm:ss}\"}"
        let sign = try sign("message: {text: \"{clock HH:mm:ss}\"}")
        expectEqual(next(sign, after: 0), 1_000)
        try sign.show("power-saving: always\n" + text, at: 2_500)
        expectEqual(next(sign, after: 2_500), 10_000)
    }

    @Test("clocks among parts show the zone of the file, and another one when the file changes")
    func zone() throws {
        let parts = "message: {parts: [{clock: HH:mm}]}"
        // 11:59 in UTC is 12:59 in Berlin and 20:59 in Tokyo.
        let utc = try sign(parts)
        let berlin = try SignStage(
            "time-zone: Europe/Berlin\n" + parts, size: Self.size, clock: SetClock(Self.beforeNoon))
        let later = try SignStage(
            "time-zone: UTC\n" + parts, size: Self.size, clock: SetClock(Self.beforeNoon + 3_600))
        expectEqual(berlin.picture(at: 0), later.picture(at: 0))
        #expect(berlin.picture(at: 0) != utc.picture(at: 0))
        let tokyo = try SignStage(
            "time-zone: UTC\n" + parts, size: Self.size, clock: SetClock(Self.beforeNoon + 9 * 3_600))
        let revision = berlin.player.revision
        try berlin.show("time-zone: Asia/Tokyo\n" + parts, at: 1_000)
        #expect(berlin.player.revision > revision)
        expectEqual(berlin.picture(at: 1_000), tokyo.picture(at: 1_000))
    }
}
