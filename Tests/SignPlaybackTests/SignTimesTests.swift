import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Schedules with names: in `when`, and as values.
@Suite struct SignTimesTests {
    private static let size = Size(width: 160, height: 8)

    /// A sign whose clock shows 12:00 on Thursday, 1 January 2026.
    private func sign(_ text: String) throws -> SignStage {
        try SignStage("time-zone: UTC\n" + text, size: Self.size)
    }

    private func picture(_ text: String) throws -> String {
        try SignStage("message: {text: \"\(text)\"}", size: Self.size).picture(at: 0)
    }

    @Test(
        "C3: a text shows whether a schedule is active, and its next beginning and end",
        arguments: [
            ("08:00-18:00", "yes 1 18:00 2 08:00"), ("13:00-18:00; not thu", "no 2 18:00 2 13:00"),
            ("13:00-18:00", "no 1 18:00 1 13:00"), ("always", "yes -- -- -- --"), ("2026-01-01", "yes 2 00:00 -- --"),
        ])
    func values(schedule: String, expected: String) throws {
        let text = "{open} {open.end|date d} {open.end|date HH:mm} {open.start|date d} {open.start|date HH:mm}"
        let sign = try sign("times: {open: \"\(schedule)\"}\nmessage: \"\(text)\"")
        try expectEqual(sign.picture(at: 0), picture(expected))
    }

    @Test("C3: messages and values change together when the schedule does, and the sign knows when")
    func changes() throws {
        let sign = try sign(
            """
            times: {open: "11:00-12:01", lunch: {from: "12:02", to: "12:03"}, shop: open; lunch}
            messages:
              - {text: "until {open.end|date HH:mm}", when: open}
              - {text: "in {countdown open.start largest}", when: not shop}
              - {text: "{shop}, {open}", when: lunch; not open}
            """)
        try expectEqual(sign.picture(at: 59_999), picture("until 12:01"))
        expectEqual(sign.player.nextChange(after: sign.instant(59_999)), sign.instant(60_000))
        // 22 hours and 59 minutes are left, rounded up.
        try expectEqual(sign.picture(at: 60_000), picture("in 23 h"))
        try expectEqual(sign.picture(at: 119_999), picture("in 23 h"))
        try expectEqual(sign.picture(at: 120_000), picture("yes, no"))
        expectEqual(sign.player.nextChange(after: sign.instant(120_000)), sign.instant(180_000))
        try expectEqual(sign.picture(at: 180_000), picture("in 23 h"))
    }

    @Test("conditions on values know schedules too, and a file with other times counts at once")
    func conditions() throws {
        let messages = "messages: [A, {text: \"B {open}\", priority: 5, while: open = yes}]"
        let sign = try sign("times: {open: \"11:00-12:01\"}\n" + messages)
        try expectEqual(sign.picture(at: 0), picture("B yes"))
        try sign.show("time-zone: UTC\ntimes: {open: \"13:00-14:00\"}\n" + messages, at: 1_000)
        try expectEqual(sign.picture(at: 1_000), picture("A"))
        try sign.show("time-zone: UTC\ntimes: {open: \"12:00-14:00\"}\n" + messages, at: 2_000)
        try expectEqual(sign.picture(at: 2_000), picture("B yes"))
    }
}
