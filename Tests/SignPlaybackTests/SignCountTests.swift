import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Counts to times that values give, and to the sun.
@Suite struct SignCountTests {
    private static let size = Size(width: 128, height: 8)

    private func sign(_ text: String) throws -> SignStage {
        // The clock shows 12:00 at the start, the zone is UTC.
        try SignStage(
            "time-zone: UTC\nfields: {due: {variable: \"\"}, list: {variable: \"\"}}\n" + text, size: Self.size)
    }

    private func picture(_ text: String) throws -> String {
        try SignStage("message: {text: \"\(text)\"}", size: Self.size).picture(at: 0)
    }

    private func set(_ name: String, _ value: LiveValue?, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(milliseconds))
    }

    @Test(
        "a count goes to what its value says: a date, seconds since 1970, or a time of day",
        arguments: [
            ("2026-01-01T12:30:00Z", "in 00:30"), ("2026-01-01T13:30:00+01:00", "in 00:30"), ("1767270600", "in 00:30"),
            ("12:30", "in 00:30"), ("11:30", "in 23:30"), ("2026-01-01T11:00:00Z", "in 00:00"), ("later", "in later"),
        ])
    func values(value: String, expected: String) throws {
        let sign = try sign("message: \"in {countdown due HH:mm}\"")
        try expectEqual(sign.picture(at: 0), picture("in --"))
        set("due", .text(value), sign, at: 0)
        try expectEqual(sign.picture(at: 0), picture(expected))
    }

    @Test("the text changes when the count does, and not before")
    func changes() throws {
        let sign = try sign("message: \"{countdown due.at m}\"")
        set("due", .record(["at": .number(LiveNumber(1_767_268_800 + 90))]), sign, at: 0)
        try expectEqual(sign.picture(at: 0), picture("2"))
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(30_000))
        try expectEqual(sign.picture(at: 29_999), picture("2"))
        try expectEqual(sign.picture(at: 30_000), picture("1"))
        set("due", .record(["at": .number(LiveNumber(1_767_268_800 + 300))]), sign, at: 40_000)
        try expectEqual(sign.picture(at: 40_000), picture("5"))
        expectEqual(sign.player.nextChange(after: sign.instant(40_000)), sign.instant(60_000))
        set("due", nil, sign, at: 41_000)
        #expect(sign.player.nextChange(after: sign.instant(41_000)) == nil)
    }

    @Test("each element of a list has a count of its own")
    func lists() throws {
        let sign = try sign("message: \"{each list: {name} {countdown at largest}}\"")
        let list = [("U2", 125), ("S3", 3_000)].map { name, seconds -> LiveValue in
            .record(["name": .text(name), "at": .number(LiveNumber(1_767_268_800 + seconds))])
        }
        set("list", .list(list), sign, at: 0)
        try expectEqual(sign.picture(at: 0), picture("U2 3 min S3 50 min"))
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(5_000))
        try expectEqual(sign.picture(at: 5_000), picture("U2 2 min S3 50 min"))
        expectEqual(sign.player.nextChange(after: sign.instant(5_000)), sign.instant(60_000))
    }

    @Test("counts to the sun go by the place of the file, also after it has changed")
    func sun() throws {
        let message = "message: \"{countdown sunset+30m H}\""
        // Almanac: in London the sun sets on 1 January 2026 at 16:02, in Quito at 18:19 of its time, which is 23:19.
        let london = "place: {latitude: 51.507, longitude: -0.128}\n"
        let sign = try sign(london + message)
        try expectEqual(sign.picture(at: 0), picture("5"))
        try sign.show("time-zone: UTC\nplace: {latitude: -0.181, longitude: -78.468}\n" + message, at: 1_000)
        try expectEqual(sign.picture(at: 1_000), picture("12"))
        #expect(throws: SignError.self) { try self.sign(message) }
    }
}
