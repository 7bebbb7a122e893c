import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Times and moving values within the elements of lists: the sign knows when each of them changes.
@Suite struct ListTimeTests {
    private static let size = Size(width: 64, height: 40)
    private static let second: Int64 = 1_000

    /// A sign whose clock shows 12:00 on Thursday, 1 January 2026.
    private func sign(_ fields: String, _ rows: String) throws -> SignStage {
        try SignStage("time-zone: UTC\n\(fields)\nmessage:\n  rows:\n\(rows)", size: Self.size)
    }

    /// The milliseconds at which a sign decides or draws something else, up to a time.
    private func changes(_ sign: SignStage, until end: Int64) -> [Int64] {
        var found: [Int64] = []
        var instant = sign.instant(0)
        sign.player.direct(at: instant)
        while let next = sign.player.nextChange(after: instant), next <= sign.instant(end) {
            sign.player.direct(at: next)
            found.append((next - sign.instant(0)).count / 1_000_000)
            instant = next
        }
        return found
    }

    private func still(_ lines: [String]) throws -> String {
        let rows = lines.map { "    - \"\($0)\"\n" }.joined()
        return try sign("", rows).picture(at: 0)
    }

    private func set(_ elements: [[String: String]], _ sign: SignStage) {
        let list = LiveValue.list(elements.map { .record($0.mapValues { .text($0) }) })
        sign.player.take([LiveChange(name: "list", reading: LiveReading(list))], at: sign.instant(0))
    }

    private static let fields = "fields: {list: {variable: \"0\"}}"

    @Test("countdowns of elements change at their own instants, and at no others within an hour")
    func countdowns() throws {
        let sign = try sign(Self.fields, "    - {each: list, text: \"{countdown due minutes} {name}\"}")
        set(
            [["name": "A", "due": "2026-01-01T12:03:20Z"], ["name": "B", "due": "2026-01-01T12:05:45Z"]], sign)
        try expectEqual(sign.picture(at: 0), still(["4 A", "6 B"]))
        // A countdown rounds up: A has 3 minutes left from 12:00:20 on, B 5 from 12:00:45 on.
        let expected: [Int64] = [20, 45, 80, 105, 140, 165, 200, 225, 285, 345]
        expectEqual(changes(sign, until: 3_600 * Self.second), expected.map { $0 * Self.second })
        let next = try self.sign(Self.fields, "    - {each: list, text: \"{countdown due minutes} {name}\"}")
        set(
            [["name": "A", "due": "2026-01-01T12:03:20Z"], ["name": "B", "due": "2026-01-01T12:05:45Z"]], next)
        try expectEqual(next.picture(at: 19_999), still(["4 A", "6 B"]))
        try expectEqual(next.picture(at: 20_000), still(["3 A", "6 B"]))
        try expectEqual(next.picture(at: 200_000), still(["0 A", "3 B"]))
        try expectEqual(next.picture(at: 345_000), still(["0 A", "0 B"]))
    }

    @Test("countdowns within lists, heads and the texts of groups change with the values of their own elements")
    func heads() throws {
        let rows = """
                - each: list
                  by: "{countdown start hours}"
                  head: {columns: ["{by} h", " {countdown due minutes}"]}
                  columns: [{text: "{name}"}, {rows: [{text: "{due|date mm}"}]}]
            """
        let sign = try sign(Self.fields, rows)
        set(
            [
                ["name": "A", "start": "2026-01-01T13:00:10Z", "due": "2026-01-01T12:00:30Z"],
                ["name": "B", "start": "2026-01-01T13:00:20Z", "due": "2026-01-01T12:00:40Z"],
            ], sign)
        // The first 60 seconds: one minute of A is over at 30, and its start is an hour away at 10, that of B at 20. Of B
        // only a head would show the minutes: from 10 to 20 it has one of its own, and changes no more in that time.
        expectEqual(changes(sign, until: 60 * Self.second), [10, 20, 30].map { $0 * Self.second })
    }

    @Test("countdowns of the coming events of a calendar change at their own instants")
    func events() throws {
        let events = [("A", "20260101T121030Z"), ("B", "20260101T124015Z")].map { name, start in
            "BEGIN:VEVENT\nUID:\(name)\nDTSTART:\(start)\nDTEND:20260101T180000Z\nSUMMARY:\(name)\nEND:VEVENT\n"
        }
        let calendar = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n" + events.joined() + "END:VCALENDAR\n"
        let sign = try sign(
            "calendars: {house: {path: a.ics, ahead: 2h}}",
            "    - {each: house.next, text: \"{countdown start minutes} {summary}\"}")
        sign.player.take(
            [LiveChange(name: "calendar house", document: LiveDocument(bytes: Array(calendar.utf8)))],
            at: sign.instant(0))
        // A begins in 10 minutes and 30 seconds, B in 40 minutes and 15 seconds.
        let (first, second) = ((0...10).map { $0 * 60 + 30 }, (0...40).map { $0 * 60 + 15 })
        let expected = (first + second).sorted().map { Int64($0) * Self.second }
        expectEqual(changes(sign, until: 3_600 * Self.second), expected)
    }

    @Test("a bar of an element that moves changes with the length that its own values give it")
    func moving() throws {
        let fields = "fields: {list: {variable: \"0\"}, base: {variable: \"0\"}, p: {of: base, rate: 1}}"
        let sign = try sign(
            fields, "    - {each: list, bar: \"{p}\", range: [0, \"{end}\"], height: 1, width: fill}")
        sign.player.take([LiveChange(name: "base", reading: LiveReading("0"))], at: sign.instant(0))
        set([["end": "64"], ["end": "6400"]], sign)
        var (instant, pictures) = (sign.instant(0), [sign.picture(at: 0)])
        while let next = sign.player.nextChange(after: instant), next <= sign.instant(3_100) {
            pictures.append(sign.picture(at: (next - sign.instant(0)).count / 1_000_000 + 1))
            instant = next
        }
        // The first bar is 64 pixels long after 64 seconds: three whole pixels after three.
        let last = try #require(pictures.last)
        expectEqual(last.split(separator: "\n").first.map { $0.prefix(4) }, "###.")
    }
}
