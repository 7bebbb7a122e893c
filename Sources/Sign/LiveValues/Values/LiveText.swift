import Settings

/// Texts of sources made fit for a sign: one line, nothing invisible that could hurt, of bounded length.
package enum LiveText {
    /// The characters (Unicode scalars) that a text keeps by default.
    package static let defaultLength = 2_000

    /// At most 40 characters of a text, cleaned, in quotation marks for messages.
    static func quoted(_ text: String) -> String { ShownText.quoted(clean(text), maximum: 40) }

    /// Returns the text that bytes are: what is not UTF-8 becomes U+FFFD, and all else as for texts.
    package static func clean(
        utf8 bytes: some Collection<UInt8>, length: Int = defaultLength
    ) -> String { clean(String(decoding: bytes, as: UTF8.self), length: length) }

    /// Returns a text of one line.
    ///
    /// Line ends, tabs and control characters become blanks, of several blanks in a row from them one stays, and both
    /// ends are trimmed. Removed are what turns the direction of all that follows (bidirectional embeddings, overrides
    /// and isolates; Unicode Standard Annex 9), byte order marks, annotations, tags and noncharacters. A text that is
    /// longer than `length` characters is cut and ends with "…". O(n).
    package static func clean(_ text: String, length: Int = defaultLength) -> String {
        if isClean(text), text.utf8.count <= length, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
        var kept = String.UnicodeScalarView()
        var count = 0
        var isGapPending = false
        for case let scalar? in text.unicodeScalars.lazy.map(plain) {
            guard scalar != "\n" else {
                isGapPending = count > 0
                continue
            }
            if isGapPending, scalar == " " { continue }
            if isGapPending, kept.last != " " {
                kept.append(" ")
                count += 1
            }
            isGapPending = false
            if count == 0, scalar == " " { continue }
            if count >= length {
                if !kept.isEmpty { kept.removeLast() }
                while kept.last == " " { kept.removeLast() }
                kept.append("…")
                return String(kept)
            }
            kept.append(scalar)
            count += 1
        }
        while kept.last == " " { kept.removeLast() }
        return String(kept)
    }

    /// Whether it has printable characters of ASCII alone, as nearly all texts.
    private static func isClean(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// What stays of a character: itself, a line feed for line ends, tabs and control characters, or nil.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20...0x7E: scalar
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: "\n"
        case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xFDD0...0xFDEF: nil
        default: scalar.value & 0xFFFE == 0xFFFE ? nil : scalar
        }
    }

    /// Returns a text as part of a longer one: clean, but with the blanks at its ends.
    ///
    /// - Parameter keepsLines: whether line feeds stay; else they become blanks, as other line ends do.
    package static func cleanPart(_ text: String, keepsLines: Bool = false) -> String {
        guard !isClean(text) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let plain = plain(scalar) else { continue }
            let isGap = plain == "\n" && !(keepsLines && scalar == "\n")
            kept.append(isGap ? " " : plain)
        }
        return String(kept)
    }
}
