import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// The events of calendars that are still to come.
@Suite struct CalendarOutlookTests {
    private static let size = Size(width: 192, height: 8)

    private static func calendar(_ events: [String]) -> [UInt8] {
        let parts = events.map { "BEGIN:VEVENT\n" + $0 + "\nEND:VEVENT\n" }.joined()
        return Array(("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n" + parts + "END:VCALENDAR\n").utf8)
    }

    private static func stamp(_ time: Int64) -> String {
        let local = ZoneRules.utc.civil(at: WallTime(seconds: time)).description
        return local.filter { $0 != "-" && $0 != ":" } + (local.count == 16 ? "00Z" : "Z")
    }

    /// A sign whose clock shows 12:00 on Thursday, 1 January 2026.
    private func sign(_ text: String, ahead: String = ", ahead: 2d") throws -> SignStage {
        try SignStage(
            "time-zone: UTC\ncalendars: {house: {path: a.ics\(ahead)}}\nmessage: \"\(text)\"", size: Self.size)
    }

    private func picture(_ text: String) throws -> String {
        try SignStage("message: {text: \"\(text)\"}", size: Self.size).picture(at: 0)
    }

    private static let hour: Int64 = 3_600_000

    @Test("C3: texts list what is under way and what comes, and the sign knows when that changes")
    func list() throws {
        let events = Self.calendar([
            "UID:1\nDTSTART:20260101T080000Z\nDTEND:20260101T130000Z\nSUMMARY:A",
            "UID:2\nDTSTART:20260102T180000Z\nDTEND:20260102T190000Z\nRRULE:FREQ=DAILY\nSUMMARY:B",
            "UID:3\nDTSTART:20260103T140000Z\nDTEND:20260103T150000Z\nSUMMARY:C",
        ])
        let list = "{house|count}: {each house.next: {summary}{start|date d}} {countdown house.next[0].start largest}"
        let sign = try sign(list)
        sign.player.take(
            [LiveChange(name: "calendar house", document: LiveDocument(bytes: events))], at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), picture("1: A1 B2 0 s"))
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(Self.hour))
        // A is over; B begins in 29 hours.
        try expectEqual(sign.picture(at: Self.hour), picture("0: B2 2 d"))
        // C comes within two days at 14:00.
        try expectEqual(sign.picture(at: 2 * Self.hour - 1), picture("0: B2 2 d"))
        try expectEqual(sign.picture(at: 2 * Self.hour), picture("0: B2 C3 2 d"))
        try expectEqual(sign.picture(at: 6 * Self.hour), picture("0: B2 C3 B3 1 d"))
        try expectEqual(sign.picture(at: 31 * Self.hour), picture("0: C3 B3 B4 19 h"))
    }

    @Test("without `ahead` a calendar has its current events alone, and a file that adds it shows the others at once")
    func reload() throws {
        let event = Self.calendar(["UID:3\nDTSTART:20260102T140000Z\nDTEND:20260102T150000Z\nSUMMARY:C"])
        let sign = try sign("{house|count} {house.next|count}", ahead: "")
        sign.player.take(
            [LiveChange(name: "calendar house", document: LiveDocument(bytes: event))], at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), picture("0 --"))
        let text = "message: \"{house|count} {house.next|count}\""
        try sign.show("time-zone: UTC\ncalendars: {house: {path: a.ics, ahead: 3d}}\n" + text, at: 1_000)
        try expectEqual(sign.picture(at: 1_000), picture("0 1"))
        try sign.show("time-zone: UTC\ncalendars: {house: {path: a.ics, ahead: 1h}}\n" + text, at: 2_000)
        try expectEqual(sign.picture(at: 2_000), picture("0 0"))
        try sign.show("time-zone: UTC\ncalendars: {house: {path: a.ics}}\n" + text, at: 3_000)
        try expectEqual(sign.picture(at: 3_000), picture("0 --"))
    }

    @Test("at any time the list is that of a plain search, and it changes when it says, also of many and dense events")
    func model() throws {
        let start = Int64(1_767_268_800)
        var random = SeededRandom(seed: 11)
        var plain: [(number: Int, from: Int64, to: Int64)] = []
        var events: [String] = []
        for number in 0..<250 {
            let from = start - 86_400 + Int64.random(in: 0..<6 * 86_400, using: &random)
            let to = from + Int64.random(in: 1...40_000, using: &random)
            plain.append((number, from, to))
            events.append("UID:\(number)\nDTSTART:\(Self.stamp(from))\nDTEND:\(Self.stamp(to))\nSUMMARY:x")
        }
        // One that begins every minute, so that a search does not find all of its times.
        events.append("UID:m\nDTSTART:\(Self.stamp(start))\nDURATION:PT30S\nRRULE:FREQ=MINUTELY\nSUMMARY:m")
        for minute in 0..<6_000 as Range<Int64> {
            plain.append((250, start + minute * 60, start + minute * 60 + 30))
        }
        let file = try CalendarFile(parsing: Self.calendar(events))
        for ahead in [600, 3 * 3_600] as [Int64] {
            var outlook = CalendarOutlook(ahead: .seconds(ahead))
            var time = start
            for _ in 0..<150 {
                // A few events at a time, as the sign searches them.
                var decision: (occurrences: [CalendarOutlook.Occurrence], nextChange: WallTime)?
                while decision == nil {
                    var looks = 100
                    decision = outlook.decide(file, at: WallTime(seconds: time), in: .utc, looks: &looks)
                }
                let found = try #require(decision)
                func expected(_ time: Int64) -> [String] {
                    plain.filter { $0.to > time && $0.from <= time + ahead }.sorted {
                        ($0.from, $0.number) < ($1.from, $1.number)
                    }
                    .prefix(100).map { "\($0.number) \($0.from) \($0.to)" }
                }
                let list = found.occurrences.map {
                    "\($0.event) \($0.time.lowerBound.seconds) \($0.time.upperBound.seconds)"
                }
                expectEqual(list, expected(time), "\(ahead) \(time)")
                let next = found.nextChange.seconds
                #expect(next > time)
                expectEqual(expected(next - 1), list, "\(ahead) \(next)")
                time = Bool.random(using: &random) ? next : time + Int64.random(in: 1...4_000, using: &random)
            }
        }
    }
}
