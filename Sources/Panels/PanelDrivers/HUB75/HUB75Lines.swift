import PixelGraphics

/// What is shifted out to HUB75 panels: how many bits each chain takes, how many rows there are, how many chains.
///
/// Matrix pixel (x, y): x = 0 is shifted first and ends up at the far end. Chain y / (2 * rowPairs); within the chain the
/// upper half of the panel comes first, and y % rowPairs is the row address.
public struct HUB75Matrix: Hashable, Sendable {
    /// The bits that each parallel chain takes for a row: chained panels x panel columns x stretch of the multiplexing.
    public let columns: Int
    /// The number of row addresses; an address lights one row of the upper and one of the lower half.
    public let rowPairs: Int
    /// The parallel chains.
    public let chains: Int

    /// The numbers of columns that are supported.
    public static let columnRange = 1...8192
    /// The numbers of row addresses that five address lines can select.
    public static let rowPairRange = 1...32
    /// The numbers of parallel chains that boards have lines for.
    public static let chainRange = 1...6

    /// Creates a matrix; numbers outside of the ranges are reported by the encoder's initializer.
    public init(columns: Int, rowPairs: Int, chains: Int = 1) {
        self.columns = columns
        self.rowPairs = rowPairs
        self.chains = chains
    }

    /// The extent in matrix pixels: columns x (2 * rowPairs * chains).
    public var size: Size {
        guard Self.rowPairRange.contains(rowPairs), Self.chainRange.contains(chains),
            Self.columnRange.contains(columns)
        else { return .zero }
        return Size(width: columns, height: 2 * rowPairs * chains)
    }
}

/// The GPIO lines of HUB75 panels, 0 to 55.
public struct HUB75Lines: Hashable, Sendable {
    /// The line of OE; low is lit.
    public var outputEnable: Int
    /// The line of CLK.
    public var clock: Int
    /// The line of LAT.
    public var latch: Int
    /// The lines of A, B, C ..., as many as are wired.
    public var address: [Int]
    /// For every parallel chain its lines R1, G1, B1, R2, G2, B2.
    public var colors: [[Int]]

    /// Names the lines; mistakes are reported by the encoder's initializer.
    public init(outputEnable: Int, clock: Int, latch: Int, address: [Int], colors: [[Int]]) {
        self.outputEnable = outputEnable
        self.clock = clock
        self.latch = latch
        self.address = address
        self.colors = colors
    }

    /// The adapters with three chains: hardware mapping "regular".
    public static let regular = HUB75Lines(
        outputEnable: 18, clock: 17, latch: 4, address: [22, 23, 24, 25, 15],
        colors: [[11, 27, 7, 8, 9, 10], [12, 5, 6, 19, 13, 20], [14, 2, 3, 26, 16, 21]])

    /// The lines of a panel with so many chains and address lines.
    func used(chains: Int, addressLines: Int) -> HUB75Lines {
        HUB75Lines(
            outputEnable: outputEnable, clock: clock, latch: latch, address: Array(address.prefix(addressLines)),
            colors: Array(colors.prefix(chains)))
    }

    /// Every line and its wire, by the number in `HUB75Wires`: OE, CLK, LAT, the address, and the colours chain by chain.
    package var wires: [(wire: Int, line: Int)] {
        var wires = [
            (wire: HUB75Wires.outputEnable, line: outputEnable), (HUB75Wires.clock, clock), (HUB75Wires.latch, latch),
        ]
        wires += address.enumerated().map { (HUB75Wires.address + $0, $1) }
        for (chain, colors) in colors.enumerated() {
            wires += colors.enumerated().map { (HUB75Wires.color($0, chain: chain), $1) }
        }
        return wires
    }
}

/// The wires of HUB75 panels, in the order in which simulated panels and captures number them.
///
/// The first fourteen are those of the connector of the first chain; a further parallel chain has six colour wires more,
/// and shares the rest.
public enum HUB75Wires {
    /// The colour wires of a chain, within its six: for the upper and for the lower half of the panel.
    public static let colors = ["R1", "G1", "B1", "R2", "G2", "B2"]
    /// Address line A; B to E follow.
    public static let address = 6
    /// The clock, idle low: data is taken at its rising edge.
    public static let clock = 11
    /// The latch, idle low: while it is high the shift registers' content appears at the outputs.
    public static let latch = 12
    /// Output enable: low is lit.
    public static let outputEnable = 13

    /// The number of a colour wire.
    ///
    /// - Parameters:
    ///   - color: 0 to 5, its place in `colors`.
    ///   - chain: the parallel chain, from 0.
    public static func color(_ color: Int, chain: Int) -> Int {
        chain == 0 ? color : 14 + 6 * (chain - 1) + color
    }

    /// The names in captures, for a number of parallel chains.
    public static func names(chains: Int) -> [String] {
        colors + ["A", "B", "C", "D", "E", "CLK", "LAT", "OE"]
            + (1..<max(chains, 1)).flatMap { chain in colors.map { "C\(chain + 1)_\($0)" } }
    }

    /// The levels while the panel is dark: everything low except output enable.
    public static func idleLevels(chains: Int) -> [Bool] {
        names(chains: chains).map { $0 == "OE" }
    }
}

/// GPIO lines as the bits of scan words: low lines 0 to 27 and high lines 28 to 55.
struct LineMasks: Hashable, Sendable {
    /// The low lines, line n in bit n.
    var low: UInt32 = 0
    /// The high lines, line n in bit n - 28.
    var high: UInt32 = 0

    /// The masks of lines; numbers outside 0 to 55 are left out.
    init(_ lines: some Sequence<Int>) {
        for line in lines {
            if (0..<28).contains(line) { low |= 1 << UInt32(line) }
            if (28..<56).contains(line) { high |= 1 << UInt32(line - 28) }
        }
    }
}
