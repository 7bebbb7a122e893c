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

    /// Returns the text in lines of that many columns, broken at blanks where there are any.
    static func lines(of text: String, columns: Int, isASCII: Bool) -> [[UInt8]] {
        guard columns > 0 else { return [] }
        var lines: [[UInt8]] = []
        for given in text.split(whereSeparator: \.isNewline) {
            var rest = Substring(given)
            while !rest.isEmpty {
                let end = lineEnd(of: rest, columns: columns, isASCII: isASCII)
                lines.append(cut(String(rest[..<end]), columns: columns, isASCII: isASCII).bytes)
                rest = rest[end...].drop { $0 == " " }
            }
        }
        return lines
    }

    /// Where a line of that many columns ends: before the last blank that leaves it short enough.
    private static func lineEnd(of text: Substring, columns: Int, isASCII: Bool) -> Substring.Index {
        func fits(_ part: Substring) -> Bool {
            let scalars = part.unicodeScalars.count
            guard scalars <= 4 * columns else { return false }
            return cut(String(part), columns: 4 * columns + 1, isASCII: isASCII).columns <= columns
        }
        var end = text.startIndex
        var blank: Substring.Index?
        while end < text.endIndex {
            let next = text.index(after: end)
            if text[end] == " " { blank = end }
            guard fits(text[..<next]) else { break }
            end = next
        }
        guard end < text.endIndex else { return end }
        // At least one character, or it would never end.
        return blank.flatMap { $0 > text.startIndex ? $0 : nil } ?? max(end, text.index(after: text.startIndex))
    }
}
