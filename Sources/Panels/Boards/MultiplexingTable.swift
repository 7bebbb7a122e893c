import PixelGraphics
import Settings

/// Where the pixels of a panel lie in what is shifted out: one tile, which repeats over the panel.
///
/// Outdoor panels light more than two rows at once, so that their shift registers are longer than their rows and fold
/// over the panel. The tile says for each of its pixels the column and row of the matrix; the tile to its right continues
/// `matrixSize.width` columns further, the one below it `matrixSize.height` rows further.
package struct MultiplexingTable: Hashable, Sendable {
    /// The extent of the tile on the panel.
    package let size: Size
    /// The extent of what it takes of the matrix.
    package let matrixSize: Size
    /// The place in the matrix of every pixel of the tile, row by row.
    package let places: [Point]

    /// Creates a table.
    ///
    /// - Precondition: there are as many places as the tile has pixels; each lies in the tile's part of the matrix, and
    ///   no two are the same.
    init(size: Size, matrixSize: Size, places: [Point]) {
        precondition(places.count == size.width * size.height, "a place for every pixel")
        self.size = size
        self.matrixSize = matrixSize
        self.places = places
    }

    /// Returns the column and row of the matrix in which a pixel of the panel lies.
    ///
    /// - Precondition: neither is negative.
    package func matrixPoint(x: Int, y: Int) -> Point {
        let place = places[y % size.height * size.width + x % size.width]
        return Point(x: x / size.width * matrixSize.width + place.x, y: y / size.height * matrixSize.height + place.y)
    }
}

extension PixelMapper {
    /// The multiplexing of all panels of a board, which are seen in the order of the matrix.
    static func multiplexing(_ model: PanelModel) -> PixelMapper {
        PixelMapper("multiplexing") { layout in
            Size(width: layout.chain * model.size.width, height: layout.parallel * model.size.height)
        } matrixPoint: { x, y, _ in
            let (column, row) = (x / model.size.width, y / model.size.height)
            let inPanel = Point(x: x % model.size.width, y: y % model.size.height)
            let place = model.multiplexing?.matrixPoint(x: inPanel.x, y: inPanel.y) ?? inPanel
            return Point(x: column * model.shiftedColumns + place.x, y: row * 2 * model.rowPairs + place.y)
        }
    }
}

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
        let (tile, pixels) = (lines.size, lines.pixels)
        guard !tile.isEmpty else { return (nil, [(.empty, nil)]) }
        guard panel.size.width % tile.width == 0, panel.size.height % tile.height == 0 else {
            return (nil, [(.unevenTile(tile, panel: panel.size), nil)])
        }
        if let collision = collision(pixels, width: tile.width) { return (nil, [collision]) }
        let down = panel.size.height / tile.height
        let lastRow = pixels.reduce(0) { max($0, $1.place.y) }
        let rows = panel.rowPairs.map { 2 * $0 } ?? (lastRow + 1) * down
        guard let matrix = matrix(of: tile, rows: rows, panel) else {
            let isRows = rows % 2 != 0 || rows > 64
            return (nil, [(isRows ? .matrixRows(rows) : .unevenColumns(panel: panel.size, rowPairs: rows / 2), nil)])
        }
        if let outside = outside(matrix, pixels, width: tile.width) { return (nil, [outside]) }
        let table = MultiplexingTable(size: tile, matrixSize: matrix, places: pixels.map(\.place))
        return ((table, rows / 2, matrix.width * (panel.size.width / tile.width)), [])
    }

    /// What a tile takes of a matrix with that many rows; nil where its pixels do not fill them evenly.
    private static func matrix(of tile: Size, rows: Int, _ panel: Panel) -> Size? {
        let across = panel.size.width / tile.width
        let down = panel.size.height / tile.height
        let area = panel.size.width * panel.size.height
        guard rows % 2 == 0, rows <= 64, rows % down == 0, panel.shiftedColumns != nil || area % rows == 0 else {
            return nil
        }
        let columns = panel.shiftedColumns ?? area / rows
        return columns % across == 0 ? Size(width: columns / across, height: rows / down) : nil
    }

    /// The first pixel, in reading order, that lies where another one lies, and that one.
    private static func collision(_ pixels: [(place: Point, origin: MultiplexingLines.Place)], width: Int) -> Problem? {
        var owners: [Point: Int] = [:]
        for (index, (place, origin)) in pixels.enumerated() {
            guard let owner = owners.updateValue(index, forKey: place) else { continue }
            return (
                .collision(
                    first: pixel(owner, width), second: pixel(index, width), column: place.x, row: place.y), origin
            )
        }
        return nil
    }

    /// The first pixel that lies outside the tile's part of the matrix.
    private static func outside(
        _ matrix: Size, _ pixels: [(place: Point, origin: MultiplexingLines.Place)], width: Int
    ) -> Problem? {
        for (index, (place, origin)) in pixels.enumerated() where place.x >= matrix.width || place.y >= matrix.height {
            return (.outside(pixel: pixel(index, width), column: place.x, row: place.y, matrix: matrix), origin)
        }
        return nil
    }

    private static func pixel(_ index: Int, _ width: Int) -> Point { Point(x: index % width, y: index / width) }
}

