import Settings
import SignTestSupport
import Testing

/// Settings that come as JSON: what a reader of YAML makes of the same line.
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

    private func read(_ json: String) throws -> (fromJSON: SettingsFile, fromYAML: SettingsFile) {
        let value = try JSONValue(parsing: Array(json.utf8))
        return (
            SettingsFile(value, path: "message", form: Self.form),
            SettingsFile(value.line.utf8, path: "message", form: Self.form)
        )
    }

    @Test(
        "JSON makes the same nodes at the same places as its line read as YAML",
        arguments: [
            "{}", "{\"text\":\"a\\n\\\"b\\\" é😀\",\"speed\":5,\"repeat\":true,\"color\":null}",
            "{\"parts\":[1,[2,\"x\"],{\"a\":{\"b\":[]}}],\"last\":-1.5e3}",
        ])
    func sameNodes(json: String) throws {
        let (fromJSON, fromYAML) = try read(json)
        expectEqual(described(try #require(fromJSON.root)), described(try #require(fromYAML.root)))
        expectEqual(fromJSON.source.scalars, fromYAML.source.scalars)
    }

    @Test("a character of a text has a place in the line of JSON")
    func places() throws {
        let (fromJSON, _) = try read("{\"text\": \"a\\nb\"}")
        let fields = PlainFields(fromJSON)
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
