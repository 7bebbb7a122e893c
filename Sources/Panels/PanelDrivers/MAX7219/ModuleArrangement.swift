/// In which order the data wire visits the modules of a chain that hang in rows.
public struct ModuleArrangement: Hashable, Sendable {
    /// The corner of the picture in which the first module of the wire hangs.
    public enum Corner: String, CaseIterable, Hashable, Sendable {
        /// Where boards with their data input at the right begin.
        case topRight = "top-right"
        /// The other end of the top row: a reversed order.
        case topLeft = "top-left"
        /// The right end of the bottom row; the wire climbs from row to row.
        case bottomRight = "bottom-right"
        /// The left end of the bottom row; the wire climbs from row to row.
        case bottomLeft = "bottom-left"
    }

    /// How the wire gets from row to row.
    public enum Path: String, CaseIterable, Hashable, Sendable {
        /// Every row begins at the same side; the wire goes back between them.
        case straight
        /// Every other row runs the other way and its modules hang upside down, as boards do that are turned so that
        /// their inputs meet the outputs of the row before.
        case serpentine
        /// Every other row runs the other way and all modules hang upright.
        case serpentineUpright = "serpentine-upright"
    }

    /// Where the first module hangs.
    public let first: Corner
    /// How the rows follow each other.
    public let path: Path

    /// Creates an arrangement; without arguments it is that of one board with its data input at the right.
    public init(first: Corner = .topRight, path: Path = .straight) {
        self.first = first
        self.path = path
    }

    /// Returns the column, the row and the further turn of the module at a place on the wire.
    func place(of index: Int, columns: Int, rows: Int) -> (column: Int, row: Int, turn: ModuleRotation) {
        let step = index / columns
        let isBackwards = path != .straight && step % 2 == 1
        let startsLeft = first == .topLeft || first == .bottomLeft
        let along = index % columns
        let column = startsLeft != isBackwards ? along : columns - 1 - along
        let row = first == .topLeft || first == .topRight ? step : rows - 1 - step
        return (column, row, isBackwards && path == .serpentine ? .half : .none)
    }
}
