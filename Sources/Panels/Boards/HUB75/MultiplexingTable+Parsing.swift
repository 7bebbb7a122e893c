import PixelGraphics

extension MultiplexingTable {
    /// What is known of a panel before its table is read.
    struct Panel {
        /// The extent of its picture.
        let size: Size
        /// The number of row addresses where it was given.
        let rowPairs: Int?
        /// The bits that are shifted for a row where they were given.
        let shiftedColumns: Int?
    }

    /// A reason and its place in the table; nil if it concerns the whole table.
    typealias Problem = (reason: MultiplexingReason, place: MultiplexingLines.Place?)

    /// Reads a table and fits it to a panel.
    ///
    /// O(pixels of the tile).
    ///
    /// - Returns: the table with the row pairs and columns that follow from it, or what is wrong with it.
    static func read(
        _ text: String, for panel: Panel
    ) -> (result: (table: MultiplexingTable, rowPairs: Int, shiftedColumns: Int)?, problems: [Problem]) {
        let lines = MultiplexingLines(text)
        guard lines.problems.isEmpty else { return (nil, lines.problems.map { ($0.reason, $0.place) }) }
        let tile = Size(
            width: lines.lines.first?.width ?? 0, height: lines.lines.reduce(0) { $0 + $1.height })
        guard !tile.isEmpty else { return (nil, [(.empty, nil)]) }
        guard panel.size.width % tile.width == 0, panel.size.height % tile.height == 0 else {
            return (nil, [(.unevenTile(tile, panel: panel.size), nil)])
        }
        let pixels = TilePixels(lines, size: tile)
        if let collision = pixels.collision() { return (nil, [collision]) }
        guard let fit = fit(pixels, panel) else { return (nil, [(unfit(pixels, panel), nil)]) }
        if let outside = pixels.outside(fit.matrix) { return (nil, [outside]) }
        let table = MultiplexingTable(size: tile, matrixSize: fit.matrix, places: pixels.places)
        return ((table, fit.rowPairs, fit.shiftedColumns), [])
    }

    /// The rows of a panel's matrix: twice the row pairs, or as many as the tiles have below each other.
    private static func matrixRows(_ pixels: TilePixels, _ panel: Panel) -> Int {
        panel.rowPairs.map { 2 * $0 } ?? (pixels.lastRow + 1) * (panel.size.height / pixels.size.height)
    }

    private static func fit(
        _ pixels: TilePixels, _ panel: Panel
    ) -> (matrix: Size, rowPairs: Int, shiftedColumns: Int)? {
        let rows = matrixRows(pixels, panel)
        let across = panel.size.width / pixels.size.width
        let down = panel.size.height / pixels.size.height
        guard rows % 2 == 0, rows <= 64, rows % down == 0 else { return nil }
        let area = panel.size.width * panel.size.height
        guard panel.shiftedColumns != nil || area % rows == 0 else { return nil }
        let columns = panel.shiftedColumns ?? area / rows
        guard columns % across == 0 else { return nil }
        return (Size(width: columns / across, height: rows / down), rows / 2, columns)
    }

    /// Why the table does not fit.
    private static func unfit(_ pixels: TilePixels, _ panel: Panel) -> MultiplexingReason {
        let rows = matrixRows(pixels, panel)
        return rows % 2 != 0 || rows > 64
            ? .matrixRows(rows) : .unevenColumns(panel: panel.size, rowPairs: rows / 2)
    }
}

/// The pixels of a tile, each with its place in the matrix.
struct TilePixels {
    /// The extent of the tile.
    let size: Size
    /// The place in the matrix of every pixel, row by row.
    private(set) var places: [Point] = []
    /// Where each of them stands in the text.
    private var origins: [MultiplexingLines.Place] = []

    init(_ lines: MultiplexingLines, size: Size) {
        self.size = size
        for line in lines.lines {
            for row in 0..<line.height {
                for part in line.parts {
                    for run in part.columns {
                        for index in 0..<run.count {
                            places.append(Point(x: run[index], y: part.rows[row]))
                            origins.append(run.place)
                        }
                    }
                }
            }
        }
    }

    /// The greatest row of the matrix that the tile has.
    var lastRow: Int { places.reduce(0) { max($0, $1.y) } }

    /// The first pixel, in reading order, that lies where another one lies, and that one.
    func collision() -> MultiplexingTable.Problem? {
        var owners: [Point: Int] = [:]
        for (index, place) in places.enumerated() {
            guard let owner = owners.updateValue(index, forKey: place) else { continue }
            return (
                .collision(first: pixel(owner), second: pixel(index), column: place.x, row: place.y), origins[index]
            )
        }
        return nil
    }

    /// The first pixel that lies outside the tile's part of the matrix.
    func outside(_ matrix: Size) -> MultiplexingTable.Problem? {
        guard let index = places.firstIndex(where: { $0.x >= matrix.width || $0.y >= matrix.height }) else {
            return nil
        }
        let place = places[index]
        return (
            .outside(pixel: pixel(index), column: place.x, row: place.y, matrix: matrix), origins[index]
        )
    }

    private func pixel(_ index: Int) -> Point { Point(x: index % size.width, y: index / size.width) }
}
