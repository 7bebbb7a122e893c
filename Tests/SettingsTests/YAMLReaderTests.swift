import Settings
import SignTestSupport
import Testing

/// What a file of YAML becomes: nodes with their places, and what settings files do without.
@Suite struct YAMLReaderTests {
    private func file(_ text: String, maximumBrackets: Int? = nil, mayBeEmpty: Bool = false) -> SettingsFile {
        let form = SettingsForm(
            noun: "a test", owner: "a test", maximumBytes: 65_536, maximumBrackets: maximumBrackets,
            mayBeEmpty: mayBeEmpty)
        return SettingsFile(text.utf8, path: "t.yaml", form: form)
    }

    /// The problems of a file whose keys are all known.
    private func problems(_ text: String, maximumBrackets: Int? = nil) -> [String] {
        let fields = PlainFields(file(text, maximumBrackets: maximumBrackets))
        return fields.problems.inOrder().map { "\($0.line):\($0.column) \($0.reason)" }
    }

    private func texts(_ node: SettingsNode) -> [String] {
        switch node.content {
        case .text(let text, let style): return ["\(node.place.line):\(node.place.column) \(style) \(text)"]
        case .nothing: return ["\(node.place.line):\(node.place.column) nothing"]
        case .list(let nodes): return nodes.flatMap(texts)
        case .keys(let entries):
            return entries.flatMap { ["\($0.place.line):\($0.place.column) \($0.key)"] + texts($0.value) }
        }
    }

