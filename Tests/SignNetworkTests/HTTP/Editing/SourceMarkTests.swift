import Settings
import SignTestSupport
import Testing

@testable import SignNetwork

@Suite struct SourceMarkTests {
    @Test(
        "a mark covers what begins at its place",
        arguments: [
            ("speed: 30 # px", 1, 5), ("speed: 30 # px", 8, 2), ("text: Fresh bread, cakes", 7, 18),
            ("a: {text: Open, b: c}", 11, 4), ("a: [one, two]", 5, 3), ("a: [one, two]", 4, 10),
            ("a: \"x: \\\" y\" # z", 4, 9), ("a: 'it''s'", 4, 7), ("a: b <red> c", 6, 5), ("a: {clock HH:mm} b", 4, 13),
            ("a: \"open", 4, 5), ("a: <open", 4, 5), ("a: b   ", 4, 1), ("a: http://h/x", 4, 10), ("a:", 3, 1),
            ("", 1, 1),
            ("a", 9, 1),
        ])
    func lengths(line: String, column: Int, length: Int) {
        let source = SettingsText.decoding(Array("#\n\(line)\n".utf8)).source
        expectEqual(source.markLength(at: TextPlace(line: 2, column: column)), length)
    }

    @Test("a place outside of the file has a mark of one character")
    func outside() {
        let source = SettingsText.decoding(Array("a\n".utf8)).source
        for place in [TextPlace(line: 9, column: 1), TextPlace(line: 0, column: 0), TextPlace(line: 1, column: -4)] {
            expectEqual(source.markLength(at: place), 1)
        }
    }
}
