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
