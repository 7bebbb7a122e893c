/// Precomposed letters found by what they are canonically equivalent to.
///
/// Swift compares and hashes strings by canonical equivalence, so a table from each precomposed letter's string to
/// the letter finds it for its decomposed spelling as well, marks in any canonical order.
enum PrecomposedLetters {
    /// The most marks on one base that are looked up together; Unicode's longest canonical decomposition has three.
    static let markLimit = 3

    /// Returns the one scalar that is canonically equivalent to these scalars, if there is one.
    static func letter(_ scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard scalars.count > 1, scalars.count <= 1 + markLimit else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return letters[String(view)]
    }

    /// The blocks that hold letters with a canonical decomposition: Latin, Greek, Cyrillic, Hebrew and Arabic letters,
    /// Indic vowels, Latin and Greek extended, arrows and operators, kana.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x00C0...0x024F, 0x0370...0x052F, 0x0600...0x06FF, 0x0900...0x0DFF, 0x0F40...0x0FBC, 0x1000...0x1030,
        0x1B00...0x1B4F, 0x1E00...0x1FFF, 0x2190...0x22FF, 0x3040...0x30FF, 0xFB1D...0xFB4F,
    ]

    private static let letters: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [:]
        for block in blocks {
            for code in block {
                guard let scalar = Unicode.Scalar(code), table[String(scalar)] == nil else { continue }
                table[String(scalar)] = scalar
            }
        }
        return table
    }()
}
