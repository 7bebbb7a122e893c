/// The levels of the address lines while a display engine shows each row pair.
struct ScanOutAddress: Sendable {
    /// For each row the levels that select it step by step, a pixel each; all empty where levels alone select a row.
    let steps: [[UInt32]]
    /// For each row the levels after that.
    let levels: [UInt32]
    /// The most pixels of the steps.
    let stepPixels: Int
    /// Whether the steps are taken again after each end of a line, at which all lines are low for a while.
    ///
    /// Rows that are only ever stepped to from the one before keep their place: their lines are low between steps.
    let isRepeated: Bool

    /// Prepares all rows.
    ///
    /// - Parameters:
    ///   - lines: the bits of the address lines that are driven.
    ///   - half: the pixels for which a clock stays at a level.
    init(_ addressing: RowAddressing, lines: [UInt32], rowPairs: Int, half: Int) {
        isRepeated = addressing != .b707
        var steps: [[UInt32]] = []
        var levels: [UInt32] = []
        for row in 0..<rowPairs {
            if addressing == .direct || addressing == .directSelect {
                steps.append([])
                let high = lines.indices.filter { line in
                    addressing == .directSelect ? row % 4 != line : row >> line & 1 == 1
                }
                levels.append(high.reduce(0) { $0 | lines[$1] })
                continue
            }
            var sequence = LineSequence(kind: .bcm, pads: half)
            sequence.select(row: row, of: rowPairs, addressing: addressing, lines: lines)
            let pixels = Self.pixels(sequence.words)
            steps.append(pixels)
            levels.append(pixels.last ?? 0)
        }
        self.steps = steps
        self.levels = levels
        stepPixels = steps.map(\.count).max() ?? 0
    }

    /// The levels pixel by pixel: each change of lines ends with a word that lets time pass.
    private static func pixels(_ words: [UInt32]) -> [UInt32] {
        var pixels: [UInt32] = []
        var levels: UInt32 = 0
        for word in words.map(ScanWord.init(rawValue:)) {
            switch word.operation {
            case .setLow: levels |= word.payload
            case .clearLow: levels &= ~word.payload
            case .pad: pixels += [UInt32](repeating: levels, count: Int(word.payload))
            default: break
            }
        }
        return pixels
    }
}
