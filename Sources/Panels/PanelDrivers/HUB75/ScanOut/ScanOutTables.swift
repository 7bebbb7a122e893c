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
