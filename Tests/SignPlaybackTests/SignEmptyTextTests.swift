import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages whose text is empty with the values as they are: they take no turn.
@Suite struct SignEmptyTextTests {
    private static let fields = "fields: {a: {variable: \"\"}, b: {variable: \"\"}, n: {variable: \"\"}}\n"

    private func change(_ name: String, _ text: String) -> LiveChange {
        LiveChange(name: name, reading: LiveReading(.text(text)))
    }

    private func sign(_ text: String, _ values: [String: String] = [:]) throws -> SignStage {
        let sign = try SignStage(Self.fields + text)
        var all = ["a": "", "b": ""]
        all.merge(values) { $1 }
        sign.player.take(all.map { change($0.key, $0.value) }, at: sign.instant(0))
        return sign
    }

    private func picture(_ text: String) throws -> String { try SignStage("message: {text: \(text)}").picture(at: 0) }

    @Test(
        "C4: an urgent message with an empty text leaves the sign to the others",
        arguments: [
            "\"{a}\"", "\"{a} {b}\"", "\"  \"", "\"{a}\\n{b}\"", "\"<red></red>\"", "\"<red> </red>\"",
            "\"{n ? missing: \\\"\\\"}\"", "\"{each n: {item} }\"", "\"{each n empty \\\"\\\": {item} }\"",
            "\"\u{200B}\u{2060}\"",
        ])
    func urgent(text: String) throws {
        let sign = try sign("messages: [A, {text: \(text), priority: urgent}]")
        sign.player.take([LiveChange(name: "n", reading: LiveReading(.list([])))], at: sign.instant(0))
        try expectEqual(sign.picture(at: 0), picture("A"))
        expectEqual(sign.player.listed(at: sign.instant(0)).map(\.state), [.shown, .off])
        #expect(sign.player.nextChange(after: sign.instant(0)) == nil)
    }

    @Test(
        "C4: what shows something without letters is not empty",
        arguments: [
            "{text: \"{a}\", background: black, priority: 5}", "{text: \" \", background: red, priority: 5}",
            "{parts: [{text: \"{a}\"}], priority: 5}", "{parts: [{shape: box, color: red}], priority: 5}",
            "{text: \"<background=red> </>{a}\", priority: 5}", "{text: \"<icon=sun>\", priority: 5}",
        ])
    func notEmpty(message: String) throws {
        let sign = try sign("messages: [A, \(message)]")
        #expect(try sign.picture(at: 0) != picture("A"))
        expectEqual(sign.player.listed(at: sign.instant(0)).map(\.state), [.interrupted, .shown])
    }

    @Test("C4: a message comes and goes with its value, and what it covered resumes")
    func comesAndGoes() throws {
        let sign = try sign("messages: [{text: Fresh bread until noon, speed: 25}, {text: \"{a}\", priority: 5}]")
        let bread = try SignStage("message: {text: Fresh bread until noon, speed: 25}")
        expectEqual(sign.picture(at: 1_000), bread.picture(at: 1_000))
        sign.player.take([change("a", "B")], at: sign.instant(2_000))
        try expectEqual(sign.picture(at: 2_000), picture("B"))
        try expectEqual(sign.picture(at: 2_500), picture("B"))
        sign.player.take([change("a", "")], at: sign.instant(3_000))
        // The time of what waited stood still.
        expectEqual(sign.picture(at: 3_000), bread.picture(at: 2_000))
        expectEqual(sign.picture(at: 4_000), bread.picture(at: 3_000))
    }

    @Test("C4: a text that empties goes by its way out, as it was")
    func leaves() throws {
        let sign = try sign(
            "messages: [A, {text: \"{a}\", priority: 5, out: {effect: scroll_up, duration: 800ms}}]", ["a": "B"])
        try expectEqual(sign.picture(at: 0), picture("B"))
        sign.player.take([change("a", "")], at: sign.instant(1_000))
        #expect(sign.picture(at: 1_300).contains("#"))
        #expect(try sign.picture(at: 1_300) != picture("A"))
        try expectEqual(sign.picture(at: 1_800), picture("A"))
    }

    @Test(
        "C4: in any order an empty message has no turn",
        arguments: ["in-turn", "shuffle", "weighted"])
    func orders(order: String) throws {
        let sign = try sign(
            """
            playlist: {order: \(order)}
            messages: [{text: "{a}", duration: 1s, weight: 3}, {text: A, duration: 1s}, {text: B, duration: 1s}]
            """)
        let shown = try [picture("A"), picture("B")]
        var seen: Set<String> = []
        for second in 0..<8 {
            let picture = sign.picture(at: Int64(second) * 1_000 + 500)
            #expect(shown.contains(picture), "\(second)")
            seen.insert(picture)
        }
        expectEqual(seen.count, 2)
        sign.player.take([change("a", "C")], at: sign.instant(8_600))
        let third = try picture("C")
        #expect((9..<14).contains { sign.picture(at: Int64($0) * 1_000 + 500) == third })
    }

