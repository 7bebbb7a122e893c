import SignFiles
import Testing

/// Files that are made to take the YAML parser's time, memory or stack: each is answered at once.
@Suite struct HostileSignTests {
    /// Texts that are repeated.
    static let repeated = [
        "[", "{", "]", "}", "- ", "? ", ": ", "{a: ", "[a, ", "a: ", "a:\n", "a: 1\n", "- a\n", "? a\n", "a\n",
        "'", "\"", "\\", "|\n", ">\n", "|\n ", "&a ", "*a ", "!a ", "!!str ", "<<: ", "---\n", "...\n", "%YAML 1.1\n",
        "#", "# a\n", "\n", "\r", "\r\n", "\t", "\0", "é", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{F0000}", ",", "@", "`",
        "-", "--", "---", "a: |\n a\n", "\"a\": 1\n", "? - ", "- ? ", "-\n", "?\n", ":\n", "a: &a b\n", "a: *a\n",
        "{a: 1}\n", "[[[[[[[[x]]]]]]]]: 1\n", "[x]: 1\n", "{x, x}: 1\n", "[[x], [x]], ", "{[x], [x]}, ", "\u{1}\n",
    ]

    @Test("8 KiB of random bytes give problems, not a crash", arguments: repeated)
    func repeats(part: String) {
        for prefix in ["", "message:\n  text: A\n  font: ", "message: {text: A, font: [", "message:\n  "] {
            let text = prefix + String(repeating: part, count: (8_192 - prefix.utf8.count) / part.utf8.count)
            // Some of it is a font of a long name, which the reader cannot know.
            _ = try? SignFile(parsing: text, path: "s.yaml")
        }
        let alone = String(repeating: part, count: 8_192 / part.utf8.count)
        #expect(throws: SignError.self) { try SignFile(parsing: alone, path: "s.yaml") }
    }

    /// A parser that compares keys takes twice the time for every level of equal lists within lists.
    @Test("equal keys that are nested lists are answered at once, however they are written")
    func nestedKeys() {
        for (open, close) in [("[", "]"), ("{", "}"), ("[\n ", "]"), ("{? ", "}"), ("[ ? ", "]")] {
            let deep = String(repeating: open, count: 60) + "x" + String(repeating: close, count: 60)
            let forms = [
                "[\(deep), a]: 1\n[\(deep), a]: 2\n[\(deep), b]: 3\n[\(deep), b]: 4\n",
                "message: {[\(deep), a], [\(deep), a], [\(deep), b], [\(deep), b]}\n",
                "? [\(deep), a]\n: 1\n? [\(deep), a]\n: 2\n? [\(deep), b]\n: 3\n? [\(deep), b]\n: 4\n",
                "{[\(deep), a]: 1, [\(deep), a]: 2, [\(deep), b]: 3, [\(deep), b]: 4}\n",
            ]
            for form in forms { #expect(throws: SignError.self) { try SignFile(parsing: form, path: "s.yaml") } }
        }
        let blocks = String(repeating: "- ", count: 60) + "x\n"
        let forms = "? \(blocks): 1\n? \(blocks): 2\n? \(blocks)  - y\n: 3\n? \(blocks)  - y\n: 4\n"
        #expect(throws: SignError.self) { try SignFile(parsing: forms, path: "s.yaml") }
    }

    @Test("deep nesting of every kind gives a problem")
    func nesting() {
        let blocks = (0..<350).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        let lists = (0..<350).map { String(repeating: " ", count: $0) + "-\n" }.joined()
        for text in [blocks, lists, String(repeating: "[", count: 5_000), String(repeating: "{a: ", count: 5_000)] {
            #expect(throws: SignError.self) { try SignFile(parsing: text, path: "s.yaml") }
        }
    }
}
