import SignTestSupport
import Testing

@testable import Settings

/// Edits of settings files, which leave alone what they do not concern.
@Suite struct SettingsEditorTests {
    private static let form = SettingsForm(noun: "a test", owner: "a test", maximumBytes: 100_000, maximumBrackets: nil)

    private func edited(_ text: String, _ edits: SettingsEdit...) throws -> String {
        var editor = try SettingsEditor(Array(text.utf8), form: Self.form)
        for edit in edits { try editor.apply(edit) }
        return String(decoding: editor.bytes, as: UTF8.self)
    }

    private static let sign = """
        # The bakery
        board:   sim-64x32      # in the window

        messages:
          # All of them
          - Fresh bread
          # Only today
          - {text: 'Rolls', color: amber} # five for two
          - text: "Cakes"

            # from six on
            color: red

        style: {font: [a, b]}
        """

    @Test("a value changes where it stands, in its quotation marks; comments, blanks and other lines stay")
    func values() throws {
        let sign = Self.sign
        try expectEqual(
            edited(sign, .set([.key("board")], "sim-32x8")), sign.replacing("sim-64x32", with: "sim-32x8"))
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(0)], "Bread: 2 EUR")),
            sign.replacing("Fresh bread", with: "\"Bread: 2 EUR\""))
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(1), .key("text")], "It's")),
            sign.replacing("'Rolls'", with: "'It''s'"))
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(2), .key("text")], "Tea")),
            sign.replacing("Cakes", with: "Tea"))
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(1), .key("color")], "hsv(1, 2, 3)")),
            sign.replacing("amber", with: "\"hsv(1, 2, 3)\""))
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(0)], ["text": "Fresh bread", "speed": 30])),
            sign.replacing("- Fresh bread", with: "- {text: Fresh bread, speed: 30}"))
        try expectEqual(
            edited(sign, .set([.key("style"), .key("font"), .element(1)], "c")),
            sign.replacing("[a, b]", with: "[a, c]"))
        try expectEqual(edited("a:\n  b: 1\nc: 2\n", .set([.key("a")], "x")), "a: x\nc: 2\n")
        try expectEqual(edited("a: # nothing\nc: 2\n", .set([.key("a")], "x")), "a: x # nothing\nc: 2\n")
    }

    @Test("a key is added in the way that the others are written, and a list one element a line")
    func keys() throws {
        let sign = Self.sign
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(1), .key("speed")], 30)),
            sign.replacing("color: amber}", with: "color: amber, speed: 30}"))
        try expectEqual(
            edited(sign, .set([.key("messages"), .element(2), .key("speed")], 30)),
            sign.replacing("    color: red\n", with: "    color: red\n    speed: 30\n"))
        try expectEqual(
            edited(sign, .set([.key("fields")], ["a": ["file": "./a"]])), sign + "\nfields: {a: {file: ./a}}\n")
        try expectEqual(
            edited("board: x", .set([.key("messages")], ["A", ["text": "B, C"]])),
            "board: x\nmessages:\n  - A\n  - {text: \"B, C\"}\n")
        try expectEqual(edited("a: {}\n", .set([.key("a"), .key("b")], true)), "a: {b: true}\n")
        try expectEqual(edited("a: x\r\nb: y\r\n", .set([.key("c")], "z")), "a: x\r\nb: y\r\nc: z\r\n")
        try expectEqual(edited("\u{FEFF}a: x\n", .set([.key("a")], "z")), "\u{FEFF}a: z\n")
    }

    @Test("what is removed goes with its line and the comments that belong to it, and nothing else")
    func removing() throws {
        let sign = Self.sign
        try expectEqual(
            edited(sign, .remove([.key("messages"), .element(1)])),
            sign.replacing("  # Only today\n  - {text: 'Rolls', color: amber} # five for two\n", with: ""))
        try expectEqual(
            edited(sign, .remove([.key("messages"), .element(0)])), sign.replacing("  - Fresh bread\n", with: ""))
        try expectEqual(
            edited(sign, .remove([.key("messages"), .element(1), .key("text")])),
            sign.replacing("text: 'Rolls', ", with: ""))
        try expectEqual(
            edited(sign, .remove([.key("messages"), .element(1), .key("color")])),
            sign.replacing(", color: amber", with: ""))
        try expectEqual(
            edited(sign, .remove([.key("messages"), .element(2), .key("color")])),
            sign.replacing("    # from six on\n    color: red\n", with: ""))
        try expectEqual(
            edited(sign, .remove([.key("messages"), .element(2), .key("text")])),
            sign.replacing("- text: \"Cakes\"\n\n    # from", with: "- \n    # from"))
        try expectEqual(edited("a:\n- b\nc: d\n", .remove([.key("a"), .element(0)])), "a: []\nc: d\n")
        try expectEqual(edited("a: [b]\n", .remove([.key("a"), .element(0)])), "a: []\n")
        try expectEqual(edited("a: {b: c}\n", .remove([.key("a"), .key("b")])), "a: {}\n")
    }

    @Test("elements come in and move as their neighbours are written, with their comments")
    func elements() throws {
        let sign = Self.sign
        let list: SettingsEdit.Path = [.key("messages")]
        try expectEqual(
            edited(sign, .insert(list + [.element(0)], "New")),
            sign.replacing("  - Fresh bread\n", with: "  - New\n  - Fresh bread\n"))
        try expectEqual(
            edited(sign, .insert(list + [.element(1)], ["text": "New", "color": "red"])),
            sign.replacing("  # Only today\n", with: "  - text: New\n    color: red\n  # Only today\n"))
        try expectEqual(
            edited(sign, .insert(list + [.element(3)], "- ")),
            sign.replacing("    color: red\n", with: "    color: red\n  - \"- \"\n"))
        try expectEqual(
            edited(sign, .move(list + [.element(1)], to: 0)),
            sign.replacing("  - Fresh bread\n", with: "").replacing(
                "  - text: \"Cakes\"", with: "  - Fresh bread\n  - text: \"Cakes\""))
        try expectEqual(
            edited("a: [x , 'y', \"z\"]\n", .move([.key("a"), .element(2)], to: 0)), "a: [\"z\" , x, 'y']\n")
        try expectEqual(edited("a: [x]\n", .insert([.key("a"), .element(0)], "y")), "a: [y, x]\n")
        try expectEqual(edited("a: []\n", .insert([.key("a"), .element(0)], "y")), "a: [y]\n")
        try expectEqual(edited("a:\n- x\n- y", .move([.key("a"), .element(0)], to: 1)), "a:\n- y\n- x\n")
    }

    @Test("one value becomes a list of one, on its own lines")
    func lists() throws {
        func listed(_ text: String) throws -> String { try edited(text, .list([.key("message")], as: "messages")) }
        try expectEqual(
            listed("a: b\nmessage: Fresh bread # today\nc: d\n"),
            "a: b\nmessages:\n  - Fresh bread # today\nc: d\n")
        try expectEqual(listed("message:   {text: 'A', b: 1}"), "messages:\n  - {text: 'A', b: 1}")
        try expectEqual(
            listed(
                "message:  # ours\n  text: A  # one\n\n  # the look\n  rows:\n  - B\n  more: |\n    x\n     y\nc: d\n"),
            "messages:  # ours\n  - text: A  # one\n\n    # the look\n    rows:\n    - B\n    more: |\n      x\n       y\nc: d\n"
        )
        try expectEqual(
            edited(
                "zones:\n  - name: n\n    message: A\n",
                .list([.key("zones"), .element(0), .key("message")], as: "messages")),
            "zones:\n  - name: n\n    messages:\n      - A\n")
    }

    @Test("what cannot be changed is refused, and the file stays as it was")
    func refused() throws {
        func refusal(_ text: String, _ edit: SettingsEdit) throws -> String? {
            var editor = try SettingsEditor(Array(text.utf8), form: Self.form)
            var words: String?
            do throws(TextError) { try editor.apply(edit) } catch { words = error.description }
            expectEqual(String(decoding: editor.bytes, as: UTF8.self), text)
            return words
        }
        let place = "the file has no such place"
        try expectEqual(refusal("a: b\n", .set([.key("c"), .key("d")], 1)), place)
        try expectEqual(refusal("a: b\n", .remove([.key("c")])), place)
        try expectEqual(refusal("a: [b]\n", .set([.key("a"), .element(1)], 1)), place)
        try expectEqual(refusal("a: [b]\n", .move([.key("a"), .element(0)], to: 1)), place)
        let form = "this part of the file is written in a way that only an editor of texts can change"
        try expectEqual(refusal("a:\n  - - b\n    - c\n", .remove([.key("a"), .element(0), .element(0)])), form)
        try expectEqual(refusal("a: b\n", .remove([.key("a")])), form)
        #expect(throws: TextError.self) { try SettingsEditor(Array("a: [".utf8), form: Self.form) }
        #expect(throws: TextError.self) { try SettingsEditor(Array("- a".utf8), form: Self.form) }
    }

    // MARK: Random files

    /// Writes random files as people do: in brackets or one below the other, with comments, blank lines and quotation marks.
    private struct Writer {
        var random: SeededRandom
        private var lines: [String] = []

        init(seed: UInt64) { random = SeededRandom(seed: seed) }

        private mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

        mutating func scalar() -> String {
            let words = [
                "Fresh bread", "red", "12", "true", "'it''s'", "\"a: b\"", "x-y", "{a}".debugDescription, "./a.png",
            ]
            return words.randomElement(using: &random) ?? "a"
        }

        private mutating func brackets(_ depth: Int) -> String {
            guard depth > 0, !isOne(of: 3) else { return scalar() }
            let count = Int.random(in: 0...3, using: &random)
            if isOne(of: 2) { return "[" + (0..<count).map { _ in brackets(depth - 1) }.joined(separator: ", ") + "]" }
            return "{" + (0..<count).map { "k\($0): \(brackets(depth - 1))" }.joined(separator: ", ") + "}"
        }

        private mutating func add(_ line: String, _ indentation: Int) {
            let spaces = String(repeating: " ", count: indentation)
            if isOne(of: 6) { lines.append(isOne(of: 2) ? "" : spaces + "# a comment, [with: signs}") }
            lines.append(spaces + line + (isOne(of: 5) ? "   # behind it" : ""))
        }

        private mutating func keys(_ indentation: Int, _ depth: Int, first: String = "") {
            for number in 0..<Int.random(in: 1...3, using: &random) {
                let key = number == 0 ? first + "k0:" : "k\(number):"
                let column = number == 0 ? indentation - first.count : indentation
                switch depth > 0 ? Int.random(in: 0..<4, using: &random) : 3 {
                case 0:
                    add(key, column)
                    keys(indentation + (isOne(of: 2) ? 2 : 4), depth - 1)
                case 1:
                    add(key, column)
                    list(indentation + (isOne(of: 2) ? 0 : 2), depth - 1)
                case 2: add("\(key) \(brackets(2))", column)
                default: add("\(key) \(scalar())", column)
                }
            }
        }

        private mutating func list(_ indentation: Int, _ depth: Int) {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                if depth > 0, isOne(of: 2) {
                    keys(indentation + 2, depth - 1, first: "- ")
                } else {
                    add("- \(brackets(1))", indentation)
                }
            }
        }

        mutating func file() -> String {
            lines = []
            keys(0, 3)
            return lines.joined(separator: "\n") + (isOne(of: 4) ? "" : "\n")
        }

        /// A random change of a value, and what it means, worked out beside the code under test.
        mutating func change(of value: JSONValue, at path: SettingsEdit.Path = []) -> (SettingsEdit, JSONValue)? {
            let new: JSONValue = isOne(of: 3) ? ["text": "n, 1", "b": [1]] : "new: 'one' #1"
            switch value {
            case .object(let members) where !members.isEmpty:
                let number = Int.random(in: 0..<members.count, using: &random)
                let step = path + [.key(members[number].name)]
                if !isOne(of: 3), let (edit, inner) = change(of: members[number].value, at: step) {
                    return (
                        edit, .object(members.enumerated().map { JSONMember($1.name, $0 == number ? inner : $1.value) })
                    )
                }
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    // A name that no other key has.
                    let name = "z\(members.count)\(Int.random(in: 0..<1_000_000, using: &random))"
                    return (.set(path + [.key(name)], new), .object(members + [JSONMember(name, new)]))
                case 1: return (.remove(step), .object(Array(members[..<number] + members[(number + 1)...])))
                default:
                    let changed = members.enumerated().map { JSONMember($1.name, $0 == number ? new : $1.value) }
                    return (.set(step, new), .object(changed))
                }
            case .list(let elements) where !elements.isEmpty:
                let number = Int.random(in: 0..<elements.count, using: &random)
                let step = path + [.element(number)]
                if isOne(of: 2), let (edit, inner) = change(of: elements[number], at: step) {
                    return (edit, .list(Array(elements[..<number]) + [inner] + Array(elements[(number + 1)...])))
                }
                let others = Array(elements[..<number]) + Array(elements[(number + 1)...])
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    return (.insert(step, new), .list(Array(elements[..<number]) + [new] + Array(elements[number...])))
                case 1: return (.insert(path + [.element(elements.count)], new), .list(elements + [new]))
                case 2: return (.remove(step), .list(others))
                default:
                    let place = Int.random(in: 0..<elements.count, using: &random)
                    return (
                        .move(step, to: place),
                        .list(Array(others[..<place]) + [elements[number]] + Array(others[place...]))
                    )
                }
            default: return nil
            }
        }
    }

    @Test("random changes of random files mean what they say, and leave all other lines alone")
    func anything() throws {
        var (made, refused) = (0, 0)
        for seed in 0..<(isExhaustive ? 20_000 : 600) {
            var writer = Writer(seed: UInt64(seed))
            var editor = try SettingsEditor(Array(writer.file().utf8), form: Self.form)
            for _ in 0..<4 {
                guard let (edit, wanted) = writer.change(of: editor.value) else { break }
                let before = String(decoding: editor.bytes, as: UTF8.self)
                do throws(TextError) { try editor.apply(edit) } catch {
                    refused += 1
                    expectEqual(String(decoding: editor.bytes, as: UTF8.self), before)
                    continue
                }
                made += 1
                let after = String(decoding: editor.bytes, as: UTF8.self)
                expectEqual(editor.value, wanted, "\(edit) of\n\(before)\nis\n\(after)")
                expectUntouched(edit, before, after)
            }
        }
        // Few files are written in a way that cannot be changed.
        #expect(refused * 10 < made, "\(refused) of \(made + refused)")
    }

    /// Checks that lines that a change does not concern are there as they were.
    private func expectUntouched(_ edit: SettingsEdit, _ before: String, _ after: String) {
        let (old, new) = (before.split(separator: "\n"), after.split(separator: "\n"))
        let change = new.difference(from: old)
        let (gone, come) = (change.removals.count, change.insertions.count)
        switch edit {
        case .insert: #expect(gone <= 1, "\(before)\n\(after)")
        case .set: #expect(come <= 4 && gone <= old.count, "\(before)\n\(after)")
        case .remove: #expect(come <= 1, "\(before)\n\(after)")
        // A line moves, or one in which something moves.
        case .list: #expect(gone <= old.count)
        case .move: expectEqual(old.joined().sorted(), new.joined().sorted())
        }
        // Comments stay, where nothing with comments in it goes.
        if case .insert = edit {
            func comments(_ text: String) -> Int {
                text.split(separator: "# a comment").count + text.split(separator: "# behind").count
            }
            expectEqual(comments(after), comments(before))
        }
    }
}
