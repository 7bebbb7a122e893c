/// Why a text cannot be laid out: it is larger than any sign needs and than memory should be spent on.
public enum LayoutError: Error, Equatable, Sendable {
    /// The text has more scalars than `limit`.
    case textTooLong(limit: Int)
    /// The strip would have more column words (64 rows of one column each) than `limit`.
    case stripTooLarge(columns: Int, rows: Int, limit: Int)
}

extension LayoutError: CustomStringConvertible {
    /// What was given, what is possible, and the fix.
    public var description: String {
        switch self {
        case .textTooLong(let limit):
            return "the text has more than \(limit) characters; show it in parts"
        case .stripTooLarge(let columns, let rows, let limit):
            return "the text would be \(columns) x \(rows) pixels, more than \(limit) columns of up to 64 rows; "
                + "show it in parts or with a smaller font or spacing"
        }
    }
}
