import Marquee
import PixelGraphics
import Schedules
import SignTestSupport
import Testing
import Timelines

@testable import SignContent

/// A wall clock that tests set while a sign runs.
final class SetClock: WallClock {
    var clock: ManualWallClock

    init(_ seconds: Int64, isSynchronized: Bool = true) {
        clock = ManualWallClock(
            wall: WallTime(seconds: seconds), at: SignStage.start, isSynchronized: isSynchronized)
    }

    func reading(at instant: Instant) -> WallReading { clock.reading(at: instant) }
}

/// What is shown by the time of day.
@Suite struct SignScheduleTests {
    /// Thursday, 2026-01-01, 11:59:50 in UTC.
    private static let beforeNoon: Int64 = 1_767_268_790
    private static let long = "{name: a, text: Fresh bread until noon, speed: 25}"

    @Test("C3: a message comes and goes at its times, and those without times are not disturbed")
    func edges() throws {
        let undisturbed = try SignStage("message: \(Self.long)")
        let sign = try SignStage(
            "time-zone: UTC\nmessages: [\(Self.long), {text: N, priority: 5, when: thu 12:00-12:01}]",
            clock: SetClock(Self.beforeNoon))
        let noon = try SignStage("message: {text: N}").picture(at: 0)
        for time in stride(from: Int64(0), to: 10_000, by: 40) {
            #expect(sign.picture(at: time) == undisturbed.picture(at: time))
        }
        #expect(sign.picture(at: 9_999) == undisturbed.picture(at: 9_999))
        #expect(sign.picture(at: 10_000) == noon)
        #expect(sign.picture(at: 69_999) == noon)
        // What it interrupted goes on from the pixel at which it was.
        for time in stride(from: Int64(10_000), to: 20_000, by: 40) {
            #expect(sign.picture(at: time + 60_000) == undisturbed.picture(at: time))
        }
    }

    @Test("the next edge of an idle schedule is the next change, however far it is")
    func farEdge() throws {
        let sign = try SignStage(
            "time-zone: UTC\nmessage: {text: N, when: {yearly: 12-24}}", clock: SetClock(Self.beforeNoon))
        #expect(!sign.picture(at: 0).contains("#"))
        // 2026-12-24T00:00Z.
        let edge = SignStage.start + .seconds(1_798_070_400 - Self.beforeNoon)
        #expect(sign.player.nextChange(after: sign.instant(0)) == edge)
    }

    @Test("until the clock is known to be right, schedules show the idle message")
    func unsynchronised() throws {
        let clock = SetClock(0, isSynchronized: false)
        let sign = try SignStage(
            "time-zone: UTC\nmessage: {text: N, when: always}\nidle: {text: I}", clock: clock)
        let (idle, shown) = (
            try SignStage("message: {text: I}").picture(at: 0), try SignStage("message: {text: N}").picture(at: 0)
        )
        #expect(sign.picture(at: 0) == idle)
        #expect(sign.player.nextChange(after: sign.instant(0)) == sign.instant(1_000))
        #expect(sign.picture(at: 5_000) == idle)
        clock.clock.set(WallTime(seconds: Self.beforeNoon), at: sign.instant(5_500))
        clock.clock.isSynchronized = true
        #expect(sign.picture(at: 6_000) == shown)
    }

    @Test("a clock that is set decides anew what is shown, and moves nothing that is shown all along")
    func steppedClock() throws {
        let clock = SetClock(Self.beforeNoon)
        let undisturbed = try SignStage("message: \(Self.long)")
        let sign = try SignStage(
            """
            time-zone: UTC
            zones:
              - message: \(Self.long)
              - {area: {width: 1, height: 1}, message: {text: "", background: white, color: black, when: "12:00-12:01"}}
            """, clock: clock)
        for time in stride(from: Int64(0), to: 8_000, by: 40) {
            if time == 2_000 { clock.clock.step(by: .seconds(15)) }
            if time == 4_000 { clock.clock.step(by: .seconds(-3_600)) }
            let isOn = (2_000..<4_000).contains(time)
            var expected = undisturbed.picture(at: time)
            if isOn { expected = "#" + expected.dropFirst() }
            #expect(sign.picture(at: time) == expected, "at \(time)")
        }
    }

    @Test("C5: a clock in a text changes at its minutes, and does not disturb the text around it")
    func clockField() throws {
        let sign = try SignStage(
            "time-zone: UTC\nmessage: {text: \"{clock HH:mm} o'clock in the bakery\", speed: 25}",
            clock: SetClock(Self.beforeNoon))
        let before = try SignStage("message: {text: \"11:59 o'clock in the bakery\", speed: 25}")
        for time in stride(from: Int64(0), to: 10_000, by: 40) {
            #expect(sign.picture(at: time) == before.picture(at: time))
        }
        // At noon only the digits change: the text behind them, which fills the sign by then, stays as it moves.
        for time in stride(from: Int64(10_000), to: 12_000, by: 40) {
            let shown = sign.columns(at: time)
            let expected = before.columns(at: time)
            let common = zip(shown, expected).filter { $0 == $1 }.count
            #expect(common > 0, "at \(time)")
        }
        let unknown = try SignStage(
            "message: {text: \"{clock}\"}", clock: SetClock(Self.beforeNoon, isSynchronized: false))
        #expect(try unknown.picture(at: 0) == SignStage("message: {text: \"--:--\"}").picture(at: 0))
    }

    @Test("times are those of the sign's zone")
    func zone() throws {
        let sign = try SignStage(
            "time-zone: Europe/Berlin\nmessage: {text: N, when: {from: 13:00, to: \"13:01\"}}",
            clock: SetClock(Self.beforeNoon))
        #expect(!sign.picture(at: 9_999).contains("#"))
        #expect(sign.picture(at: 10_000).contains("#"))
    }
}
