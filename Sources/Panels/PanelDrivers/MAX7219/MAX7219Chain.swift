import PixelGraphics

/// MAX7219 modules in a chain, and where each of them is mounted.
public struct MAX7219Chain: Hashable, Sendable {
    /// The lengths that are supported; 255 fill one message of the kernel's SPI driver.
    public static let lengths = 1...255

    /// Where a module is mounted and how its LEDs are wired.
    public struct Module: Hashable, Sendable {
        /// The place of the module's top left pixel in the picture; both coordinates are multiples of 8.
        public let origin: Point
        /// How the LEDs are wired, seen with the picture upright.
        public let type: ModuleType
    }

    /// The modules in the order of the data wire: the first is the one whose DIN the controller drives.
    public let modules: [Module]
    /// The extent of the whole picture in pixels.
    public let size: Size
    /// The number of rows.
    public let rows: Int
    /// How the modules are wired, each seen upright.
    public let type: ModuleType
    /// How every module is rotated.
    public let rotation: ModuleRotation
    /// The order of the modules on the data wire.
    public let arrangement: ModuleArrangement

    /// Creates a chain of equal modules in rows of equal length.
    ///
    /// Without further arguments it is one row whose data input is at the right end, as FC-16 boards have it: the first
    /// module of the wire is the right-most one.
    ///
    /// - Parameters:
    ///   - count: the modules of all rows together.
    ///   - rows: the number of rows, from 1.
    ///   - type: how the modules are wired, each seen upright.
    ///   - rotation: how every module is rotated.
    ///   - arrangement: the order of the modules on the data wire.
    /// - Precondition: `count` lies in `lengths` and is a multiple of `rows`.
    public init(
        count: Int, rows: Int = 1, type: ModuleType = .fc16, rotation: ModuleRotation = .none,
        arrangement: ModuleArrangement = ModuleArrangement()
    ) {
        precondition(Self.lengths.contains(count), "a chain has \(count) modules, and needs 1 to 255")
        precondition(rows >= 1 && count % rows == 0, "\(count) modules do not share \(rows) rows evenly")
        (self.rows, self.type, self.rotation, self.arrangement) = (rows, type, rotation, arrangement)
        let columns = count / rows
        modules = (0..<count).map { index in
            let place = arrangement.place(of: index, columns: columns, rows: rows)
            return Module(
                origin: Point(x: 8 * place.column, y: 8 * place.row), type: type.turned(rotation.adding(place.turn)))
        }
        size = Size(width: 8 * columns, height: 8 * rows)
    }

    /// The bytes of one transfer: a word of 16 bits for every module.
    public var transferLength: Int { 2 * modules.count }
}

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

/// How far a module hangs turned clockwise from where its picture is upright.
public enum ModuleRotation: Int, CaseIterable, Hashable, Sendable {
    /// Upright.
    case none = 0
    /// A quarter turn: what was its top side is at the right.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// Three quarter turns: what was its top side is at the left.
    case threeQuarters = 270

    /// The number of quarter turns, 0 to 3.
    public var quarterTurns: Int { rawValue / 90 }

    /// Returns the rotation by both, one after the other.
    public func adding(_ other: ModuleRotation) -> ModuleRotation {
        ModuleRotation(rawValue: (rawValue + other.rawValue) % 360) ?? .none
    }
}
