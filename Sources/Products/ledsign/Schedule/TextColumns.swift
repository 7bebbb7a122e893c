/// How much of a line of a terminal a text takes.
enum TextColumns {
    /// The letters of East Asia that are as wide as two others (Unicode Standard Annex 11, the large blocks).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]

    /// The columns of a text.
    static func count(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + count($1) } }

    /// The text if it fits, otherwise its beginning with "…" behind it; at least that.
    static func cut(_ text: String, to columns: Int) -> String {
        guard count(text) > columns else { return text }
        var (kept, used) = ("", 1)
        for character in text {
            used += count(character)
            if used > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func count(_ character: Character) -> Int {
        let isWide = character.unicodeScalars.contains { scalar in
            scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F || wide.contains { $0 ~= scalar.value }
        }
        return isWide ? 2 : 1
    }
}
