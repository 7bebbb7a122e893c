import Settings
import SignTestSupport
import Testing

@testable import SignFiles

@Suite("Places of characters in a file")
struct MarkupPlaceTests {
    /// The place of every X of the text of `text:`, as line:column.
    private func places(_ file: String) throws -> [String] {
        let fields = SignFields(SettingsFile(file.utf8, path: "a.yaml", form: .sign))
        #expect(fields.isReadable)
        let text = try #require(fields.givenText("text"))
        return text.unicodeScalars.enumerated().filter { $0.element == "X" }.map { offset, _ in
            let place = fields.place(of: "text", offset: offset)
            return place.map { "\($0.line):\($0.column)" } ?? "none"
        }
    }

    @Test(
        "a character is found whichever way the file writes its text",
        arguments: [
            ("text: X a X", ["1:7", "1:11"]),
            ("a: 1\ntext: äöü X", ["2:11"]),
            ("text: 'X it''s X'", ["1:8", "1:16"]),
            ("text: \"X\\n\\u0041\\x41\\U00000041 X\"", ["1:8", "1:32"]),
            ("text: \"\\\"X\\\\X\"", ["1:10", "1:13"]),
            ("text: |\n  X\n  a X\n\n  X", ["2:3", "3:5", "5:3"]),
            ("text: a X\n  b X\n\n  X", ["1:9", "2:5", "4:3"]),
            ("text: \"a X   \n\n   b\\\n   X\"", ["1:10", "4:4"]),
            ("text: 'a\n  X'", ["2:3"]),
            ("text: \"a*?[{X\"", ["1:13"]),
            ("text: \"\\ud83c\\udf55X\\ud83d\\ude00 X\"", ["1:20", "1:34"]),
            ("a: \"\\ud83c\\udf55\"\ntext: \"*\\ud83c\\udf55X\"", ["2:21"]),
        ])
    func characters(file: String, expected: [String]) throws {
        try expectEqual(places(file), expected)
    }

    @Test("where the file writes a text in a way of its own, it is the beginning of the value")
    func folded() throws {
        #expect(try places("text: >\n  a\n  X").allSatisfy { $0 == "1:7" })
    }
}
