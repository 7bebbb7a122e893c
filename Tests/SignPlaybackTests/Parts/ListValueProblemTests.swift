import LiveValues
import PixelGraphics
import Settings
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Values of lists that cannot be shown as they are meant.
@Suite struct ListValueProblemTests {
    private static let sign = """
        fields: {list: {variable: ""}}
        message:
          rows:
            - each: list.all empty none
              key: id
              columns: [{bar: "{n|or 4}", range: [0, 4], height: 1, width: fill}]
        """

    private func stage(_ text: String = sign) throws -> SignStage {
        try SignStage(text.replacing("none", with: "\"\""), size: Size(width: 4, height: 3))
    }

    private func set(_ value: LiveValue?, _ sign: SignStage) {
        sign.player.take([LiveChange(name: "list", reading: LiveReading(value, staleText: ""))], at: sign.instant(0))
    }

    private func problems(_ sign: SignStage) -> [String: String] { sign.player.valueProblems.mapValues(\.description) }

    private func element(_ id: LiveValue?, _ n: LiveValue?) -> LiveValue {
        .record(["id": id, "n": n].compactMapValues { $0 })
    }

    @Test("what is wrong in a list is one problem of its source, and everything else is shown")
    func problems() throws {
        let sign = try stage()
        #expect(problems(sign).isEmpty)
        for (elements, words, picture) in [
            ([element(1, 1), element(nil, 2)], "element 2 of the list has no \"id\"", "#...\n##..\n...."),
            (
                [element(1, 1), element("a", 2), element(1, 3)],
                "elements 1 and 3 of the list have the same \"id\", \"1\"", "#...\n##..\n###."
            ),
            ([element(1, "NaN"), element(2, 2)], "\"n\" is \"NaN\", not a number", "....\n##..\n...."),
            ([element(1, .list([1])), element(2, "x")], "\"n\" is a list, not a number", "....\n....\n...."),
            ([element(1, nil), element(2, 1)], nil, "####\n#...\n...."),
        ] as [([LiveValue], String?, String)] {
            set(.record(["all": .list(elements)]), sign)
            expectEqual(sign.picture(at: 0), picture, "\(elements)")
            expectEqual(problems(sign)["list"], words.map { "\($0), which the part in line 6 needs" })
        }
        // In the line of the list, not of its parts.
        for (value, words) in [
            (.record(["al": 1]), "no list at \"all\""), (.record(["all": "full"]), "\"full\" is not a list"),
            (.record(["all": 7]), "7 is not a list"), (.text("full"), "no list at \"all\""),
        ] as [(LiveValue, String)] {
            set(value, sign)
            expectEqual(problems(sign), ["list": "\(words), which the part in line 6 needs"])
        }
        set(.record(["all": element(1, 2)]), sign)
        #expect(problems(sign).isEmpty)
        set(nil, sign)
        #expect(problems(sign).isEmpty)
    }

    @Test("lists in elements and colours of elements are problems of the list around them")
    func nested() throws {
        let sign = try stage(
            """
            fields: {list: {variable: ""}}
            message:
              rows:
                - each: list
                  columns:
                    - {pixels: "#"}
                    - {each: stops, shape: box, width: 1, height: 1, color: "{item}"}
            """)
        set(.list([.record(["stops": .list(["red"])]), .record(["stop": 1])]), sign)
        expectEqual(problems(sign), ["list": "no list at \"stops\", which the part in line 7 needs"])
        set(.list([.record(["stops": .list(["red", "rde"])])]), sign)
        expectEqual(problems(sign), ["list": "\"rde\" is not a colour, which the part in line 7 needs"])
        expectEqual(sign.picture(at: 0), "###.\n....\n....")
    }

    @Test("long lists and long texts cost what is shown of them, and are one problem")
    func large() throws {
        let sign = try SignStage(
            """
            fields: {list: {variable: ""}}
            message:
              rows:
                - {each: list where n > 0 sort n max 3, key: id, columns: ["{id}", {bar: "{n}", width: fill}]}
            """, size: Size(width: 40, height: 16))
        // The first 50,000 have keys of their own.
        let count = isExhaustive ? 100_000 : 10_000
        let many = (0..<count).map { element(.number(LiveNumber($0 % (count / 2))), .number(LiveNumber($0))) }
        let time = processorTime {
            set(.list(many), sign)
            #expect(sign.picture(at: 0).contains("#"))
            #expect(problems(sign).isEmpty)
        }
        #expect(time < .seconds(20), "\(time)")
        // Sources keep so much of longer texts.
        let text = LiveValue(stringLiteral: String(repeating: "long ", count: 20_000))
        set(.list([element(text, 1), element(text, 2), element(text, 3)]), sign)
        #expect(sign.picture(at: 0).contains("#"))
        let words = try #require(problems(sign)["list"])
        #expect(words.hasPrefix("elements 1 and 2 of the list have the same \"id\", \"long long"), "\(words)")
        #expect(words.utf8.count < 200)
    }

    @Test("a text whose value is no longer in the answer of its source is a problem, unless something stands for it")
    func texts() throws {
        func problems(_ text: String, _ value: LiveValue?, missing: String = "") throws -> [String: String] {
            let sign = try SignStage("fields: {w: {variable: \"\"\(missing)}}\nmessage: \(text)")
            let reading = missing.isEmpty ? LiveReading(value) : LiveReading(value, staleText: "no news")
            sign.player.take([LiveChange(name: "w", reading: reading)], at: sign.instant(0))
            return self.problems(sign)
        }
        let now = LiveValue.record(["now": .record(["temp": 5])])
        let current = LiveValue.record(["current": .record(["temp": 5])])
        let words = ["w": "no value at \"now.temp\", which the part in line 2 needs"]
        for text in [
            "\"{w.now.temp} degrees\"", "{columns: [\"{w.now.temp|.1}\"]}", "{parts: [{text: \"{w.now.temp}\"}]}",
        ] {
            try expectEqual(problems(text, now), [:], "\(text)")
            try expectEqual(problems(text, current), words, "\(text)")
            // That there is no answer is said by the source itself.
            try expectEqual(problems(text, nil), [:], "\(text)")
        }
        for text in ["\"{w.now.temp|or none}\"", "\"{w.now.temp ? > 3: \\\"warm\\\", else: \\\"cold\\\"}\""] {
            try expectEqual(problems(text, current), [:], "\(text)")
        }
        let list = LiveValue.record(["now": .list([.record(["id": 1])])])
        try expectEqual(problems("{rows: [{each: w.now, key: id, text: \"{id} {platform}\"}]}", list), [:])
    }
}
