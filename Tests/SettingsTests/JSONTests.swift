import Foundation
import SignTestSupport
import Testing

@testable import Settings

@Suite struct JSONTests {
    @Test(
        "values are read and written on one line",
        arguments: [
            ("null", "null"), (" true ", "true"), ("false", "false"), ("-0.5e+3", "-0.5e+3"), ("0", "0"),
            ("[ 1,2 , [ ] ]", "[1, 2, []]"), ("{\"a\":1,\"b\":{}}", "{\"a\": 1, \"b\": {}}"),
            ("\"\\u00e9\\ud83d\\ude00\\/\\n\"", "\"é😀/\\n\""), ("\"\u{2028}\\u0000\"", "\"\\u2028\\u0000\""),
        ])
    func roundTrip(given: String, written: String) throws {
        let value = try JSONValue(parsing: Array(given.utf8))
        expectEqual(value.line, written)
        try expectEqual(JSONValue(parsing: Array(value.line.utf8)), value)
    }

    @Test(
        "what is not JSON is rejected with its byte",
        arguments: [
            ("", Self.end, 0), ("{", Self.end, 1), ("[1", Self.end, 2), ("\"abc", Self.end, 4),
            ("nul", "a value is expected", 0), ("1 2", "nothing more is expected", 2),
            ("[1 2]", "a comma or ] is expected", 3), ("{a:1}", "a name in quotation marks is expected", 1),
            ("{\"a\" 1}", "a colon is expected", 5), ("[1,]", "a value is expected", 3),
            ("01", Self.number, 0), ("1.", Self.end, 2), ("-x", Self.number, 0), ("\"\\q\"", Self.escape, 1),
            ("\"\\ud800x\"", Self.escape, 1), ("\"\\udc00\"", Self.escape, 1),
            ("\"\\ud800\\u0041\"", Self.escape, 1), ("\"\\u+123\"", Self.escape, 1),
            ("\"a\tb\"", "write control characters in a text as \\u and four digits", 2),
            ("{\"a\":1,\"a\":2}", "\"a\" is given twice", 7),
        ])
    func faults(given: String, words: String, offset: Int) {
        #expect(throws: TextError("\(words), at byte \(offset + 1)", at: offset)) {
            try JSONValue(parsing: Array(given.utf8))
        }
    }

    private static let end = "it ends in the middle of a value"
    private static let number = "a number such as 5, -1.5 or 2e3 is expected"
    private static let escape = "after a backslash, one of \" \\ / b f n r t or u and four digits is expected"

    @Test(
        "whole numbers have no fraction, however they are written",
        arguments: [
            ("20", 20), ("20.0", 20), ("2.50e1", 25), ("-0.0", 0), ("9223372036854775807", .max),
            ("9007199254740992.0", 9_007_199_254_740_992), ("20.5", nil), ("1e-1", nil), ("1e40", nil),
            ("9223372036854775808", nil),
        ] as [(String, Int64?)])
    func wholeNumbers(text: String, number: Int64?) throws {
        try expectEqual(JSONValue(parsing: Array(text.utf8)).integer, number)
    }

    @Test("bytes that are not UTF-8 are rejected with their place")
    func notUTF8() {
        let bytes: [UInt8] = [0x22, 0x61, 0xC3, 0xA9, 0xFF, 0x22]
        #expect(throws: TextError("not UTF-8, at byte 5", at: 4)) { try JSONValue(parsing: bytes) }
    }

    @Test("depth is limited")
    func depth() throws {
        let deep = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        _ = try JSONValue(parsing: Array(deep.utf8))
        let fault = TextError("lists and objects may be nested at most 16 deep, at byte 17", at: 16)
        #expect(throws: fault) { try JSONValue(parsing: Array(("[" + deep + "]").utf8)) }
    }

    @Test("another reader reads everything that is written")
    func otherReader() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<300 {
            let scalars = (0..<12).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random)) }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let value: JSONValue = ["t": .text(String(text))]
            let read = try JSONSerialization.jsonObject(with: Data(value.line.utf8)) as? [String: String]
            expectEqual(read.map { Array(($0["t"] ?? "").unicodeScalars) }, scalars)
        }
    }

    @Test("literals are values: objects keep the order of their members, and leave out those that are nil")
    func literals() {
        let nothing: JSONValue? = nil
        let value: JSONValue = [
            "b": -1, "a": [true, "x\(2)"], "no": nothing, "null": .null, "c": ["d": [:], "e": []],
        ]
        expectEqual(value.line, #"{"b": -1, "a": [true, "x2"], "null": null, "c": {"d": {}, "e": []}}"#)
    }
}
