import PixelGraphics
import SettingsFiles

/// What can be wrong with the table of a panel's multiplexing.
public enum MultiplexingFault: Hashable, Sendable {
    /// Something that is no part of a table.
    case unreadable(String)
    /// Columns before any row was named.
    case columnsWithoutRow(String)
    /// Rows of the matrix, of which the same line has another number before.
    case otherNumberOfRows(Int, first: Int)
    /// A line whose pixels are more or fewer than those of the first line.
    case otherNumberOfPixels(Int, first: Int)
    /// A table that says nothing.
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

extension MultiplexingFault: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    public var description: String {
        switch self {
        case .unreadable(let text):
            "\(ShownText.quoted(text)) is no part of a multiplexing table; a line of it is like \"0-3: 15-8\", "
                + "rows of the matrix (0 to 63) and the columns (0 to 8191) of the pixels from left to right"
        case .columnsWithoutRow(let text):
            "\(ShownText.quoted(text)) are columns of no row; a line begins with its rows, like \"0-3: 15-8\""
        case .otherNumberOfRows(let count, let first):
            "here are \(count) rows, and in front of them on this line \(first); all parts of a line have as many rows"
        case .otherNumberOfPixels(let count, let first):
            "this line has \(count) pixels a row, and the first one \(first); all lines of a tile have as many"
        case .empty: "the multiplexing table has no lines"
        case .unevenTile(let tile, let panel):
            "the table is a tile of \(tile) pixels, which does not repeat evenly over the panel's \(panel)"
        case .collision(let first, let second, let column, let row):
            "the pixels \(Self.name(first)) and \(Self.name(second)) collide: "
                + "both lie in column \(column) of row \(row) of the matrix"
        case .outside(let pixel, let column, let row, let matrix):
            "the pixel \(Self.name(pixel)) lies in column \(column) of row \(row), outside the tile's \(matrix) of the "
                + "matrix; correct the table, row_pairs or shifted_columns"
        case .matrixRows(let rows):
            "with this table the matrix of a panel has \(rows) rows, and it has two for each row address: an even number "
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
