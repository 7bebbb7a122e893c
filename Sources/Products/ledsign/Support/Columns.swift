extension [[String]] {
    /// Lines of rows with each column as wide as its widest cell, and the last one cut where the terminal ends.
    ///
    /// - Parameter width: the columns of the terminal; nil keeps the last column whole.
    func lines(width: Int? = nil) -> [String] {
        let gap = 2
        // What the last column keeps on a narrow terminal.
        let leastText = 10
        let last = (first?.count ?? 1) - 1
        let widths = (0..<last).map { column in map { $0[column].terminalWidth }.max() ?? 0 }
        let rest = width.map { Swift.max($0 - widths.reduce(0) { $0 + $1 + gap }, leastText) }
        return map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.terminalWidth + gap)
            }
            return cells.joined() + (rest.map { row[last].cut(toWidth: $0) } ?? row[last])
        }
    }
}

extension String {
    /// The columns of a terminal that it takes.
    var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

    /// The text if it fits, otherwise its beginning with "…" behind it; at least that.
    func cut(toWidth width: Int) -> String {
        guard terminalWidth > width else { return self }
        var (kept, used) = ("", 1)
        for character in self {
            used += character.terminalWidth
            if used > width { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Its lines, broken between words where they would be wider; a longer word has a line of its own, which is cut.
    func wrapped(toWidth width: Int) -> [String] {
        split(separator: "\n").flatMap { line -> [String] in
            var lines = [""]
            for word in line.split(separator: " ") {
                let longer = lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
                if longer.terminalWidth <= width || lines[lines.count - 1].isEmpty {
                    lines[lines.count - 1] = longer
                } else {
                    lines.append(String(word))
                }
            }
            return lines.map { $0.cut(toWidth: width) }
        }
    }
}

extension Character {
    /// The letters of East Asia that are as wide as two others (Unicode Standard Annex 11, the large blocks).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]

    fileprivate var terminalWidth: Int {
        let isWide = unicodeScalars.contains { scalar in
            scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F
                || Self.wide.contains { $0 ~= scalar.value }
        }
        return isWide ? 2 : 1
    }
}
