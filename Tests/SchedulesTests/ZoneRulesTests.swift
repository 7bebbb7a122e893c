import Schedules
import Settings
import SignTestSupport
import Testing
import Timelines

@Suite struct ZoneRulesTests {
    @Test("Clocks in Berlin are set on the last Sundays of March and October, in years that the file does not list too")
    func berlinClocks() {
        expectEqual(
            text(berlin.nextChange(after: utc("2026-01-01T00:00").seconds).map(WallTime.init(seconds:))),
            "2026-03-29T01:00")
        expectEqual(
            text(berlin.nextChange(after: utc("2026-04-01T00:00").seconds).map(WallTime.init(seconds:))),
            "2026-10-25T01:00")
        expectEqual(
            text(berlin.nextChange(after: utc("2199-01-01T00:00").seconds).map(WallTime.init(seconds:))),
            "2199-03-31T01:00")
        expectEqual(berlin.secondsAheadOfUTC(at: utc("2026-03-29T00:59")), 3_600)
        expectEqual(berlin.secondsAheadOfUTC(at: utc("2026-03-29T01:00")), 7_200)
        expectEqual(berlin.secondsAheadOfUTC(at: utc("2200-07-01T00:00")), 7_200)
    }

    @Test("Local times become moments of UTC: the first of two, and the end of a gap")
    func local() throws {
        func wall(_ time: String) throws -> String? {
            text(berlin.wall(of: try LocalTime(parsing: time)))
        }
        try expectEqual(wall("2026-03-29T01:59"), "2026-03-29T00:59")
        try expectEqual(wall("2026-03-29T02:00"), "2026-03-29T01:00")
        try expectEqual(wall("2026-03-29T02:59"), "2026-03-29T01:00")
        try expectEqual(wall("2026-03-29T03:00"), "2026-03-29T01:00")
        try expectEqual(wall("2026-10-25T02:30"), "2026-10-25T00:30")
        try expectEqual(wall("2026-10-25T03:00"), "2026-10-25T02:00")
    }

    @Test("An unknown zone is an error with the nearest name; names cannot lead out of the folder")
    func unknown() {
        #expect(throws: TextError("unknown time zone \"Europe/Berlim\"; did you mean \"Europe/Berlin\"?")) {
            try ZoneRules.named("Europe/Berlim")
        }
        #expect(throws: TextError.self) { try ZoneRules.named("../../etc/passwd") }
        #expect(throws: TextError.self) { try ZoneRules.named("/etc/localtime") }
        #expect(throws: TextError.self) { try ZoneRules.named("Europe") }
        #expect(throws: TextError.self) { try ZoneRules.named("") }
    }

    @Test("Broken zone files are errors with the byte")
    func broken() {
        #expect(throws: TextError("the zone file is cut off at byte 0")) { try ZoneRules(name: "x", file: []) }
        #expect(throws: TextError("not a zone file: it does not begin with TZif")) {
            try ZoneRules(name: "x", file: Array("TZxx".utf8))
        }
        #expect(throws: TextError("the zone file is cut off at byte 20")) {
            try ZoneRules(name: "x", file: Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15))
        }
        #expect(throws: TextError("a zone file has at most 65536 bytes")) {
            try ZoneRules(name: "x", file: [UInt8](repeating: 0, count: 70_000))
        }
    }
}
