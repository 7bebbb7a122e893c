import Boards
import SignTestSupport
import Testing

/// Files that are made to take the YAML parser's time, memory or stack: each is answered at once.
@Suite struct HostileBoardTests {
    private static let largest = 65_536

    /// Texts that are repeated up to the largest size of a board file.
    static let repeated = [
        "[", "{", "]", "}", "- ", "? ", ": ", "{a: ", "[a, ", "a: ", "a:\n", "a: 1\n", "- a\n", "? a\n", "a\n", "a ",
        "'", "\"", "\\", "|\n", ">\n", "|\n ", "&a ", "*a ", "!a ", "!!str ", "<<: ", "---\n", "...\n", "%YAML 1.1\n",
        "#", "# a\n", "\n", "\r", "\r\n", "\t", " ", "\0", "é", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{F0000}", ",", "@",
        "`",
        "-", "--", "---", "a: |\n a\n", "a: 'b\n\n'\n", "\"a\": 1\n", "? - ", "- ? ", "-\n", "?\n", ":\n", "a: &a b\n",
        "a: *a\n", "a: !!int 1\n", "{a: 1}\n", "[[[[[[[[x]]]]]]]]: 1\n", "\u{1}\n",
    ]

    @Test("8 KiB of random bytes give problems, not a crash", arguments: repeated)
    func repeats(part: String) {
        for prefix in ["", "kind: max7219\n  "] { check(part, prefix: prefix, size: 8_192) }
    }

    @Test(
        "the most expensive input gives problems at the largest size, too",
        arguments: sample(["[", "- ", "? ", "a: 1\n", "a: *a\n", "\"a\": 1\n", "!!str ", "|\n", "\r", "\0"], 4))
    func repeatsALot(part: String) {
        check(part, prefix: "", size: Self.largest)
    }

    private func check(_ part: String, prefix: String, size: Int) {
        let text = prefix + String(repeating: part, count: (size - prefix.utf8.count) / part.utf8.count)
        #expect(throws: BoardError.self) { try Board(parsing: text, name: "b", path: "b.yaml") }
    }

    /// Lines that deepen by a blank each, lists in lists by their brackets, and keys that are lists of keys.
    @Test("deep nesting of every kind gives a problem")
    func nesting() {
        let blocks = (0..<350).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        let lists = (0..<350).map { String(repeating: " ", count: $0) + "-\n" }.joined()
        for text in [blocks, lists] {
            #expect(throws: BoardError.self) { try Board(parsing: text, name: "b", path: "b.yaml") }
        }
    }

    /// A parser that compares keys takes twice the time for every level of equal lists within lists.
    @Test("equal keys that are nested lists are refused before they are compared")
    func nestedKeys() {
        let deep = String(repeating: "[", count: 60) + "x" + String(repeating: "]", count: 60)
        let text = "[\(deep), a]: 1\n[\(deep), a]: 2\n[\(deep), b]: 3\n[\(deep), b]: 4\n"
        #expect(throws: BoardError.self) { try Board(parsing: text, name: "b", path: "b.yaml") }
        let explicit = "? \(deep)\n: 1\n"
        #expect(throws: BoardError.self) { try Board(parsing: explicit, name: "b", path: "b.yaml") }
        // As many brackets as are let through, in comments as many as one likes.
        let allowed = "# [[[[[[[[[[[[[[[[[[[[[\n[[[[x]]]]: 1\n[[[[x]]]]: 2\n"
        #expect(throws: BoardError.self) { try Board(parsing: allowed, name: "b", path: "b.yaml") }
    }
}
