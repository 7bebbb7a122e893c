import PixelGraphics

/// Turns frames into the bytes that make a terminal show them; only the cells that changed are sent.
///
/// Pure: it writes nothing itself. Mono panels shine in their LED colour, dark LEDs are faintly seen, and the frame's
/// brightness dims the picture, though never so far that it cannot be read.
package struct TerminalRenderer: Sendable {
    /// How the terminal shows pictures.
    package let pictureStyle: TerminalPictureStyle
    /// The colour of the LEDs of mono panels.
    package let ledColor: Color
    /// Where the picture lies in the window, as of the last frame.
    package private(set) var layout: TerminalLayout
    private let maximumMagnification: Int
    private var shown: [TerminalCell] = []
    private var shownStatus: [UInt8] = []
    private var shownLines: [[UInt8]] = []
    /// The messages that were laid out last, in lines of some columns.
    private var laid: (messages: [String], columns: Int, lines: [[UInt8]]) = ([], 0, [])
    /// The rows of the window, those of messages among them.
    private var rows: Int
    private var mustClear = true

    /// Creates a renderer for a window; `maximumMagnification` is how many dots wide a LED may be.
    package init(
        pictureStyle: TerminalPictureStyle, ledColor: Color = Color(rawValue: 0x00FF_2A1A), columns: Int, rows: Int,
        maximumMagnification: Int = 4
    ) {
        self.pictureStyle = pictureStyle
        self.ledColor = ledColor
        self.rows = max(0, rows)
        self.maximumMagnification = pictureStyle == .ascii ? 1 : maximumMagnification
        layout = TerminalLayout(
            panel: .zero, columns: columns, rows: rows, dotsPerCell: pictureStyle == .ascii ? 1 : 2,
            maximumMagnification: self.maximumMagnification)
    }

    /// Takes a new size of the window; the next frame is sent whole.
    package mutating func resize(columns: Int, rows: Int) {
        self.rows = max(0, rows)
        laid = ([], 0, [])
        lay(panel: layout.panel, columns: columns, rows: rows)
    }

    /// Forgets what the terminal shows (after a suspension, say); the next frame is sent whole.
    package mutating func invalidate() {
        mustClear = true
    }

    /// Appends the bytes that turn the last frame into this one; none where nothing changed.
    ///
    /// - Parameters:
    ///   - status: a line of text under the picture; control characters are left out, and it is cut to fit.
    ///   - messages: texts below it, the newest last, each whole over as many lines as it takes; the oldest are left out where
    ///     all take more than half of the window.
    package mutating func render(
        _ frame: Frame, status: String, messages: [String] = [], into bytes: inout [UInt8]
    ) {
        if laid.messages != messages || laid.columns != layout.columns || laid.lines.count > rows / 2 {
            laid = (messages, layout.columns, lines(of: messages))
        }
        let lines = laid.lines
        let hasMoved = lines.count != rows - layout.rows
        if frame.canvas.size != layout.panel || hasMoved {
            lay(panel: frame.canvas.size, columns: layout.columns, rows: rows - lines.count)
        }
        var writer = TerminalWriter(style: pictureStyle)
        if mustClear {
            mustClear = false
            writer.clear()
            shown = [TerminalCell](repeating: .blank, count: layout.cells.width * layout.cells.height)
            shownStatus = []
            shownLines = lines.map { _ in [] }
        }
        let view = TerminalView(frame: frame, layout: layout, style: pictureStyle, ledColor: ledColor)
        var index = 0
        for row in 0..<layout.cells.height {
            for column in 0..<layout.cells.width {
                let cell = view.cell(column: column, row: row)
                if cell != shown[index] {
                    shown[index] = cell
                    writer.put(cell, column: layout.cells.x + column, row: layout.cells.y + row)
                }
                index += 1
            }
        }
        putStatus(status, to: &writer)
        for (number, line) in lines.enumerated() where line != shownLines[number] {
            writer.putLine(line, column: 0, row: layout.rows + number)
        }
        shownLines = lines
        bytes.append(contentsOf: writer.finish())
    }

    /// The lines of the newest messages that fit into half of the window.
    private func lines(of messages: [String]) -> [[UInt8]] {
        let maximum = rows / 2
        var lines: [[UInt8]] = []
        for message in messages.reversed() {
            let own = TerminalWriter.lines(of: message, columns: layout.columns, isASCII: pictureStyle == .ascii)
            guard lines.count + own.count <= maximum else { return lines.isEmpty ? Array(own.prefix(maximum)) : lines }
            lines = own + lines
        }
        return lines
    }

    private mutating func putStatus(_ text: String, to writer: inout TerminalWriter) {
        guard layout.rows > 0 else { return }
        let note = layout.note
        let whole = note.isEmpty ? text : "(" + note + ") " + text
        let (status, width) = TerminalWriter.cut(whole, columns: layout.columns, isASCII: pictureStyle == .ascii)
        guard status != shownStatus else { return }
        shownStatus = status
        let start = min(layout.cells.x, layout.columns - width)
        writer.putLine(status, column: start, row: layout.statusRow)
    }

    private mutating func lay(panel: Size, columns: Int, rows: Int) {
        layout = TerminalLayout(
            panel: panel, columns: columns, rows: rows, dotsPerCell: layout.dotsPerCell,
            maximumMagnification: maximumMagnification)
        mustClear = true
    }
}
