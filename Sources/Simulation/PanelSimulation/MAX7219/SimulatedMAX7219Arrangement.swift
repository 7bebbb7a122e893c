/// How the modules of a simulated chain are mounted, described one after the other along the
/// data wire.
public struct SimulatedMAX7219Arrangement: Hashable, Sendable {
    /// The corner of the picture in which the first module of the wire hangs.
    public enum Corner: CaseIterable, Hashable, Sendable {
        /// At the right end of the top row, where boards with their data input at the right begin.
        case topRight
        /// At the left end of the top row.
        case topLeft
        /// At the right end of the bottom row.
        case bottomRight
        /// At the left end of the bottom row.
        case bottomLeft
    }

    /// How the wire gets from one row to the next.
    public enum Path: CaseIterable, Hashable, Sendable {
        /// It goes back to the side at which the row before began.
        case straight
        /// It goes straight to the next row and runs the other way there, through modules that hang upside down.
        case serpentine
        /// It goes straight to the next row and runs the other way there, through modules that hang upright.
        case serpentineUpright
    }

    /// The modules in a row.
    public let columns: Int
    /// The rows.
    public let rows: Int
    /// Where the first module hangs.
    public let first: Corner
    /// How the rows follow each other.
    public let path: Path

    /// Describes rows of modules; without a corner and a path it is a board with its data input at the right.
    ///
    /// - Precondition: there is a module: columns and rows are 1 to 65,535.
    public init(columns: Int, rows: Int = 1, first: Corner = .topRight, path: Path = .straight) {
        let lengths = 1...65_535
        precondition(
            lengths.contains(columns) && lengths.contains(rows), "\(rows) rows of \(columns) modules cannot hang")
        self.columns = columns
        self.rows = rows
        self.first = first
        self.path = path
    }

    /// Where one module hangs.
    struct Place: Hashable, Sendable {
        /// The module's column of modules from the left, and its row of modules from the top.
        let column: Int
        let row: Int
        /// Whether it hangs upside down.
        let isUpsideDown: Bool
    }

    /// Walks along the data wire, and returns where it meets the modules.
    func places() -> [Place] {
        let startsAtLeft = first == .topLeft || first == .bottomLeft
        let startsAtTop = first == .topLeft || first == .topRight
        let start = startsAtLeft ? 0 : columns - 1
        var column = start
        var row = startsAtTop ? 0 : rows - 1
        var step = startsAtLeft ? 1 : -1
        var isUpsideDown = false
        var places: [Place] = []
        places.reserveCapacity(columns * rows)
        while places.count < columns * rows {
            places.append(Place(column: column, row: row, isUpsideDown: isUpsideDown))
            guard places.count % columns == 0 else {
                column += step
                continue
            }
            row += startsAtTop ? 1 : -1
            switch path {
            case .straight: column = start
            case .serpentine:
                step = -step
                isUpsideDown.toggle()
            case .serpentineUpright: step = -step
            }
        }
        return places
    }
}
