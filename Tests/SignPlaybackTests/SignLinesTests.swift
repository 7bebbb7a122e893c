import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages of several lines for which their zone has no room.
@Suite struct SignLinesTests {
    private static let size = Size(width: 32, height: 16)

    /// The rows of a line of a text on its own.
    private func line(_ text: String) throws -> [String] {
        let alone = try SignStage("message: {text: \"\(text)\", scroll: never}")
        return alone.picture(at: 0).split(separator: "\n").map(String.init)
    }

    /// Which of some lines are seen as a whole at some time before an end.
    private func seen(_ lines: [String], on sign: SignStage, until end: Int64) throws -> [String] {
        let wanted = try lines.map { ($0, try line($0)) }
        var seen: Set<String> = []
        for time in stride(from: Int64(0), to: end, by: 20) {
            let rows = sign.picture(at: time).split(separator: "\n").map(String.init)
            for start in 0...rows.count - 8 {
                for (text, picture) in wanted where Array(rows[start..<start + 8]) == picture { seen.insert(text) }
            }
        }
        return lines.filter(seen.contains)
    }

    @Test(
        "B0: every line is shown, whatever else the message says",
        arguments: [
            "", ", valign: top", ", direction: right", ", direction: down", ", speed: -20", ", bounce: yes",
            ", scroll: always", ", overflow: wrap", ", overflow: pages", ", reduced-motion: yes", ", spacing: 0",
            ", cycle: 4s", ", hold: 1s", ", in: wipe",
        ])
    func lines(key: String) throws {
        let texts = ["one", "two", "three", "four"]
        let sign = try SignStage("message: {text: \"one\\ntwo\\nthree\\nfour\"\(key)}", size: Self.size)
        expectEqual(try seen(texts, on: sign, until: 15_000), texts, "\(key)")
        let parts = try SignStage(
            "message: {parts: [{text: \"one\\ntwo\\nthree\\nfour\"\(key.hasPrefix(", in") ? "" : key)}]}",
            size: Self.size)
        expectEqual(try seen(texts, on: parts, until: 15_000), texts, "\(key) in parts")
    }

    @Test("B0: messages in turn show all of their lines, whichever way those around them go")
    func turns() throws {
        let texts = ["one", "two", "three", "four"]
        for spacing in [0, 8] {
            let sign = try SignStage(
                """
                style: {spacing: \(spacing)}
                messages: [{text: "a long text along the line"}, {text: "one\\ntwo\\nthree\\nfour"}, {text: B, duration: 1s}]
                """, size: Self.size)
            expectEqual(try seen(texts, on: sign, until: 20_000), texts, "\(spacing)")
        }
        let urgent = try SignStage(
            "messages: [A, {text: \"one\\ntwo\\nthree\\nfour\", priority: urgent}]", size: Self.size)
        expectEqual(try seen(texts, on: urgent, until: 6_000), texts)
    }

    @Test("a text along the line has gone by before lines that move up take its place")
    func otherAxis() throws {
        let text = "style: {speed: 25, spacing: 10}\nmessages: [Fresh bread until noon, \"a\\nb\\nc\"]"
        let sign = try SignStage(text, size: Self.size)
        let tape = try SignStage.strip("Fresh bread until noon", spacing: 10)
        let alone = try SignStage("message: {text: Fresh bread until noon, speed: 25, spacing: 10}", size: Self.size)
        let end = Int64(tape.count) * 40
        expectEqual(sign.picture(at: end - 40), alone.picture(at: end - 40))
        let lines = try SignStage("message: {text: \"a\\nb\\nc\", speed: 25, spacing: 10}", size: Self.size)
        expectEqual(sign.picture(at: end), lines.picture(at: 0))
    }

    @Test("C3: on a shared line lines stand side by side where there is no room for them below each other")
    func together() throws {
        let line = "style: {speed: 25, spacing: 10}\nplaylist: {order: together}\n"
        let lines = try SignStage(line + "messages: [Cakes, \"one\\ntwo\\nthree\"]")
        let flat = try SignStage(line + "messages: [Cakes, one two three]")
        for time in stride(from: Int64(0), to: 8_000, by: 200) {
            expectEqual(lines.picture(at: time), flat.picture(at: time))
        }
        // What would move across the line would never show its end.
        let up = try SignStage(line + "messages: [{text: Cakes, direction: up}, one two three]")
        for time in stride(from: Int64(0), to: 8_000, by: 200) {
            expectEqual(up.picture(at: time), flat.picture(at: time))
        }
    }

    @Test("lines that values add move up from then on")
    func values() throws {
        let sign = try SignStage(
            "fields: {n: {variable: \"\"}}\nmessage: {text: \"one\\ntwo{n ? = \\\"\\\": \\\"\\\"}\"}", size: Self.size)
        #expect(sign.player.marquee?.isMoving == false)
        let list = try SignStage(
            """
            fields: {n: {variable: "0"}}
            message: {text: "one\\n{each n separator \\"\\n\\" empty \\"none\\": {item}}"}
            """, size: Self.size)
        _ = list.picture(at: 0)
        list.player.take(
            [
                .init(name: "n", reading: .init(.list([.text("two"), .text("three"), .text("four")])))
            ], at: list.instant(100))
        expectEqual(
            try seen(["one", "two", "three", "four"], on: list, until: 6_000), ["one", "two", "three", "four"])
    }
}
