import SignTestSupport
import Testing

@testable import LinuxSystem

/// Text from outside, before it goes to a terminal or a log.
@Suite struct PrintableTextTests {
    @Test(
        "what is no letter of a line is written out",
        arguments: [
            ("Brötchen 3,50 € 🥐", "Brötchen 3,50 € 🥐"),
            ("a\u{1b}[31mred\u{7}", "a\\u{1b}[31mred\\u{7}"),
            ("one\r\ntwo\tthree", "one\\r\\ntwo\\tthree"),
            ("\u{9b}2J\u{7f}\u{0}", "\\u{9b}2J\\u{7f}\\u{0}"),
            ("evil\u{202e}txt.exe\u{2066}", "evil\\u{202e}txt.exe\\u{2066}"),
            ("\u{2028}next\u{85}line", "\\u{2028}next\\u{85}line"),
            // Right-to-left letters, and the joiner of emoji, are letters.
            ("שלום 👩‍🍳", "שלום 👩‍🍳"),
        ])
    func line(text: String, expected: String) {
        expectEqual(PrintableText.line(text), expected)
    }

    @Test("several lines stay several")
    func lines() {
        expectEqual(PrintableText.lines("one\n\u{1b}two\n"), "one\n\\u{1b}two\n")
    }
}
