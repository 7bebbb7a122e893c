import Foundation
import SignHost
import SignTestSupport
import Testing

@Suite struct SignVerbTests {
    @Test("every verb has a name of its own and a sentence, and names each field once")
    func words() {
        expectEqual(Set(SignCommand.names).count, SignCommand.verbs.count)
        for verb in SignCommand.verbs {
            #expect(verb.summary.first?.isUppercase == true && verb.summary.hasSuffix("."), "\(verb.name)")
            expectEqual(Set(verb.fields.map(\.name)).count, verb.fields.count, "\(verb.name)")
        }
    }

    @Test("a request without its required fields names the first of them; without optional ones it is read")
    func requiredFields() throws {
        for verb in SignCommand.verbs {
            let line = Array("{\"command\": \"\(verb.name)\"}".utf8)
            guard let first = verb.fields.first(where: \.isRequired) else {
                #expect(throws: Never.self) { try SignCommand(parsing: line) }
                continue
            }
            let error = ControlError(.missingField, "\(verb.name) needs \"\(first.name)\": \(first.expected)")
            #expect(throws: error) { try SignCommand(parsing: line) }
        }
    }

    @Test("the table of commands in docs/control.md has a row for each verb, with its summary and its fields")
    func documentation() throws {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let text = try String(contentsOf: checkout.appendingPathComponent("docs/control.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let head = try #require(lines.firstIndex(of: "| command | what it does | fields | answer |"))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
        expectEqual(rows.count, SignCommand.verbs.count)
        for (row, verb) in zip(rows, SignCommand.verbs) {
            let expected = Self.row(verb)
            #expect(row.hasPrefix(expected), "docs/control.md must have a row that begins with: \(expected)")
        }
    }

    @Test("docs/mqtt.md names the verbs that `steer` under `allow` is for")
    func steering() throws {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let text = try String(contentsOf: checkout.appendingPathComponent("docs/mqtt.md"), encoding: .utf8)
        let behind = try #require(text.split(separator: "`steer` (").dropFirst().first)
        let words = behind.prefix { $0 != ")" }
        let names = words.split(separator: "`").map(String.init).filter(SignCommand.names.contains)
        expectEqual(Set(names), Set(SignCommand.verbs.filter { $0.permission == .steer }.map { $0.name }))
    }

    /// The columns of the table that follow from the verb; the answer comes after them.
    private static func row(_ verb: any SignVerb.Type) -> String {
        let fields = verb.fields.map { field in
            "`\(field.name)`\(field.isRequired ? "" : " (optional)"): \(field.expected)"
        }
        return "| `\(verb.name)` | \(verb.summary) | \(fields.joined(separator: "; ")) |"
            .replacingOccurrences(of: "|  |", with: "| |")
    }
}
