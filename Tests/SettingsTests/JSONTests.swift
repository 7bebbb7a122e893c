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
            ("", JSONError.Reason.end, 0), ("{", .end, 1), ("[1", .end, 2), ("\"abc", .end, 4),
            ("nul", .unexpected(expected: "a value"), 0), ("1 2", .unexpected(expected: "nothing more"), 2),
            ("[1 2]", .unexpected(expected: "a comma or ]"), 3),
            ("{a:1}", .unexpected(expected: "a name in quotation marks"), 1),
            ("{\"a\" 1}", .unexpected(expected: "a colon"), 5), ("[1,]", .unexpected(expected: "a value"), 3),
            ("01", .number, 0), ("1.", .end, 2), ("-x", .number, 0), ("\"\\q\"", .escape, 1),
            ("\"\\ud800x\"", .escape, 1),
            ("\"\\udc00\"", .escape, 1), ("\"\\ud800\\u0041\"", .escape, 1), ("\"\\u+123\"", .escape, 1),
            ("\"a\tb\"", .control, 2), ("{\"a\":1,\"a\":2}", .duplicate("a"), 7),
        ])
    func faults(given: String, reason: JSONError.Reason, offset: Int) {
        #expect(throws: JSONError(reason: reason, offset: offset)) { try JSONValue(parsing: Array(given.utf8)) }
    }

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
        #expect(throws: JSONError(reason: .notUTF8, offset: 4)) { try JSONValue(parsing: bytes) }
    }

    @Test("depth is limited")
    func depth() throws {
        let deep = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        _ = try JSONValue(parsing: Array(deep.utf8))
        let fault = JSONError(reason: .depth(limit: 16), offset: 16)
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
