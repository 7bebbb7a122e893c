import PixelGraphics
import Settings

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
    /// An empty table.
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
