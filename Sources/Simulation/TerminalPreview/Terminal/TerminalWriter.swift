/// Collects control sequences (ECMA-48) with as few cursor movements and colour changes as the cells need.
struct TerminalWriter {
    private let style: TerminalPictureStyle
    private var bytes: [UInt8] = []
    private var cursor: (column: Int, row: Int)?
    private var foreground: UInt32?
    private var background: UInt32?

    init(style: TerminalPictureStyle) {
        self.style = style
    }

    /// Clears the screen in the default colours.
    mutating func clear() {
        append("\u{1B}[0m\u{1B}[2J")
    }

    /// Puts a cell; columns and rows count from 0.
    mutating func put(_ cell: TerminalCell, column: Int, row: Int) {
        move(column: column, row: row)
        switch cell {
        case .blank: append(" ")
        case .character(let character): bytes.append(character)
        case .dots(let upper, let lower) where upper == lower:
            if background != lower { color(lower, selector: 48) }
            background = lower
            append(" ")
        case .dots(let upper, let lower):
            if foreground != upper { color(upper, selector: 38) }
            if background != lower { color(lower, selector: 48) }
            foreground = upper
            background = lower
            append("\u{2580}")
        }
        cursor = (column + 1, row)
    }

    /// Puts a text in the default colours on a row of its own, whatever was there.
    mutating func putLine(_ text: [UInt8], column: Int, row: Int) {
        cursor = nil
        append("\u{1B}[0m")
        foreground = nil
        background = nil
        move(column: 0, row: row)
        append("\u{1B}[2K")
        cursor = nil
        move(column: column, row: row)
        bytes.append(contentsOf: text)
        cursor = nil
    }

    /// Returns the bytes, ending in the default colours.
    mutating func finish() -> [UInt8] {
        if foreground != nil || background != nil { append("\u{1B}[0m") }
        return bytes
    }

    private mutating func move(column: Int, row: Int) {
        if let cursor, cursor == (column, row) { return }
        append("\u{1B}[\(row + 1);\(column + 1)H")
    }

    private mutating func color(_ code: UInt32, selector: Int) {
        if style == .trueColor {
            append("\u{1B}[\(selector);2;\(code >> 16 & 0xFF);\(code >> 8 & 0xFF);\(code & 0xFF)m")
        } else {
            append("\u{1B}[\(selector);5;\(code)m")
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}

/// What a cell of the terminal shows.
enum TerminalCell: Hashable, Sendable {
    /// Nothing was drawn since the screen was cleared.
    case blank
    /// Two dots above each other; 0xRRGGBB, or the palette's number.
    case dots(upper: UInt32, lower: UInt32)
    case character(UInt8)
}

/// Text that is safe to send to a terminal.
extension TerminalWriter {
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
