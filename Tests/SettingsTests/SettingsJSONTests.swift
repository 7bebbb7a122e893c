import Settings
import SignTestSupport
import Testing

/// Settings that come as JSON.
@Suite struct SettingsJSONTests {
    private static let form = SettingsForm(noun: "a test", owner: "a test", maximumBytes: 200, maximumBrackets: nil)

    private func described(_ node: SettingsNode) -> String {
        let place = "\(node.place.line):\(node.place.column)"
        switch node.content {
        case .text(let text, let style): return "\(place) \(style) \(text)"
        case .nothing: return "\(place) nothing"
        case .list(let nodes): return "\(place) [\(nodes.map(described).joined(separator: ", "))]"
        case .keys(let entries):
            let parts = entries.map { "\($0.place.line):\($0.place.column) \($0.key) = \(described($0.value))" }
            return "\(place) {\(parts.joined(separator: ", "))}"
        }
    }

    private func read(_ json: String) throws -> SettingsFile {
        SettingsFile(try JSONValue(parsing: Array(json.utf8)), path: "message", form: Self.form)
    }

    @Test(
        "JSON makes nodes at their places in its line, with a blank behind each colon and comma",
        arguments: [
            ("{}", "1:1 {}"),
            (
                #"{"text":"a\n\"b\" é😀","speed":5,"repeat":true,"color":null}"#,
                "1:1 {1:2 text = 1:10 quoted a\n\"b\" é😀, 1:25 speed = 1:34 plain 5, 1:37 repeat = 1:47 plain true, "
                    + "1:53 color = 1:62 nothing}"
            ),
            (
                #"{"parts":[1,[2,"x"],{"a":{"b":[]}}],"last":-1.5e3}"#,
                "1:1 {1:2 parts = 1:11 [1:12 plain 1, 1:15 [1:16 plain 2, 1:19 quoted x], "
                    + "1:25 {1:26 a = 1:31 {1:32 b = 1:37 []}}], 1:44 last = 1:52 plain -1.5e3}"
            ),
            // What YAML would take for something else without quotation marks stays a text.
            (
                ##"{"<<":"*a","&b":"!c # d","e":"null","f":"\u0000\u0085\u2028\ufffe","g":"\\ud83c\\udf55"}"##,
                "1:1 {1:2 << = 1:8 quoted *a, 1:14 &b = 1:20 quoted !c # d, 1:30 e = 1:35 quoted null, "
                    + "1:43 f = 1:48 quoted \0\u{85}\u{2028}\u{FFFE}, 1:76 g = 1:81 quoted \\ud83c\\udf55}"
            ),
        ])
    func nodes(json: String, expected: String) throws {
        expectEqual(described(try #require(read(json).root)), expected)
    }

    @Test("a character of a text has a place in the line of JSON")
    func places() throws {
        let fields = PlainFields(try read("{\"text\": \"a\\nb\"}"))
        expectEqual(fields.place(of: "text", offset: 0), TextPlace(line: 1, column: 11))
        expectEqual(fields.place(of: "text", offset: 2), TextPlace(line: 1, column: 14))
    }

    @Test("a value that is not an object, or is too large, is rejected")
    func refused() throws {
        let list = SettingsFile(.list([]), path: "message", form: Self.form)
        #expect(list.root == nil)
        expectEqual(list.findings.map(\.reason), [.notAMapping])
        let long: JSONValue = ["text": .text(String(repeating: "x", count: 200))]
        let file = SettingsFile(long, path: "message", form: Self.form)
        #expect(file.root == nil)
        expectEqual(file.findings.map(\.reason), [.tooLarge(limit: 200)])
    }
}
