import LiveValues
import SignTestSupport
import Testing

@Suite struct ValueMapTests {
    private func map(_ entries: [(String, String)]) throws -> ValueMap {
        ValueMap(try entries.map { (try #require(ValueMap.Key($0.0)), $0.1) })
    }

    @Test("Keys are numbers, ranges, words and else; a range the wrong way round is none")
    func keys() throws {
        let half = try #require(LiveNumber(parsing: "0.5"))
        expectEqual(ValueMap.Key("3"), .numbers(3, 3))
        expectEqual(ValueMap.Key("-3..0.5"), .numbers(-3, half))
        expectEqual(ValueMap.Key("2..1"), nil)
        expectEqual(ValueMap.Key("else"), .otherwise)
        expectEqual(ValueMap.Key("a..b"), .word("a..b"))
        expectEqual(ValueMap.Key("1.."), .word("1.."))
        expectEqual(ValueMap.Key("NNE"), .word("NNE"))
    }

    @Test("The first entry that suits counts; numbers are compared by size, also those in texts, and words as they are")
    func targets() throws {
        let sky = try map([
            ("0", "sun"), ("else", "question"), ("1..2", "partly-cloudy"), ("2..3", "cloud"), ("storm", "thunderstorm"),
        ])
        let cases: [(LiveValue, String)] = [
            (0, "sun"), ("0.0", "sun"), (1, "partly-cloudy"), ("1.5", "partly-cloudy"), (2, "partly-cloudy"),
            ("2.01", "cloud"), ("3.01", "question"), (-1, "question"), ("storm", "thunderstorm"),
            ("Storm", "question"), ("", "question"), (.record(["a": 1]), "question"), (.list([]), "question"),
        ]
        for (value, target) in cases { expectEqual(sky.target(of: value), target, "\(value)") }
        expectEqual(try map([("1", "a")]).target(of: 2), nil)
        expectEqual(ValueMap([]).target(of: 2), nil)
    }

    @Test(
        "A field shows what the map has for its value, element by element for a list, and the value where it has nothing"
    )
    func fields() throws {
        var scope = FieldScope(["v": LiveReading(2), "l": LiveReading(.list([1, 2, 3])), "n": LiveReading(nil)])
        scope.maps = ["m": try map([("1", "one"), ("2", "two")])]
        func text(_ inside: String) throws -> String {
            guard case .value(let field) = try FieldReference(parsing: inside, fields: nil) else { return "" }
            return field.run(in: scope).text
        }
        try expectEqual(text("v|map m|upper"), "TWO")
        try expectEqual(text("v|times 2|map m"), "4")
        try expectEqual(text("l|map m|join /"), "one/two/3")
        try expectEqual(text("n|map m"), "--")
        try expectEqual(text("n|map m|or none"), "none")
        // Conditions ask for the value itself.
        try expectEqual(text("v|map m ? = 2: \"second\""), "second")
        try expectEqual(text("v|map other"), "2")
    }
}
