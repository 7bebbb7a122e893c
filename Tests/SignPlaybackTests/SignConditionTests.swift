import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that are shown while conditions on values hold.
@Suite struct SignConditionTests {
    private static let fields = "time-zone: UTC\nfields: {door: {variable: \"\"}, t: {variable: \"\"}}\n"

    private func sign(_ text: String) throws -> SignStage { try SignStage(Self.fields + text) }

    private func set(_ name: String, _ value: LiveValue?, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(milliseconds))
    }

    private func picture(_ text: String) throws -> String { try SignStage("message: {text: \(text)}").picture(at: 0) }

    @Test("C4: a message comes and goes with a value, and what it covered resumes")
    func comesAndGoes() throws {
        let sign = try sign(
            "messages: [{text: Fresh bread until noon, speed: 25}, {text: B, priority: 5, while: door = open}]")
        let bread = try SignStage("message: {text: Fresh bread until noon, speed: 25}")
        expectEqual(sign.picture(at: 2_000), bread.picture(at: 2_000))
        expectEqual(sign.states(at: 2_000), ["- shown", "- off"])
        set("door", "open", sign, at: 2_000)
        try expectEqual(sign.picture(at: 2_000), picture("B"))
        #expect(sign.player.nextChange(after: sign.instant(2_000)) == nil)
        set("door", "closed", sign, at: 3_000)
        expectEqual(sign.picture(at: 3_000), bread.picture(at: 2_000))
        set("door", nil, sign, at: 3_500)
        expectEqual(sign.picture(at: 4_000), bread.picture(at: 3_000))
    }

    @Test("C4: with `for` the picture changes at that instant, which the sign knows")
    func lasting() throws {
        let sign = try sign("messages: [A, {text: B, priority: 5, while: door = open for 10s}]")
        set("door", "open", sign, at: 1_000)
        expectEqual(sign.player.nextChange(after: sign.instant(1_000)), sign.instant(11_000))
        let before = sign.instant(11_000) - .one
        sign.player.direct(at: before)
        try expectEqual(sign.undirectedPicture(at: 10_999), picture("A"))
        expectEqual(sign.player.nextChange(after: before), sign.instant(11_000))
        try expectEqual(sign.picture(at: 11_000), picture("B"))
        // A door that was open for a shorter time is not told.
        set("door", "closed", sign, at: 12_000)
        set("door", "open", sign, at: 13_000)
        set("door", "closed", sign, at: 22_999)
        try expectEqual(sign.picture(at: 23_000), picture("A"))
        #expect(sign.player.nextChange(after: sign.instant(23_000)) == nil)
    }

    @Test("C4: of a list all must hold, with hysteresis each on its own, and `when` as well")
    func list() throws {
        let sign = try sign(
            "messages: [A, {text: B, priority: 5, when: \"12:00-12:01\", while: [t > 30 until < 28, door = open]}]")
        // The clock shows 12:00 at the start.
        set("t", 31, sign, at: 1_000)
        try expectEqual(sign.picture(at: 1_000), picture("A"))
        set("t", 29, sign, at: 2_000)
        set("door", "open", sign, at: 3_000)
        try expectEqual(sign.picture(at: 3_000), picture("B"))
        set("t", "27.9", sign, at: 4_000)
        try expectEqual(sign.picture(at: 4_000), picture("A"))
        set("t", 29, sign, at: 5_000)
        try expectEqual(sign.picture(at: 5_000), picture("A"))
        set("t", 31, sign, at: 6_000)
        try expectEqual(sign.picture(at: 59_999), picture("B"))
        try expectEqual(sign.picture(at: 60_000), picture("A"))
    }

    @Test("C4: a message leaves by its way out, and begins its turns and its lifetime with the next time")
    func turns() throws {
        let sign = try sign(
            """
            messages: [A, {text: B, priority: 5, duration: 1s, while: door = open}, \
            {text: C, priority: 6, lifetime: 2s, while: t = 1, out: {effect: scroll_up, duration: 800ms}}]
            """)
        set("door", "open", sign, at: 0)
        try expectEqual(sign.picture(at: 999), picture("B"))
        try expectEqual(sign.picture(at: 1_000), picture("A"))
        set("door", "closed", sign, at: 2_000)
        set("door", "open", sign, at: 3_000)
        try expectEqual(sign.picture(at: 3_999), picture("B"))
        try expectEqual(sign.picture(at: 4_000), picture("A"))
        set("t", 1, sign, at: 5_000)
        try expectEqual(sign.picture(at: 6_999), picture("C"))
        #expect(try ![picture("C"), picture("A")].contains(sign.picture(at: 7_400)))
        try expectEqual(sign.picture(at: 7_800), picture("A"))
    }

    @Test(
        "a pushed message waits for its values, and is there again whenever they are; a new file keeps how far it has come"
    )
    func pushed() throws {
        let sign = try sign("message: A")
        set("door", "open", sign, at: 0)
        try sign.push("name: p, text: B, priority: 5, repeat: 1, lifetime: 1m, while: door = open for 5s", at: 1_000)
        try expectEqual(sign.picture(at: 5_999), picture("A"))
        try sign.show(Self.fields + "message: C", at: 4_000)
        try expectEqual(sign.picture(at: 6_000), picture("B"))
        // It has had its turn.
        try expectEqual(sign.picture(at: 30_000), picture("C"))
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(70_000)), [])
        set("door", "closed", sign, at: 70_000)
        set("door", "open", sign, at: 80_000)
        try expectEqual(sign.picture(at: 85_000), picture("B"))
        #expect(throws: SignError.self) { try sign.push("name: q, text: B, while: window = open", at: 90_000) }
    }

    @Test("a forecast lists when values may have a message shown, says so, and counts on nothing")
    func forecast() throws {
        let sign = try sign(
            "messages: [{text: B, when: \"13:00-14:00\", while: door = open, lifetime: 10m}, {text: C, while: t missing}]\nidle: I"
        )
        func lines(_ subject: ForecastSubject) -> [String] {
            let forecast = Forecast(subject, from: WallTime(seconds: 1_767_268_800), for: .seconds(7_200))
            return forecast.json.line.split(separator: "}").map { String($0.drop { $0 != "\"" }) }.filter {
                !$0.isEmpty
            }
        }
        func line(_ text: String, _ from: String, _ to: String, depends: Bool = true) -> String {
            "\"message\": \"\(text)\", \"zone\": null, \"from\": \(from), \"to\": \(to), \"priority\": 0"
                + (depends ? ", \"depends-on-values\": true" : "")
        }
        let bread = line("B", "\"2026-01-01T13:00:00+00:00\"", "\"2026-01-01T14:00:00+00:00\"")
        let known = try SignFile(
            parsing: Self.fields + "messages: [{text: C, while: t missing}]\nidle: I", path: "s.yaml")
        expectEqual(
            lines(ForecastSubject(known)), [line("C", "null", "null"), line("I", "null", "null", depends: false)])
        // The running sign knows since when it is shown.
        let since = line("C", "\"2026-01-01T12:00:00+00:00\"", "null")
        expectEqual(
            lines(sign.player.forecastSubject(at: sign.instant(0))),
            [since, line("I", "null", "null", depends: false), bread])
    }
}
