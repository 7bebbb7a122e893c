/// Builds words that drive a few low lines one step after the other; used once, when an encoder is made.
struct LineSequence {
    /// The words so far.
    private(set) var words: [UInt32] = []
    private let kind: PortKind
    private let pads: Int
    /// What is known of the lines' levels.
    private var known: UInt32 = 0
    private var levels: UInt32 = 0

    /// Begins without knowing the level of any line.
    init(kind: PortKind, pads: Int) {
        self.kind = kind
        self.pads = pads
    }

    /// Drives lines to levels at once, as far as they are not there already, and lets time pass.
    mutating func drive(_ lines: (mask: UInt32, isHigh: Bool)...) {
        var falling: UInt32 = 0
        var rising: UInt32 = 0
        for line in lines where known & line.mask == 0 || (levels & line.mask != 0) != line.isHigh {
            if line.isHigh { rising |= line.mask } else { falling |= line.mask }
        }
        known |= falling | rising
        levels = levels & ~falling | rising
        if falling != 0 {
            words.append(ScanWord(kind == .kernel && rising != 0 ? .clearLowWithNext : .clearLow, falling).rawValue)
        }
        if rising != 0 { words.append(ScanWord(.setLow, rising).rawValue) }
        if pads > 0, falling | rising != 0 {
            words.append(ScanWord(.pad, UInt32(truncatingIfNeeded: pads)).rawValue)
        }
    }

    /// Selects a row on panels that shift their row selection.
    mutating func select(row: Int, of rowPairs: Int, addressing: RowAddressing, lines: [UInt32]) {
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
