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
    /// A character.
    case character(UInt8)
}