    @Test("C4: the sign shows its idle message while all others are empty, and is dark while that is empty too")
    func idle() throws {
        let sign = try sign("message: \"{a}\"\nidle: \"I{b}\"")
        try expectEqual(sign.picture(at: 0), picture("I"))
        sign.player.take([change("a", "A")], at: sign.instant(1_000))
        try expectEqual(sign.picture(at: 1_000), picture("A"))
        let dark = try self.sign("messages: [\"{a}\", {text: \"{b}\", priority: 5}]\nidle: \"{a}\"")
        #expect(!dark.picture(at: 0).contains("#"))
        #expect(dark.player.nextChange(after: dark.instant(0)) == nil)
    }

    @Test("C3: on a shared line an empty message has neither a place nor a separator")
    func together() throws {
        let line = "playlist: {order: together, separator: \" + \"}\nstyle: {speed: 25}\n"
        let sign = try sign(line + "messages: [Fresh bread, \"{a}\", Cakes until six]")
        let without = try SignStage(line + "messages: [Fresh bread, Cakes until six]")
        let with = try SignStage(line + "messages: [Fresh bread, B, Cakes until six]")
        for time in stride(from: Int64(0), to: 3_000, by: 40) {
            expectEqual(sign.picture(at: time), without.picture(at: time))
        }
        // Its value comes and goes in its place, like that of a text with other letters.
        sign.player.take([change("a", "B")], at: sign.instant(0))
        let fresh = try self.sign(line + "messages: [Fresh bread, \"{a}\", Cakes until six]")
        fresh.player.take([change("a", "B")], at: fresh.instant(0))
        for time in stride(from: Int64(0), to: 3_000, by: 40) {
            expectEqual(fresh.picture(at: time), with.picture(at: time))
        }
        fresh.player.take([change("a", "")], at: fresh.instant(3_000))
        #expect(fresh.columns(at: 3_000).prefix(4) == with.columns(at: 3_000).prefix(4))
    }

    @Test("C4: zones in step do not wait for one whose messages are empty")
    func inStep() throws {
        let sign = try sign(
            """
            zones:
              - {area: {x: 0, y: 0, width: 16, height: 8}, in-step: yes, messages: [{text: A, duration: 1s}, {text: B, duration: 1s}]}
              - {area: {x: 16, y: 0, width: 16, height: 8}, in-step: yes, messages: ["{a}", "{b}"]}
            """)
        let second = try SignStage(
            "zones: [{area: {x: 0, y: 0, width: 16, height: 8}, message: B}]"
        ).picture(at: 0)
        expectEqual(sign.picture(at: 1_500), second)
    }

    @Test("C4: a pushed message with empty values waits, and pre-empts nothing")
    func pushed() throws {
        let sign = try sign("message: A")
        var message = try SignMessage(.object([.init("text", .text("{a}"))]), for: sign.player.file)
        (message.name, message.priority) = ("p", 9)
        try sign.player.push(message, zone: nil, at: sign.instant(100))
        try expectEqual(sign.picture(at: 100), picture("A"))
        sign.player.take([change("a", "B")], at: sign.instant(200))
        try expectEqual(sign.picture(at: 200), picture("B"))
    }

    @Test("C4: a message that is pushed again with an empty text gives way, and returns with letters")
    func pushedAgain() throws {
        let sign = try sign("message: A")
        for (time, text, shown) in [(100, "B", "B"), (200, " ", "A"), (300, "C", "C")] as [(Int64, String, String)] {
            var message = SignMessage(text)
            (message.name, message.priority) = ("p", 9)
            try sign.player.push(message, zone: nil, at: sign.instant(time))
            try expectEqual(sign.picture(at: time), picture(shown))
        }
    }

    @Test("a forecast leaves out what is empty now, and keeps its later times")
    func forecast() throws {
        let sign = try sign("messages: [A, {text: \"{a}\", priority: 5}]\nidle: I")
        func texts(_ subject: ForecastSubject) -> [String] {
            let forecast = Forecast(subject, from: WallTime(seconds: 1_767_268_800), for: .seconds(86_400))
            return forecast.entries.map(\.text)
        }
        expectEqual(texts(sign.player.forecastSubject(at: sign.instant(0))), ["A"])
        sign.player.take([change("a", "B")], at: sign.instant(10))
        expectEqual(texts(sign.player.forecastSubject(at: sign.instant(20))), ["A", "{a}"])
        let timed = try self.sign("messages: [{text: \"{a}\", when: \"13:00-14:00, 12:00-12:30\"}]\nidle: I")
        #expect(texts(timed.player.forecastSubject(at: timed.instant(0))).contains("{a}"))
        let file = try SignFile(
            parsing: Self.fields + "messages: [\" \", \"{a}\", \"{b}\", \"<red></red>\"]\nidle: I", path: "s.yaml")
        var subject = ForecastSubject(file)
        expectEqual(texts(subject), ["{a}", "{b}"])
        subject.take(
            [change("a", "")], of: file, at: WallReading(monotonic: .zero, wall: WallTime(seconds: 1_767_268_800)))
        expectEqual(texts(subject), ["{b}"])
        // Names in what is repeated are those of the elements.
        let list = try SignFile(parsing: Self.fields + "message: \"{each n: {event} }\"", path: "s.yaml")
        subject = ForecastSubject(list)
        subject.take(
            [LiveChange(name: "n", reading: LiveReading(.list([])))], of: list,
            at: WallReading(monotonic: .zero, wall: WallTime(seconds: 1_767_268_800)))
        expectEqual(texts(subject), [])
    }
}
