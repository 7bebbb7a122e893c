import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Pushed messages with times of their own.
@Suite struct SignPushScheduleTests {
    /// 11:59:50 in UTC.
    private static var beforeNoon: SetClock { SetClock(1_767_268_790) }

    @Test("a pushed message is shown by its own schedule, also after the file has changed")
    func when() throws {
        let sign = try SignStage("time-zone: UTC\nmessage: {text: A, when: \"11:00-13:00\"}", clock: Self.beforeNoon)
        try sign.push("name: x, text: B, priority: 2, when: \"12:00-12:01\"", at: 0)
        let (a, b) = try (
            SignStage("message: {text: A}").picture(at: 0), SignStage("message: {text: B}").picture(at: 0)
        )
        expectEqual(sign.picture(at: 9_999), a)
        expectEqual(sign.states(at: 9_999), ["- shown", "x pushed off"])
        try sign.show("time-zone: UTC\nmessage: {text: A}", at: 9_999)
        expectEqual(sign.picture(at: 10_000), b)
        expectEqual(sign.picture(at: 69_999), b)
        expectEqual(sign.picture(at: 70_000), a)
        // It comes again tomorrow.
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(70_000)), [])
        try sign.push("name: x, text: B, priority: 2", at: 71_000)
        expectEqual(sign.picture(at: 71_000), b)
    }

    @Test("a pushed message whose schedule is over for good is removed")
    func past() throws {
        let sign = try SignStage("time-zone: UTC\nmessage: {text: A}", clock: Self.beforeNoon)
        try sign.push("name: x, text: B, priority: 2, when: \"2026-01-01 11:00-12:00\"", at: 0)
        try sign.push("name: y, text: C, when: 2026-01-02", at: 0)
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(9_999)), [])
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(10_000)), ["x"])
        try expectEqual(sign.picture(at: 10_000), SignStage("message: {text: A}").picture(at: 0))
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(60_000)), [])
    }

    @Test("an urgent message that is over and has another time starts again then")
    func again() throws {
        let sign = try SignStage("time-zone: UTC\nmessage: {text: A}", clock: Self.beforeNoon)
        try sign.push("name: x, text: B, priority: 2, duration: 1s, when: \"cron * * * * * for 5s\"", at: 0)
        let (a, b) = try (
            SignStage("message: {text: A}").picture(at: 0), SignStage("message: {text: B}").picture(at: 0)
        )
        expectEqual(sign.picture(at: 10_500), b)
        expectEqual(sign.picture(at: 11_000), a)
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(12_000)), [])
        expectEqual(sign.picture(at: 70_500), b)
    }
}
