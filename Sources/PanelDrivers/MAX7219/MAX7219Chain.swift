import PixelGraphics

/// MAX7219 modules one after the other on the same wires, and where each of them hangs.
public struct MAX7219Chain: Hashable, Sendable {
    /// The lengths that are supported; 255 fill one message of the kernel's SPI driver.
    public static let lengths = 1...255

    /// Where one module hangs and how its LEDs are wired.
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

    /// Creates a horizontal row of equal modules whose data input is at the right end, as FC-16 boards have it: the
    /// first module of the wire is the right-most one.
    ///
    /// - Precondition: `count` lies in `lengths`.
    public init(count: Int, type: ModuleType = .fc16) {
        precondition(Self.lengths.contains(count), "a chain has \(count) modules, and needs 1 to 255")
        modules = (0..<count).map { Module(origin: Point(x: 8 * (count - 1 - $0), y: 0), type: type) }
        size = Size(width: 8 * count, height: 8)
    }

    /// The bytes of one transfer: a word of 16 bits for every module.
    public var transferLength: Int { 2 * modules.count }
}
