/// A character beyond U+FFFF as JSON escapes it, and libyaml does not read it: `\ud83c\udf55` (RFC 8259, section 7).
struct SurrogatePair {
    /// The characters of both escapes.
    static let length = 12

    /// The character.
    let scalar: Unicode.Scalar
    /// How the file writes it.
    let written: String

    /// Reads the pair that begins at an index; nil if there is none.
    init?(_ text: [Unicode.Scalar], at index: Int) {
        guard index + Self.length <= text.count, text[index] == "\\",
            let high = Self.unit(text, at: index), (0xD800...0xDBFF).contains(high),
            let low = Self.unit(text, at: index + 6), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { return nil }
        self.scalar = scalar
        var written = String.UnicodeScalarView()
        written.append(contentsOf: text[index..<index + Self.length])
        self.written = String(written)
    }

    /// Reads the four hexadecimal digits of one escape.
    private static func unit(_ text: [Unicode.Scalar], at index: Int) -> UInt32? {
        guard text[index] == "\\", text[index + 1] == "u" else { return nil }
        var unit: UInt32 = 0
        for digit in text[index + 2..<index + 6] {
            guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        return unit
    }
}
