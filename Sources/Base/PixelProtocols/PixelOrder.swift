import PixelGraphics

/// Where the pixels of packets that have no places lie in the zone: the first one is at the top left.
package enum PixelOrder: String, Hashable, Sendable, CaseIterable {
    /// Row by row, each from the left.
    case rows
    /// Row by row; every second one from the right.
    case serpentine
    /// Column by column, each from the top.
    case columns
    /// Column by column; every second one from the bottom.
    case serpentineColumns = "serpentine-columns"
}

extension PixelOrder {
    /// The place of a pixel, counted row by row.
    package func place(of index: Int, in size: Size) -> Int {
        switch self {
        case .rows: return index
        case .serpentine:
            let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
            return y * size.width + (y % 2 == 0 ? x : size.width - 1 - x)
        case .columns:
            let (x, y) = index.quotientAndRemainder(dividingBy: size.height)
            return y * size.width + x
        case .serpentineColumns:
            let (x, y) = index.quotientAndRemainder(dividingBy: size.height)
            return (x % 2 == 0 ? y : size.height - 1 - y) * size.width + x
        }
    }
}
