/// Text that is safe to send to a terminal.
enum TerminalText {
    /// Returns the text without control characters, cut to that many columns, and how many columns it takes at most.
    ///
    /// From U+1100 on a character counts as two columns, which is at least what it takes; nothing counts as none.
    /// - Parameter isASCII: whether characters beyond ASCII become `?`.
    static func cut(_ text: String, columns: Int, isASCII: Bool) -> (bytes: [UInt8], columns: Int) {
        var bytes: [UInt8] = []
        var used = 0
        for scalar in text.unicodeScalars {
            let category = scalar.properties.generalCategory
            guard category != .control, category != .format, category != .lineSeparator,
                category != .paragraphSeparator
            else { continue }
            let width = !isASCII && scalar.value >= 0x1100 && !(0x2000..<0x2E80).contains(scalar.value) ? 2 : 1
            guard used + width <= columns else { break }
            used += width
            if isASCII && !scalar.isASCII {
                bytes.append(UInt8(ascii: "?"))
            } else {
                bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        return (bytes, used)
    }
}
