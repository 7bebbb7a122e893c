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
