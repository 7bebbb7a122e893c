import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

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
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time))
        }
        expectEqual(sign.picture(at: 9_999), undisturbed.picture(at: 9_999))
        expectEqual(sign.picture(at: 10_000), noon)
        expectEqual(sign.picture(at: 69_999), noon)
        // What it interrupted goes on from the pixel at which it was.
        for time in stride(from: Int64(10_000), to: 20_000, by: 40) {
            expectEqual(sign.picture(at: time + 60_000), undisturbed.picture(at: time))
        }
    }

    @Test("the next edge of an idle schedule is the next change, however far it is")
    func farEdge() throws {
        let sign = try SignStage(
            "time-zone: UTC\nmessage: {text: N, when: {yearly: 12-24}}", clock: SetClock(Self.beforeNoon))
        #expect(!sign.picture(at: 0).contains("#"))
        // 2026-12-24T00:00Z.
        let edge = SignStage.start + .seconds(1_798_070_400 - Self.beforeNoon)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), edge)
    }

    @Test("until the clock is known to be right, schedules show the idle message")
    func unsynchronised() throws {
        let clock = SetClock(0, isSynchronized: false)
        let sign = try SignStage(
            "time-zone: UTC\nmessage: {text: N, when: always}\nidle: {text: I}", clock: clock)
        let (idle, shown) = (
            try SignStage("message: {text: I}").picture(at: 0), try SignStage("message: {text: N}").picture(at: 0)
        )
        expectEqual(sign.picture(at: 0), idle)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(1_000))
        expectEqual(sign.picture(at: 5_000), idle)
        clock.clock.set(WallTime(seconds: Self.beforeNoon), at: sign.instant(5_500))
        clock.clock.isSynchronized = true
        expectEqual(sign.picture(at: 6_000), shown)
    }

    @Test("setting the clock decides again what is shown, and does not move what stays")
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
            expectEqual(sign.picture(at: time), expected, "at \(time)")
        }
    }

    @Test("C5: a clock in a text changes at its minutes, and does not disturb the text around it")
    func clockField() throws {
        let sign = try SignStage(
            "time-zone: UTC\nmessage: {text: \"{clock HH:mm} o'clock in the bakery\", speed: 25}",
            clock: SetClock(Self.beforeNoon))
        let before = try SignStage("message: {text: \"11:59 o'clock in the bakery\", speed: 25}")
        for time in stride(from: Int64(0), to: 10_000, by: 40) {
            expectEqual(sign.picture(at: time), before.picture(at: time))
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
        try expectEqual(unknown.picture(at: 0), SignStage("message: {text: \"--:--\"}").picture(at: 0))
    }

    @Test("times are those of the sign's zone")
    func zone() throws {
        let sign = try SignStage(
            "time-zone: Europe/Berlin\nmessage: {text: N, when: {from: 13:00, to: \"13:01\"}}",
            clock: SetClock(Self.beforeNoon))
        #expect(!sign.picture(at: 9_999).contains("#"))
        #expect(sign.picture(at: 10_000).contains("#"))
    }

    @Test("C3: a message whose time is over leaves with its effect, and an urgent one appears at once")
    func goesOut() throws {
        let text = """
            time-zone: UTC
            idle: {text: I}
            messages: [{text: Fresh, when: "11:59-12:00", out: {effect: wipe, duration: 3200ms}}]
            """
        let fresh = try SignStage("message: {text: Fresh}").columns(at: 0)
        let idle = try SignStage("message: {text: I}").picture(at: 0)
        let blank = String(repeating: ".", count: 8)
        let sign = try SignStage(text, clock: SetClock(Self.beforeNoon))
        // A column every 100 ms, from noon on.
        for time in stride(from: Int64(9_050), to: 13_200, by: 50) {
            let gone = max(0, min(32, Int((time - 10_000) / 100)))
            let left = [String](repeating: blank, count: gone) + fresh[gone...]
            expectEqual(sign.columns(at: time), left, "at \(time) ms")
        }
        expectEqual(sign.picture(at: 13_200), idle)
        let late = try SignStage(text, clock: SetClock(Self.beforeNoon))
        expectEqual(late.columns(at: 10_800)[8...], fresh[8...])
        try late.player.push(
            SignMessage(parsing: "{name: x, text: U, priority: urgent}", for: late.player.file), zone: nil,
            at: late.instant(11_000))
        try expectEqual(late.picture(at: 11_000), SignStage("message: {text: U}").picture(at: 0))
        #expect(late.player.removePushed("x", at: late.instant(11_500)))
        expectEqual(late.picture(at: 11_500), idle)
    }

    @Test("C3: a pushed message leaves with its effect when its lifetime is over, and is then removed")
    func pushedGoesOut() throws {
        let sign = try SignStage("message: {text: A}")
        let plain = try SignStage("message: {text: A}").picture(at: 0)
        let message = "{name: x, text: Ice, priority: 3, lifetime: 1s, out: {effect: wipe, duration: 3200ms}}"
        try sign.player.push(
            SignMessage(parsing: message, for: sign.player.file), zone: nil, at: sign.instant(0))
        let ice = try SignStage("message: {text: Ice}").columns(at: 0)
        expectEqual(sign.columns(at: 999), ice)
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(1_000)), [])
        expectEqual(sign.columns(at: 1_500)[5...], ice[5...])
        expectEqual(sign.columns(at: 1_500)[4], "........")
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(4_199)), [])
        expectEqual(sign.picture(at: 4_200), plain)
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(4_200)), ["x"])
    }

    @Test("C3: a text whose time is over, and that nothing follows, scrolls off before something else is shown")
    func scrollsOff() throws {
        let sign = try SignStage(
            """
            time-zone: UTC
            idle: {text: I}
            message: {text: Fresh bread, when: "11:59-12:00", speed: 25, spacing: 10}
            """, clock: SetClock(Self.beforeNoon))
        let tape = try SignStage.strip("Fresh bread", spacing: 10)
        let idle = try SignStage("message: {text: I}").picture(at: 0)
        let blank = String(repeating: ".", count: 8)
        // At noon 250 columns have passed; the first boundary of copies behind the window is the end.
        let end = (250 + 32 + tape.count - 1) / tape.count * tape.count
        for step in 0...end {
            let expected = (step..<step + 32).map { $0 < end ? tape[$0 % tape.count] : blank }
            expectEqual(sign.columns(at: Int64(step) * 40), expected, "after \(step) columns")
        }
        // The gap behind the last copy scrolls off, too.
        for step in end...end + 10 {
            expectEqual(sign.columns(at: Int64(step) * 40), [String](repeating: blank, count: 32))
        }
        expectEqual(sign.picture(at: Int64(end + 11) * 40), idle)
    }
}
