import Foundation
import Marquee
import Settings
import SignTestSupport
import Testing

@testable import SignFiles

/// A key of a look as the schema for editors and the documentation have it.
private struct LookKey {
    let name: String
    /// What the schema says of it.
    let line: String
    /// Its default as the schema and the documentation write it; nil without one.
    let `default`: String?
    /// What the schema says of its values.
    let schema: JSONValue
    /// Whether the commands have an option of this name.
    var isOption = true

    /// A key with one of the words of a type; its default is that of the program.
    private static func word<Word: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ path: KeyPath<SignLook, Word>, _ line: String, isOption: Bool = true
    ) -> LookKey {
        let words = JSONValue.list(Word.allCases.map { .text($0.rawValue) })
        let word = SignLook()[keyPath: path].rawValue
        return LookKey(name: name, line: line, default: word, schema: ["enum": words], isOption: isOption)
    }

    /// A key whose values the schema describes elsewhere.
    private static func key(
        _ name: String, _ line: String, default: String?, _ definition: String, isOption: Bool = true
    ) -> LookKey {
        let schema: JSONValue = ["$ref": .text("#/$defs/" + definition)]
        return LookKey(name: name, line: line, default: `default`, schema: schema, isOption: isOption)
    }

    private static func pixels(
        _ name: String, _ line: String, default: String, _ range: ClosedRange<Int>
    ) -> LookKey {
        let (minimum, maximum) = (JSONValue.integer(range.lowerBound), JSONValue.integer(range.upperBound))
        let schema: JSONValue = ["type": "integer", "minimum": minimum, "maximum": maximum]
        return LookKey(name: name, line: line, default: `default`, schema: schema)
    }

    private static let fonts: JSONValue = [
        "anyOf": [
            ["type": "array", "items": ["type": "string", "minLength": 1]], ["type": "string", "minLength": 1],
        ]
    ]

    /// All keys, in the order of the schema.
    static let all: [LookKey] = [
        LookKey(
            name: "font", line: "A font by its name or path, or a list of fallback fonts",
            default: "one that suits the height", schema: fonts),
        key("color", "The colour", default: "white", "color-or-value"),
        key("background", "The colour behind it", default: "dark", "color-or-value"),
        key("speed", "Pixels per second; negative values reverse the direction", default: "30", "decimal"),
        key("cycle", "The time of a whole cycle, pauses included, instead of a speed", default: nil, "time"),
        word(
            "direction", \.motion.direction, "The direction in which it moves; automatic: as its text is read"),
        word("scroll", \.motion.scroll, "auto moves only what does not fit"),
        key("bounce", "Back and forth", default: "no", "flag"),
        pixels("spacing", "Pixels between two copies", default: "a quarter of the width", SignLook.spacings),
        pixels("letter-spacing", "Pixels between letters", default: "0", MarkupLook.letterSpacings),
        word(
            "edges", \.edges,
            "The edges of letters of outline fonts; auto is smooth from capitals of 18 rows on, on panels with colours",
            isOption: false),
        key("hold", "The pause at the start of every cycle, and the time of a page", default: "0", "time"),
        key("easing", "How a cycle speeds up and slows down", default: "linear", "easing"),
        word("align", \.motion.align, "The horizontal position"),
        word("valign", \.motion.verticalAlign, "The vertical position"),
        word("overflow", \.overflow, "What happens to a text that does not fit"),
        word(
            "motion", \.motion.rendering,
            "By whole pixels, or blended between columns on panels with grey levels"),
        key("reduced-motion", "Pages instead of motion", default: "no", "flag"),
        key("in", "How it enters", default: "at the seam", "effect", isOption: false),
        key("out", "How it leaves", default: "at the seam", "effect", isOption: false),
        word("swap", \.swap, "How it replaces another text", isOption: false),
    ]
}

/// The schema and the documentation say of each key of a look what the table of keys says; `SchemaKeyTests` compares the keys of
/// the schema with those that the program reads.
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
