/// The lines of HUB75 panels as bits of a pixel: bit n is GPIO line n + 4.
struct ScanOutLines: Sendable {
    let outputEnable: UInt32
    let clock: UInt32
    let latch: UInt32
    /// The address lines that are driven.
    let address: [UInt32]
    /// All colour lines, and those that are high where no LED is lit.
    let colors: UInt32
    let darkColors: UInt32
    /// For each chain the lines that are high for each of 64 colours: three bits of the upper pixel, three of the lower one.
    let chains: [UInt32]

    init(_ setup: EncoderSetup) {
        outputEnable = Self.bits([setup.lines.outputEnable])
        clock = Self.bits([setup.lines.clock])
        latch = Self.bits([setup.lines.latch])
        let used = setup.settings.addressing.lines(rowPairs: setup.matrix.rowPairs)
        address = setup.lines.address.prefix(used).map { Self.bits([$0]) }
        let colors = Self.bits(setup.lines.colors.prefix(setup.matrix.chains).joined())
        self.colors = colors
        darkColors = setup.settings.isInverse ? colors : 0
        var chains: [UInt32] = []
        for chain in 0..<setup.matrix.chains {
            for color in 0..<64 {
                let upper = setup.laneLow[16 * chain + color % 8]
                let lower = setup.laneLow[16 * chain + 8 + color / 8]
                chains.append((upper | lower) >> 4)
            }
        }
        self.chains = chains
    }

    private static func bits(_ lines: some Sequence<Int>) -> UInt32 { LineMasks(lines).low >> 4 }
}

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

/// The pixels of a column for each of its 64 colours, for every row pair, and for OE low and high.
///
/// Those of a further chain only have its colour lines, which are added.
struct ScanOutTables: Sendable {
    /// The pixels: of row pair r, light l (0 lit, 1 dark), chain c and colour n from
    /// (((2 * r + l) * chains + c) * 64 + n) * the pixels of a column on.
    let pixels: [UInt32]
    /// The pixels of a row pair for OE low, and for OE high.
    let size: Int

    init(_ wires: ScanOutLines, address: ScanOutAddress, chains: Int, half: Int) {
        let width = 2 * half
        size = chains * 64 * width
        var pixels: [UInt32] = []
        pixels.reserveCapacity(address.levels.count * 2 * size)
        for levels in address.levels {
            for outputEnable in [0, wires.outputEnable] {
                for chain in 0..<chains {
                    let low = chain == 0 ? levels | outputEnable : 0
                    let high = chain == 0 ? low | wires.clock : 0
                    for color in 0..<64 {
                        let lines = wires.chains[64 * chain + color]
                        pixels += [UInt32](repeating: low | lines, count: half)
                        pixels += [UInt32](repeating: high | lines, count: half)
                    }
                }
            }
        }
        self.pixels = pixels
    }
}
