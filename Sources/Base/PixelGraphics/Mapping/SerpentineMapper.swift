/// Lays each chain in rows that run to and fro: `Serpentine:3`, and with two rows the U of `U-mapper`.
///
/// The chain begins at the right end of the top row. At the end of each row it turns into the row below, so every other
/// row hangs upside down. Parallel chains lie below each other.
public struct SerpentineMapper: PixelMapper, Hashable {
    /// The number of rows that each chain is laid in.
    public let rows: Int
    /// The name it was made with.
    public let description: String

    /// Creates the mapper for a number of rows, or nil unless that is at least 1.
    public init?(rows: Int) {
        guard rows >= 1 else { return nil }
        self.rows = rows
        description = "Serpentine:\(rows)"
    }

    /// The U: two rows, the lower one upside down.
    public static let uMapper = SerpentineMapper(rows: 2, description: "U-mapper")

    private init(rows: Int, description: String) {
        self.rows = rows
        self.description = description
    }

    /// A `rows`th of the width of the matrix, and `rows` times its height.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` unless the rows share the panels of a chain evenly.
    public func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size {
        try requireWholePanels(layout)
        guard layout.chain % rows == 0 else {
            let needs = rows == 2 ? "an even number of panels in a chain" : "a multiple of \(rows) panels in a chain"
            throw unsuitable(layout, needs: needs)
        }
        let (height, overflow) = layout.size.height.multipliedReportingOverflow(by: rows)
        guard !overflow else { throw .tooLarge(mapper: description) }
        return Size(width: layout.size.width / rows, height: height)
    }

    /// The pixel of the row's part of the chain.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let width = layout.size.width / rows
        let panelHeight = layout.panelHeight
        let chain = y / (panelHeight * rows)
        let row = y / panelHeight % rows
        let top = chain * panelHeight
        let left = layout.size.width - (row + 1) * width
        let inRow = y % panelHeight
        return row % 2 == 0
            ? Point(x: left + x, y: top + inRow)
            : Point(x: left + width - 1 - x, y: top + panelHeight - 1 - inRow)
    }
}
