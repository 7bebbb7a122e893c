/// Decimal numbers as people write them: digits, perhaps a minus in front, perhaps a point within.
enum PlainDecimal {
    /// Reads a number of at most 30 characters; nil if it is something else.
    static func read(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isWritten = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return isWritten && (1...2).contains(parts.count) && text.utf8.count <= 30 ? Double(text) : nil
    }
}
