/// The words that select a row pair.
struct AddressWords: Sendable {
    /// Whether every row is stepped to, in its order, even when it is dark.
    let isWalking: Bool
    /// Whether the words depend on the row alone, not on the row before.
    let isSequence: Bool
    /// For lines that carry the row as levels: those that are high for each row.
    private let levels: [UInt32]
    /// For shifted rows: the words of all rows.
    private let sequences: [UInt32]
    /// Where each row's words begin, and where the last ones end.
    private let starts: [Int]
    /// All lines that carry levels.
    private let all: UInt32
    private let kind: PortKind
    /// The most words of a row.
    let mostWords: Int
    /// The most writes of a row, padding included.
    let mostWrites: Int

    /// Prepares the words of all rows.
    init(_ addressing: RowAddressing, lines: [Int], rowPairs: Int, kind: PortKind, pads: Int) {
        self.kind = kind
        isWalking = addressing == .b707
        isSequence = addressing != .direct && addressing != .directSelect
        let masks = lines.map { LineMasks([$0]).low }
        all = masks.reduce(0, |)
        levels = (0..<rowPairs).map { row in
            masks.indices.reduce(UInt32(0)) { lines, line in
                let isHigh = addressing == .directSelect ? row % 4 != line : row >> line & 1 == 1
                return isHigh ? lines | masks[line] : lines
            }
        }
        var sequences: [UInt32] = []
        var starts = [0]
        for row in 0..<(isSequence ? rowPairs : 0) {
            var builder = LineSequence(kind: kind, pads: pads)
            builder.select(row: row, of: rowPairs, addressing: addressing, lines: masks)
            sequences += builder.words
            starts.append(sequences.count)
        }
        self.sequences = sequences
        self.starts = starts
        let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
        mostWords = lengths.max() ?? 2
        let writes = (0..<max(starts.count - 1, 0)).map { row in
            sequences[starts[row]..<starts[row + 1]].reduce(0) { sum, raw in
                let word = ScanWord(rawValue: raw)
                return sum + (word.operation == .pad ? Int(word.payload) : 1)
            }
        }
        mostWrites = writes.max() ?? 2
    }

    /// Appends the words that select a row.
    ///
    /// - Parameter previous: the row that was selected before; -1 where that is unknown.
    func append(row: Int, after previous: Int, to cursor: inout WordCursor) {
        if isSequence {
            for index in starts[row]..<starts[row + 1] { cursor.append(sequences[index]) }
            return
        }
        let next = levels[row]
        let lines = previous < 0 ? all & ~next : levels[previous]
        let falling = lines & ~next
        let rising = previous < 0 ? next : next & ~lines
        if falling != 0 {
            cursor.append(kind.isKernel && rising != 0 ? .clearLowWithNext : .clearLow, falling)
        }
        cursor.append(.setLow, unlessEmpty: rising)
    }
}
