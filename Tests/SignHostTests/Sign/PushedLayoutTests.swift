import LiveValues
import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Messages with rows, columns, lists, charts and conditions that are pushed: they do what those of a file do.
@Suite struct PushedLayoutTests {
    private static let fields = """
        fields: {buses: {json: b.json}, load: {variable: "30"}, history: {json: h.json}}

        """

    private static let size = Size(width: 32, height: 16)

    /// The keys of messages, as JSON.
    private static let messages = [
        #"{"rows": [{"text": "A", "color": "red"}, {"columns": [{"text": "B", "width": "fill"}, "C"], "gap": 1}]}"#,
        #"{"rows": [{"each": "buses max 2 sort due empty \"none\"", "key": "id", "columns": ["{id}", {"text": "{due}", "align": "right", "sample": "88"}]}]}"#,
        #"{"rows": [{"each": "buses", "overflow": "pages", "columns": ["{id}", "{due}"]}], "hold": "200ms"}"#,
        #"{"columns": [{"bar": "{load}", "range": [0, 100], "colors": {"0": "lime", "60": "red"}, "width": 12}, {"plot": "{history}", "width": "fill"}]}"#,
        #"{"columns": [{"text": "{load}", "fit": "largest", "width": "fill", "height": "fill", "change": "flash"}]}"#,
        #"{"rows": [{"text": "no", "while": "load < 50"}, {"text": "yes", "while": "load > 50 for 1s"}]}"#,
        #"{"columns": [{"each": "buses", "gap": 2, "columns": ["{id}", {"box": "blue", "text": "{due}"}]}], "overflow": "scroll"}"#,
    ]

    /// A sign and what its sources say.
    private struct Stage {
        let sign: Sign

        init(_ text: String) throws {
            sign = try SignBench(PushedLayoutTests.fields + text, size: PushedLayoutTests.size).sign
        }

        func take(_ name: String, _ json: String, at milliseconds: Int64) throws {
            let value = try LiveValue.reading(json: Array(json.utf8))
            sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: at(milliseconds))
        }

        func picture(at milliseconds: Int64) -> [Color] {
            _ = sign.step(at: at(milliseconds))
            sign.player.direct(at: at(milliseconds))
            var frame = Frame(size: PushedLayoutTests.size, format: .rgb)
            sign.content.draw(at: at(milliseconds), into: &frame)
            return (0..<16).flatMap { y in (0..<32).map { frame.canvas.rgb[$0, y] } }
        }
    }

    @Test("a pushed message shows what the same one of a file does, also when values change")
    func same() throws {
        for message in Self.messages {
            let written = try Stage("message: \(message)\n")
            let pushed = try Stage("message: A\n")
            let keys = try JSONValue(parsing: Array(message.utf8)).setting("priority", to: .integer(5))
            let answer = pushed.sign.answer(
                JSONValue.object([JSONMember("command", .text("push")), JSONMember("message", keys)]).line.utf8,
                at: .zero)
            expectEqual(answer["name"], .text("pushed-1"), "\(message): \(answer)")
            var pictures: Set<[Color]> = []
            for (milliseconds, buses, load) in [
                (Int64(0), "[]", "30"),
                (1_000, #"[{"id": 1, "due": 9}, {"id": 2, "due": 4}, {"id": 3, "due": 7}]"#, "70"),
                (3_000, #"[{"id": 3, "due": 1}, {"id": 1, "due": 8}]"#, "45"), (5_000, "7", "70"),
            ] {
                for stage in [written, pushed] {
                    try stage.take("buses", buses, at: milliseconds)
                    try stage.take("load", load, at: milliseconds)
                    try stage.take("history", "[1, \(load), 3, 50]", at: milliseconds)
                }
                for step in 0..<8 {
                    let now = milliseconds + Int64(step) * 226
                    let expected = written.picture(at: now)
                    let isSame = pushed.picture(at: now) == expected
                    #expect(isSame, "\(message) at \(now) ms")
                    pictures.insert(expected)
                }
            }
            // The first one has no values.
            expectEqual(pictures.count > 1, message != Self.messages[0], "\(message)")
        }
    }

    @Test(
        "what is wrong within rows and columns comes back with the path of the key",
        arguments: [
            (#""text":"A","colr":"red""#, #"message:1:15: unknown key "colr""#),
            (#""rows":["A",{"columns":[{"text":"B","widht":3}]}]"#, #"message.rows[1].columns[0].widht:1:"#),
            (#""rows":["A",{"text":"B","width":"fitt"}]"#, #"message.rows[1].width:1:"#),
            (#""columns":[{"text":"<rde>B"}]"#, #"message.columns[0].text:1:"#),
            (#""columns":["A","<rde>B"]"#, #"message.columns[1]:1:"#),
            (#""columns":[{"text":"B","font":"none-such"}]"#, #"message.columns[0].font:1:"#),
            (
                #""rows":[{"each":"buses","columns":[{"plot":"{x}","colors":{"0":"redd"}}]}]"#,
                #"message.rows[0].columns[0].colors.0:1:"#
            ),
            (#""rows":[{"text":"A","change":{"effect":"rol"}}]"#, #"message.rows[0].change.effect:1:"#),
        ])
    func paths(keys: String, expected: String) throws {
        let bench = try SignBench(Self.fields + "message: A\n")
        let answer = bench.sign.answer("{\"command\":\"push\",\"message\":{\(keys)}}".utf8, at: .zero)
        #expect(answer["error"]?.text?.hasPrefix(expected) == true, "\(answer)")
        expectEqual(bench.pushed(), [])
        let subject = try bench.sign.previewSubject(zone: nil, at: .zero)
        let preview = MessagePreview(fonts: SignFileLoader.fonts)
        let look = try JSONValue(parsing: Array("{\(keys)}".utf8))
        #expect {
            _ = try preview.frame(of: look, subject, format: .rgb)
        } throws: {
            "\($0)".hasPrefix(expected)
        }
    }

    @Test("the preview of a message shows rows, lists, charts and conditions as the sign does once all has come in")
    func preview() throws {
        for message in Self.messages where !message.contains("scroll") {
            let stage = try Stage("message: \(message)\n")
            try stage.take("buses", #"[{"id": 1, "due": 9}]"#, at: 0)
            try stage.take("load", "70", at: 0)
            try stage.take("history", "[1, 5, 3]", at: 0)
            let expected = stage.picture(at: 2_000)
            let subject = try stage.sign.previewSubject(zone: nil, at: at(2_000))
            let look = try JSONValue(parsing: Array(message.utf8))
            let frame = try MessagePreview(fonts: SignFileLoader.fonts).frame(of: look, subject, format: .rgb)
            let found = (0..<16).flatMap { y in (0..<32).map { frame.canvas.rgb[$0, y] } }
            let isSame = found == expected
            #expect(isSame, "\(message)")
        }
    }

    @Test("a pushed message has the limits of a file: parts and depth")
    func limits() throws {
        let bench = try SignBench()
        let many = Array(repeating: "\"A\"", count: 2_001).joined(separator: ",")
        let tooMany = bench.push("\"overflow\":\"pages\",\"rows\":[\(many)]")
        #expect(tooMany.contains("\\\"rows\\\" is at most 200 elements, not 2001"), "\(tooMany)")
        let deep = String(repeating: "{\"rows\":[", count: 10) + "\"A\"" + String(repeating: "]}", count: 10)
        #expect(bench.push("\"rows\":[\(deep)]").contains("at most 16 deep"))
        expectEqual(bench.pushed(), [])
    }
}
