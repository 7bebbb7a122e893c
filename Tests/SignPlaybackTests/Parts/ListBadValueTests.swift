import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Values that parts of lists cannot use, on a sign that plays.
@Suite struct ListBadValueTests {
    private static let size = Size(width: 64, height: 32)
    /// A list, a bar, a plot and a colour of the same value.
    private static let text = """
        fields: {v: {variable: "0"}}
        message:
          rows:
            - {each: v max 2 empty "none", text: "{item|or gone}"}
            - {bar: "{v}", height: 2}
            - {plot: "{v}", height: 4}
            - {text: x, color: "{v}"}
        """

    private func taking(_ value: LiveValue?, _ text: String = text) throws -> SignStage {
        let sign = try SignStage(text, size: Self.size)
        sign.player.take([LiveChange(name: "v", reading: LiveReading(value))], at: sign.instant(0))
        _ = sign.picture(at: 0)
        return sign
    }

    private func problem(_ value: LiveValue?, _ text: String = text) throws -> String? {
        try taking(value, text).player.valueProblems["v"].map { "\($0)" }
    }

    @Test("what is not a list, a number or a colour is a problem of its source, at the first part that needs it")
    func problems() throws {
        expectEqual(try problem("NaN"), "\"NaN\" is not a list, which the part in line 4 needs")
        expectEqual(try problem(nil), nil)
        expectEqual(try problem(.list([])), "a list, not a number, which the part in line 5 needs")
        expectEqual(try problem(.record(["a": 1])), "a record, not a number, which the part in line 5 needs")
        let bar = "fields: {v: {variable: \"0\"}}\nmessage: {rows: [{bar: \"{v}\", height: 2}]}"
        expectEqual(try problem("NaN", bar), "\"NaN\" is not a number, which the part in line 2 needs")
    }

    @Test(
        "elements without a key, and two with the same one, are problems of their source; they are shown all the same")
    func keys() throws {
        let text = """
            fields: {v: {variable: "0"}}
            message: {rows: [{each: v, key: id, text: "{n}"}]}
            """
        func elements(_ keys: [LiveValue?]) -> LiveValue {
            .list(
                keys.map { key in
                    var record: [String: LiveValue] = ["n": "i"]
                    record["id"] = key
                    return .record(record)
                })
        }
        expectEqual(
            try problem(elements([1, 2, nil]), text),
            "element 3 of the list has no \"id\", which the part in line 2 needs")
        expectEqual(
            try problem(elements([1, 2, 1]), text),
            "elements 1 and 3 of the list have the same \"id\", \"1\", which the part in line 2 needs")
        expectEqual(try problem(elements([1, 2]), text), nil)
        expectEqual(
            try taking(elements([1, 1, nil]), text).picture(at: 0),
            try taking(elements([1, 2, 3]), text).picture(at: 0))
    }

    @Test("no value and no elements are shown as the file says, and of a hundred thousand only those that it wants")
    func limits() throws {
        func first(_ value: LiveValue?) throws -> [String] {
            try taking(value).picture(at: 0).split(separator: "\n").prefix(16).map(String.init)
        }
        func rows(_ words: String) throws -> [String] {
            let sign = try SignStage("message: {text: \"\(words)\", valign: top}", size: Size(width: 64, height: 16))
            return sign.picture(at: 0).split(separator: "\n").map(String.init)
        }
        try expectEqual(first(nil)[..<8], rows("--")[..<8])
        try expectEqual(first(.list([]))[..<8], rows("none")[..<8])
        let many = LiveValue.list((0..<100_000).map { .number(LiveNumber($0)) })
        try expectEqual(first(many), first(.list([0, 1])))
    }

    @Test("texts of a megabyte are cut when they come, so what they lay out is small")
    func large() throws {
        let json = Array("\"".utf8) + [UInt8](repeating: 0x61, count: 1_000_000) + Array("\"".utf8)
        let value = try #require(try LiveValue.reading(json: json))
        #expect(value.text().count <= LiveText.defaultLength)
        _ = try taking(.list([LiveValue](repeating: value, count: 100)))
    }
}
