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
