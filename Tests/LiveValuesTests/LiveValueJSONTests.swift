import Foundation
import LiveValues
import SignTestSupport
import Testing

@testable import Settings

@Suite struct LiveValueJSONTests {
    private func read(_ text: String) throws -> LiveValue? { try LiveValue.reading(json: Array(text.utf8)) }

    @Test("Values of all kinds are read")
    func kinds() throws {
        let cent = LiveValue.number(try #require(LiveNumber(parsing: "0.10")))
        try expectEqual(
            read(" {\"a\" : [1, -2, \"x\", true, false, null], \"b\": {\"c\": 0.10}, \"d\": null}\r\n"),
            .record([
                "a": .list([1, -2, "x", "true", "false", ""]), "b": .record(["c": cent]),
            ]))
        try expectEqual(read("[]"), .list([]))
        try expectEqual(read("{}"), .record([:]))
        #expect(try read("null") == nil)
        try expectEqual(read("\u{FEFF}7"), 7)
        try expectEqual(read("{\"a\": 1, \"a\": 2}"), .record(["a": 2]))
        try expectEqual(read("123456789012345678901"), .text("123456789012345678901"))
        try expectEqual(read("1e400"), .text("1e400"))
    }

    @Test("Texts are unescaped, repaired and cleaned")
    func texts() throws {
        try expectEqual(read(#""a\"\\\/\u00e9\ud83d\ude00""#), .text("a\"\\/é😀"))
        try expectEqual(read(#""a\n\tb\u0000c\u202ed""#), .text("a b cd"))
        try expectEqual(read(#""\ud83d x \ude00 \ud83d\u0041""#), .text("\u{FFFD} x \u{FFFD} \u{FFFD}A"))
        let broken: [UInt8] = [0x22, 0x61, 0xFF, 0xC3, 0x22]
        try expectEqual(LiveValue.reading(json: broken), .text("a\u{FFFD}\u{FFFD}"))
    }

    @Test(
        "What is not JSON is rejected with its byte",
        arguments: [
            ("", 0), ("  ", 2), ("x", 0), ("tru", 0), ("[1,]", 3), ("[1 2]", 3), ("[1", 2), ("{1: 2}", 1),
            ("{\"a\" 2}", 5),
            ("{\"a\": 1,}", 8), ("\"abc", 4), ("\"\\x\"", 1), ("\"\\u12g4\"", 1), ("01", 0), ("-", 1), ("1.", 2),
            ("1e", 2),
            ("1 2", 2), ("NaN", 0), ("+1", 0), ("'a'", 0), ("[1]]", 3),
        ])
    func problems(text: String, offset: Int) {
        #expect { try read(text) } throws: { error in (error as? TextError)?.offset == offset }
    }

    @Test("Ten thousand levels are rejected without recursion")
    func levels() throws {
        let deep = String(repeating: "[", count: 10_000)
        let tooDeep = "lists and objects may be nested at most 64 deep, at byte"
        #expect(throws: TextError("\(tooDeep) 65", at: 64)) { try read(deep) }
        #expect(throws: TextError("\(tooDeep) 321", at: 64 * 5)) {
            try read(String(repeating: "{\"a\":", count: 10_000))
        }
        let allowed = String(repeating: "[", count: 64) + "1" + String(repeating: "]", count: 64)
        #expect(try read(allowed) != nil)
    }

    @Test("Foundation accepts the same documents and reads the same values")
    func foundation() throws {
        var random = SeededRandom(seed: 11)
        let pieces = [
            "[", "]", "{", "}", ",", ":", "\"a\"", "\"\"", "1", "-2.5", "1e2", "true", "null", " ", "\"\\u0041\"",
        ]
        var taken = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...7, using: &random)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            let theirs = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            var isOurs = true
            var ours: LiveValue?
            do { ours = try read(text) } catch { isOurs = false }
            // A number that no binary one can hold is none for Foundation, and a text here.
            let isHuge = Double(text)?.isInfinite ?? text.contains("e2")
            #expect(isOurs == (theirs != nil) || isHuge, "\(text)")
            if let theirs, isOurs {
                taken += 1
                #expect(Self.isSame(ours, theirs), "\(text)")
            }
        }
        #expect(taken > 500)
    }

    private static func isSame(_ ours: LiveValue?, _ theirs: Any) -> Bool {
        switch (ours, theirs) {
        case (nil, is NSNull): true
        case (.text(let text)?, let other as String): text == other
        case (.text(let text)?, is NSNull): text.isEmpty
        case (.text("true")?, let other as Bool): other
        case (.text(let text)?, let other as NSNumber): Double(text) == other.doubleValue
        case (.number(let number)?, let other as NSNumber): Double(number.text) == other.doubleValue
        case (.list(let list)?, let other as [Any]):
            list.count == other.count && zip(list, other).allSatisfy { isSame($0, $1) }
        case (.record(let record)?, let other as [String: Any]):
            other.allSatisfy { $1 is NSNull ? record[$0] == nil : isSame(record[$0], $1) }
        default: false
        }
    }
}
