/// The words that select a row pair.
struct AddressWords: Sendable {
    /// Whether every row is stepped to, in its order, even when it is dark.
    let isWalking: Bool
    /// For lines that carry the row as levels: those that are high for each row.
    private let levels: [UInt32]
    /// For shifted rows: the words of each row, whatever the row before.
    private let sequences: [[UInt32]]
    /// All lines that carry levels.
    private let all: UInt32
    private let kind: PortKind
    /// The most words of a row.
    let maximumWords: Int
    /// The most writes of a row, padding included, and the most waits for the row clock.
    let maximumWrites: Int
    let maximumWaits: Int

    /// Prepares the words of all rows.
    init(_ settings: ScanSettings, lines: [Int], rowPairs: Int, kind: PortKind, writes: WritePlan) {
        self.kind = kind
        let addressing = settings.addressing
        isWalking = addressing == .b707
        let masks = lines.map { LineMasks([$0]).low }
        all = masks.reduce(0, |)
        let levels = (0..<rowPairs).compactMap { addressing.levels(row: $0, lines: masks) }
        self.levels = levels
        // The clock of the columns is too fast for rows, and does not wait for them.
        var pause = [ScanWord(.mark, 0), ScanWord(.waitAfterMark, UInt32(truncatingIfNeeded: settings.rowClock))]
        if writes.fills(settings.rowClock) {
            pause = writes.pads > 0 ? [ScanWord(.pad, UInt32(truncatingIfNeeded: writes.pads))] : []
        }
        let words = (0..<(addressing.isShifted ? rowPairs : 0)).map { row in
            LineSequence(row: row, of: rowPairs, addressing, lines: masks, kind: kind, pause: pause).words
        }
        sequences = words.map { $0.map(\.rawValue) }
        maximumWords = words.map(\.count).max() ?? 2
        maximumWaits = words.map { row in row.filter { $0.operation == .mark }.count }.max() ?? 0
        maximumWrites = words.map { row in row.reduce(0) { $0 + $1.writes } }.max() ?? 2
    }

    /// Appends the words that select a row.
    ///
    /// - Parameter previous: the row that was selected before; -1 where that is unknown.
    func append(row: Int, after previous: Int, to cursor: inout WordCursor) {
        if !sequences.isEmpty {
            for word in sequences[row] { cursor.append(word) }
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

extension RowAddressing {
    /// The address lines that are high while a row is selected; nil where levels alone do not select it.
    func levels(row: Int, lines: [UInt32]) -> UInt32? {
        guard self == .direct || self == .directSelect else { return nil }
        let high = lines.indices.filter { self == .directSelect ? row % 4 != $0 : row >> $0 & 1 == 1 }
        return high.reduce(0) { $0 | lines[$1] }
    }
}

extension ScanWord {
    /// The writes that it makes.
    fileprivate var writes: Int {
        switch operation {
        case .pad: Int(payload)
        case .mark, .waitAfterMark: 0
        default: 1
        }
    }
}

/// The words that select a row by driving a few low lines one step after the other; used once, when an encoder is made.
struct LineSequence {
    private(set) var words: [ScanWord] = []
    private let kind: PortKind
    private let pause: [ScanWord]
    /// What is known of the lines' levels: nothing at first.
    private var known: UInt32 = 0
    private var levels: UInt32 = 0

    /// Selects a row on panels that shift their row selection.
    ///
    /// - Parameter pause: the words after each step, which let the time of the row clock pass.
    init(
        row: Int, of rowPairs: Int, _ addressing: RowAddressing, lines: [UInt32], kind: PortKind, pause: [ScanWord]
    ) {
        self.kind = kind
        self.pause = pause
        select(row: row, of: rowPairs, addressing: addressing, lines: lines)
    }

    /// Drives lines to levels at once, as far as they are not there already, and lets time pass.
    private mutating func drive(_ lines: (mask: UInt32, isHigh: Bool)...) {
        var falling: UInt32 = 0
        var rising: UInt32 = 0
        for line in lines where known & line.mask == 0 || (levels & line.mask != 0) != line.isHigh {
            if line.isHigh { rising |= line.mask } else { falling |= line.mask }
        }
        known |= falling | rising
        levels = levels & ~falling | rising
        if falling != 0 {
            words.append(ScanWord(kind == .kernel && rising != 0 ? .clearLowWithNext : .clearLow, falling))
        }
        if rising != 0 { words.append(ScanWord(.setLow, rising)) }
        if falling | rising != 0 { words += pause }
    }

    private mutating func select(row: Int, of rowPairs: Int, addressing: RowAddressing, lines: [UInt32]) {
        let a = lines[0]
        switch addressing {
        case .direct, .directSelect: break
        case .abShift:
            for step in 0..<rowPairs {
                drive((a, false), (lines[1], step != rowPairs - 1 - row))
                drive((a, true))
            }
            drive((a, false))
            drive((a, true))
        case .abcShift:
            for step in 0..<rowPairs {
                drive((a, false), (lines[2], step == rowPairs - 1 - row))
                drive((a, true))
            }
            drive((a, false))
        case .sm5266:
            drive((a, false), (lines[2], true))
            for step in (0..<8).reversed() {
                drive((lines[1], row % 8 == step))
                drive((a, true))
                drive((a, false))
            }
            drive((lines[2], false))
            drive((lines[1], false))
            if lines.count > 3 { drive((lines[3], row >> 3 & 1 == 1)) }
            if lines.count > 4 { drive((lines[4], row >> 4 & 1 == 1)) }
        case .b707:
            drive((a, false), (lines[1], true), (lines[2], row == 0))
            drive((a, true))
            drive((a, false))
            drive((lines[1], false))
        }
    }
}