    @Test(
        "texts have their places, their style, and what the file says",
        arguments: [
            ("a: b c\n", ["1:1 a", "1:4 plain b c"]), ("\u{FEFF}a: 'b'\n", ["1:1 a", "1:4 quoted b"]),
            ("a: |\n  b\n  *c\nd: >\n  e\n  f\n", ["1:1 a", "1:4 block b\n*c\n", "4:1 d", "4:4 quoted e f\n"]),
            ("é: [🍕, \"*\\x41\"]\nf:\n", ["1:1 é", "1:5 plain 🍕", "1:8 quoted *A", "2:1 f", "2:3 nothing"]),
            (
                "a: [~, null, 'null']\r\nb: 1\n",
                ["1:1 a", "1:5 nothing", "1:8 nothing", "1:14 quoted null", "2:1 b", "2:4 plain 1"]
            ),
            // Pairs are one character in double quotation marks alone; a character beside them stays.
            (
                "a: 🍕\\ud83c\\udf55🍕\nb: \"🍕\\ud83c\\udf55\\\\ud83c\" # \\ud83c\\udf55\nc: '\\uD83C\\udf55'\n",
                [
                    "1:1 a", "1:4 plain 🍕\\ud83c\\udf55🍕", "2:1 b", "2:4 quoted 🍕🍕\\ud83c", "3:1 c",
                    "3:4 quoted \\uD83C\\udf55",
                ]
            ),
            // libyaml ends lines at NEL, LS and PS, too; editors do not.
            ("a: \"x\u{85}y\"\nb: c\n", ["1:1 a", "1:4 quoted x y", "2:1 b", "2:4 plain c"]),
            (
                "{\"a\":\"\\u00e9\\/\",\"b\":{\"c\":[1]}}",
                ["1:2 a", "1:6 quoted é/", "1:17 b", "1:22 c", "1:27 plain 1"]
            ),
        ])
    func texts(text: String, expected: [String]) throws {
        expectEqual(texts(try #require(file(text).root)), expected)
    }

    @Test(
        "what settings files do without is noted once, where it is",
        arguments: [
            ("a: &b c\n", ["1:4 anchor"]),
            ("&b a: c\n", ["1:1 anchor"]),
            ("&b\na: c\n", ["1:1 anchor"]),
            (
                "a: *b\nc: *\nd: * e\n",
                ["1:4 alias", "2:4 alias", "3:4 alias"]
            ),
            ("a: !b\n  c: d\n", ["1:4 tag"]),
            ("a: 1\n<<: b\n", ["2:1 mergeKey"]),
            ("'<<': b\n", []),
            ("[a]: 1\n", ["1:1 nesting"]),
            (
                "a: 1\nb: 2\na: 3\na: 4\n",
                ["3:1 duplicateKey(\"a\", firstLine: 1)", "4:1 duplicateKey(\"a\", firstLine: 1)"]
            ),
        ])
    func features(text: String, expected: [String]) {
        expectEqual(problems(text), expected)
    }

    @Test(
        "a key after a question mark is refused at the question mark, which texts and comments may have",
        arguments: [
            ("? a\n: b\n", ["1:1"]), ("a: 1 # why ?\n# ?\nb: 2 ?\nc: ?d\n?e: 3\n", []),
            ("a:\n- ? b\n  : c\n- ? [d]\n", ["2:3", "4:3"]), ("{? a : b, c, ? d}\n", ["1:2", "1:14"]),
            ("a: [? b : c]\n", ["1:5"]), ("a: {? }\n", ["1:5"]), ("a: ? b\n", ["1:4"]), ("a: {b: ? c}\n", ["1:8"]),
            ("? |\n  x\n: ]\n", ["1:1"]),
            ("a: |\n  ? b\n  : c\n", []),
        ])
    func questionMarks(text: String, places: [String]) {
        expectEqual(problems(text), places.map { "\($0) explicitKey" })
    }

    @Test(
        "what is no tree of keys is refused with the place of what is wrong",
        arguments: [
            ("a: 1\n--- # b\nc: 2\n", "2:1 severalDocuments"), ("a\n---\nb\n", "2:1 severalDocuments"),
            ("\n- a\n", "2:1 notAMapping"), ("# a\n", "1:1 notAMapping"), ("a:\n\tb: c\n", "2:1 tab"),
            ("a: b: c\n", "1:5 notYAML(\"mapping values are not allowed in this context\")"),
            ("a: \"\\ud83c\"\n", "1:7 notYAML(\"found invalid Unicode character escape code\")"),
        ])
    func refused(text: String, problem: String) {
        expectEqual(problems(text), [problem])
    }

    @Test(
        "a text that needs quotes, or other ones, is said to",
        arguments: [
            ("text: %50 off\n", "put a text that begins with % in quotes"),
            ("a: {text: %50 off}\n", "put a text that begins with % in quotes"),
            ("- %50 off\n", "put a text that begins with % in quotes"),
            ("text: @home\n", "put a text that begins with @ in quotes"),
            ("text: `x`\n", "put a text that begins with ` in quotes"),
            ("text: > 50 off\n", "put a text that begins with > or | in quotes"),
            ("text: | half\n", "put a text that begins with > or | in quotes"),
            ("text: - half\n", "put a text that begins with - in quotes"),
            ("text: ] half\n", "put a text that begins with ] in quotes"),
            ("text: [Open] now\n", "put a text that begins with [ or { in quotes"),
            ("text: {price} EUR\n", "put a text that begins with [ or { in quotes"),
            ("text: \"Say \"hello\" now\"\n", "put the whole text in single quotes, or write \\\\\\\" for"),
            ("a: {text: \"Say \"hello\" now\"}\n", "put the whole text in single quotes, or write \\\\\\\" for"),
            ("b: 1 #note\ntext: \"A\" and \"B\"\n", "put the whole text in single quotes"),
            ("text: 'It's open'\n", "put the whole text in double quotes"),
            ("b: 1\ntext: \"half\nc: 2\n", "the text that begins in line 2 has no closing quote"),
            ("text: \"C:\\data\"\n", "put the text in single quotes"),
            ("a: {text: We are #1}\nb: 2\n", "in line 1 a # behind a space begins a comment"),
        ])
    func quotes(text: String, hint: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].contains("notYAML") && found[0].contains(hint), "\(found)")
    }

    @Test("an empty file is one of a form that needs no keys")
    func empty() throws {
        for text in ["", "\n", "# a\n"] {
            guard case .keys(let entries) = file(text, mayBeEmpty: true).root?.content else {
                Issue.record("no keys in \(text.debugDescription)")
                continue
            }
            #expect(entries.isEmpty)
        }
    }

    @Test("as many lists within brackets as the form has, in texts as many as one likes")
    func brackets() {
        expectEqual(problems("a: [[b, '[[[['], {c: [d]}]\n", maximumBrackets: 4), [])
        expectEqual(
            problems("a: [[b], {c: [d]}, [e]]\n", maximumBrackets: 4),
            [
                "1:20 nesting"
            ])
    }

    @Test("a hundred levels, and not one more")
    func levels() {
        func nested(_ count: Int) -> String {
            "a: " + String(repeating: "[", count: count - 1) + String(repeating: "]", count: count - 1)
        }
        expectEqual(problems(nested(100)), [])
        expectEqual(problems(nested(101)), ["1:103 notYAML(\"lists are nested more than 100 levels deep\")"])
        let blocks = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        expectEqual(problems(blocks), ["101:101 notYAML(\"lists are nested more than 100 levels deep\")"])
    }
}