/// What can be wrong with the table of a panel's multiplexing.
package enum MultiplexingReason: Hashable, Sendable {
    /// Something that is no part of a table.
    case unreadable(String)
    /// Columns before any row was named.
    case columnsWithoutRow(String)
    /// Rows of the matrix, of which the same line has another number before.
    case otherNumberOfRows(Int, first: Int)
    /// A line whose pixels are more or fewer than those of the first line.
    case otherNumberOfPixels(Int, first: Int)
    case empty
    /// A tile that does not repeat evenly over the panel.
    case unevenTile(Size, panel: Size)
    /// Two pixels of the tile in the same place.
    case collision(first: Point, second: Point, column: Int, row: Int)
    /// A place outside the tile's part of the matrix.
    case outside(pixel: Point, column: Int, row: Int, matrix: Size)
    /// Rows of a matrix that has to have an even number of them, up to 64.
    case matrixRows(Int)
    /// Columns that the panel's pixels do not fill evenly.
    case unevenColumns(panel: Size, rowPairs: Int)
    /// A panel whose pixels cannot lie as they are seen, and that has no table.
    case missing(panel: Size, rowPairs: Int, columns: Int)
}

extension MultiplexingReason: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    package var description: String {
        switch self {
        case .unreadable(let text):
            "\(ShownText.quoted(text)) is not part of a multiplexing table; a line looks like \"0-3: 15-8\": "
                + "rows of the matrix (0 to 63) and the columns (0 to 8191) of the pixels from left to right"
        case .columnsWithoutRow(let text):
            "\(ShownText.quoted(text)) are columns without a row; a line begins with its rows, such as \"0-3: 15-8\""
        case .otherNumberOfRows(let count, let first):
            "this part has \(count) rows, but the first part of the line has \(first); all parts of a line need the same number of rows"
        case .otherNumberOfPixels(let count, let first):
            "this line has \(count) pixels a row, but the first line has \(first); all lines of a tile need the same number"
        case .empty: "the multiplexing table is empty"
        case .unevenTile(let tile, let panel):
            "the table is a tile of \(tile) pixels, which does not fit evenly into the panel's \(panel)"
        case .collision(let first, let second, let column, let row):
            "the pixels \(Self.name(first)) and \(Self.name(second)) collide: "
                + "both lie in column \(column) of row \(row) of the matrix"
        case .outside(let pixel, let column, let row, let matrix):
            "the pixel \(Self.name(pixel)) lies in column \(column) of row \(row), outside the tile's \(matrix) of the "
                + "matrix; correct the table, row_pairs or shifted_columns"
        case .matrixRows(let rows):
            "with this table the matrix of a panel has \(rows) rows; it needs two for each row address: an even number "
                + "up to 64"
        case .unevenColumns(let panel, let rowPairs):
            "the pixels of \(panel) do not fill 2 x \(rowPairs) rows of whole tiles; correct the table or row_pairs, or give "
                + "the bits that are shifted for a row as shifted_columns"
        case .missing(let panel, let rowPairs, let columns):
            "a panel of \(panel) with \(rowPairs) row pairs and \(columns) shifted columns needs a multiplexing table "
                + "(without one there are \(panel.height / 2) row pairs and \(panel.width) columns)"
        }
    }

    /// A pixel as its column and row.
    private static func name(_ pixel: Point) -> String { "(\(pixel.x), \(pixel.y))" }
}
