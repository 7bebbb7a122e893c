/// A plain model of a terminal, written from ECMA-48 and xterm's control sequences and from nothing of the renderer: it
/// understands what a picture needs and notes whatever it does not understand.
struct VirtualTerminal {
    /// A cell: its character, and its colours as `#rrggbb` or `@number`, nil for the default.
    struct Cell: Hashable {
        var character: Character = " "
        var foreground: String?
        var background: String?
    }

    let columns: Int
    let rows: Int
    private(set) var cells: [[Cell]]
    private(set) var complaints: [String] = []
    /// How many cells were written.
    private(set) var written = 0
    private var column = 0
    private var row = 0
    private var pen = Cell()

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
    }

    mutating func receive(_ bytes: [UInt8]) {
        var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar != "\u{1B}" {
                put(Character(scalar))
                continue
            }
            guard scalars.popFirst() == "[" else {
                complaints.append("an escape that starts no control sequence")
                continue
            }
            var text = ""
            while let next = scalars.popFirst() {
                if next.value >= 0x40 {
                    control(text, Character(next))
                    break
                }
                text.unicodeScalars.append(next)
            }
        }
        if pen != Cell() { complaints.append("the colours are not put back") }
    }

    private mutating func put(_ character: Character) {
        guard character.unicodeScalars.first.map({ $0.value >= 0x20 }) ?? false else {
            complaints.append("a control character")
            return
        }
        guard row < rows, column < columns else {
            complaints.append("\(character) at \(column) \(row) lies outside of \(columns)x\(rows)")
            return
        }
        pen.character = character
        cells[row][column] = pen
        pen.character = " "
        written += 1
        column += 1
    }

    private mutating func control(_ text: String, _ final: Character) {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch (final, text) {
        case ("H", _) where numbers.count == 2:
            row = numbers[0] - 1
            column = numbers[1] - 1
            if !(0..<rows).contains(row) || !(0..<columns).contains(column) {
                complaints.append("cursor to \(column) \(row)")
            }
        case ("J", "2"): cells = cells.map { $0.map { _ in pen } }
        case ("K", "2"): cells[row] = cells[row].map { _ in pen }
        case ("m", "0"): pen = Cell()
        case ("m", _) where numbers.count == 5 && numbers[1] == 2:
            let name = numbers[2...].map { channel in
                let text = String(channel, radix: 16)
                return text.count < 2 ? "0" + text : text
            }
            color(numbers[0], "#" + name.joined())
        case ("m", _) where numbers.count == 3 && numbers[1] == 5: color(numbers[0], "@\(numbers[2])")
        default: complaints.append("CSI \(text)\(final)")
        }
    }

    private mutating func color(_ selector: Int, _ name: String) {
        switch selector {
        case 38: pen.foreground = name
        case 48: pen.background = name
        default: complaints.append("SGR \(selector)")
        }
    }

    /// The dots of a window, two a cell: the upper half block shows the foreground above the background.
    func dot(column: Int, row: Int) -> String? {
        let cell = cells[row / 2][column]
        switch cell.character {
        case "\u{2580}": return row % 2 == 0 ? cell.foreground : cell.background
        default: return cell.background
        }
    }

    /// A row as text without the spaces at its ends.
    func text(row: Int) -> String {
        String(cells[row].map(\.character)).split(separator: " ", omittingEmptySubsequences: true)
            .joined(separator: " ")
    }
}
