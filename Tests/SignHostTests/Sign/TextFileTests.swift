import SignHost
import SignTestSupport
import Testing

@Suite struct TextFileTests {
    private func decoded(_ bytes: [UInt8]) -> [UInt32] { InputFile.text(bytes).unicodeScalars.map(\.value) }

    @Test("bytes that are not UTF-8 become one U+FFFD for each ill-formed part, as tables 3-8 to 3-11 of Unicode say")
    func replacements() {
        expectEqual(decoded([]), [])
        expectEqual(
            decoded([0x41, 0xC3, 0xA9, 0xE2, 0x86, 0x92, 0xF0, 0x9F, 0x98, 0x80]), [0x41, 0xE9, 0x2192, 0x1F600])
        // Over-long slash: each byte is ill-formed on its own.
        expectEqual(decoded([0xC0, 0xAF]), [0xFFFD, 0xFFFD])
        expectEqual(decoded([0xE0, 0x80, 0xAF]), [0xFFFD, 0xFFFD, 0xFFFD])
        // A surrogate.
        expectEqual(decoded([0xED, 0xA0, 0x80]), [0xFFFD, 0xFFFD, 0xFFFD])
        // Table 3-11: truncated sequences become one U+FFFD each.
        expectEqual(
            decoded([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41]), [0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0x41])
        // Above U+10FFFF.
        expectEqual(decoded([0xF4, 0x90, 0x80, 0x80]), [0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD])
        expectEqual(decoded([0xFF, 0xFE]), [0xFFFD, 0xFFFD])
        // A byte order mark stays.
        expectEqual(decoded([0xEF, 0xBB, 0xBF, 0x41]), [0xFEFF, 0x41])
        // Cut off at the end.
        for length in 1...3 { expectEqual(decoded(Array([0xF0, 0x9F, 0x98, 0x80].prefix(length))), [0xFFFD]) }
    }

    @Test("line ends at the end of a file are left out, those before it are kept")
    func lineEnds() {
        expectEqual(InputFile.text(Array("one\r\ntwo\n\r\n".utf8)), "one\r\ntwo")
    }
}
