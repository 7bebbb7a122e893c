import Foundation
import Marquee
import Settings
import SignTestSupport
import Testing

@testable import SignFiles

/// The schema and the documentation say of each key of a look what the table of keys says.
@Suite struct LookKeyTests {
    /// The cells of the rows of all tables of a document.
    private func rows(_ path: String) throws -> [[String]] {
        let text = try String(contentsOf: PackageFolder.root.appendingPathComponent(path), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("|") }.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test("the schema has the keys of a look in the order of the table, each with its line, its default and its values")
    func schema() throws {
        let schema = try JSONValue(parsing: try Data(contentsOf: URL(fileURLWithPath: SignSchema.path)), depth: 64)
        let properties = try #require(schema["$defs"]?["look"]?["properties"]?.members)
        expectEqual(properties.map(\.name), LookKey.all.map(\.name))
        for (property, key) in zip(properties, LookKey.all) {
            let words = key.line + (key.default.map { " (default: \($0))" } ?? "")
            let members = [JSONMember("description", .text(words))] + (key.schema.members ?? [])
            expectEqual(property.value.line, JSONValue.object(members).line, "\(key.name)")
        }
    }

    @Test("docs/sign-files.md has a row for each key of a look with its default, and docs/show.md one for its option")
    func documentation() throws {
        let (keys, options) = (try rows("docs/sign-files.md"), try rows("docs/show.md"))
        for key in LookKey.all {
            let found = keys.filter { $0.first?.contains("`\(key.name)`") ?? false }
            let hasDefault = found.contains { row in key.default.map { row.last?.contains($0) ?? false } ?? true }
            #expect(hasDefault, "\(key.name): \(key.default ?? "no default")")
            let option = "`--\(key.name)"
            let hasOption = options.contains { row in
                row.contains { $0.contains(option + "`") || $0.contains(option + " ") }
            }
            expectEqual(hasOption, key.isOption, "\(key.name)")
        }
    }

    @Test("G: the schema and docs/effects.md have every effect by its name in sign files, in the same order")
    func effects() throws {
        let names = Effect.allCases.map(\.rawValue)
        let schema = try JSONValue(parsing: try Data(contentsOf: URL(fileURLWithPath: SignSchema.path)), depth: 64)
        expectEqual(schema["$defs"]?["effect-name"]?["enum"], .list(names.map { .text($0) }))
        let cells = try rows("docs/effects.md").compactMap(\.first).filter { $0.contains("`") }
        expectEqual(cells.map { $0.trimmingCharacters(in: ["`", " "]) }, names)
    }

    @Test("docs/markup.md has a row for each tag")
    func tags() throws {
        let cells = try rows("docs/markup.md").compactMap(\.first)
        for name in MarkupTag.names { #expect(cells.contains { $0.contains("`<\(name)") }, "\(name)") }
    }
}
