import LiveValues
import SignTestSupport
import Testing

@Suite struct LiveTextTests {
    @Test(
        "A text becomes one clean line",
        arguments: [
            ("plain", "plain"), ("  a  b  ", "a  b"), ("a\r\nb\nc", "a b c"), ("a\n\n\tb", "a b"), ("a \n b", "a b"),
            ("\u{7}bell\u{0}", "bell"), ("\u{1B}[31mred", "[31mred"), ("a\u{202E}b\u{2066}c\u{FEFF}", "abc"),
            ("a\u{2028}b\u{85}c", "a b c"), ("שלום\u{200F}", "שלום\u{200F}"), ("e\u{301}", "e\u{301}"),
            ("a\u{E0041}b\u{FFFE}\u{1FFFF}", "ab"), ("\n", ""), ("", ""),
        ])
    func cleaning(given: String, clean: String) {
        expectEqual(LiveText.clean(given), clean)
    }

    @Test("A text is cut to its length")
    func cutting() {
        expectEqual(LiveText.clean("abcdef", length: 6), "abcdef")
        expectEqual(LiveText.clean("abcdefg", length: 6), "abcde…")
        expectEqual(LiveText.clean("abcd efgh", length: 6), "abcd…")
        expectEqual(LiveText.clean("ab", length: 1), "…")
        let long = LiveText.clean(String(repeating: "x", count: 1_000_000))
        expectEqual(long.unicodeScalars.count, 2_000)
        #expect(long.hasSuffix("x…"))
    }

    @Test("Bytes that are not UTF-8 are repaired")
    func repairing() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xE2, 0x82, 0x63, 0xC0, 0xAF]
        expectEqual(LiveText.clean(utf8: bytes), "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}")
    }
}
