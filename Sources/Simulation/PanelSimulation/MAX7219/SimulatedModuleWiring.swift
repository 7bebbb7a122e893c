import PanelDrivers

/// How the LEDs of a simulated 8x8 module are wired: the position of the first digit and the DP segments when one
/// looks at the front with the picture upright.
public struct SimulatedModuleWiring: Hashable, Sendable {
    /// A side of a module.
    public enum Side: Hashable, Sendable {
        /// The upper edge.
        case top
        /// The lower edge.
        case bottom
        /// The left edge.
        case left
        /// The right edge.
        case right

        /// The side that this one becomes when the module is turned clockwise by a quarter.
        var clockwise: Side {
            switch self {
            case .top: .right
            case .right: .bottom
            case .bottom: .left
            case .left: .top
            }
        }
    }

    /// The side along which the LEDs of digit 0 lie.
    public let firstDigit: Side
    /// The side on which each digit has its DP segment (bit 7 of its register).
    public let decimalPoint: Side

    /// Creates a wiring.
    ///
    /// - Precondition: one of the sides is top or bottom, the other is left or right.
    public init(firstDigit: Side, decimalPoint: Side) {
        precondition(
            Self.isHorizontal(firstDigit) != Self.isHorizontal(decimalPoint),
            "digits along \(firstDigit) cannot end in a decimal point at \(decimalPoint)")
        self.firstDigit = firstDigit
        self.decimalPoint = decimalPoint
    }

    /// Digit 0 is the top row, the left-most pixel is DP.
    public static let fc16 = SimulatedModuleWiring(firstDigit: .top, decimalPoint: .left)

    /// Returns the wiring of a module type by its name in board files, or nil.
    ///
    /// The four names of trade, and those that the MD_MAX72XX library gives to the eight wirings.
    public static func named(_ name: String) -> SimulatedModuleWiring? {
        switch name {
        case "fc16": .fc16
        case "generic": SimulatedModuleWiring(firstDigit: .right, decimalPoint: .top)
        case "parola": SimulatedModuleWiring(firstDigit: .top, decimalPoint: .right)
        case "icstation": SimulatedModuleWiring(firstDigit: .bottom, decimalPoint: .right)
        case "dr0cr0rr0": SimulatedModuleWiring(firstDigit: .right, decimalPoint: .bottom)
        case "dr0cr0rr1": SimulatedModuleWiring(firstDigit: .left, decimalPoint: .bottom)
        case "dr0cr1rr0": SimulatedModuleWiring(firstDigit: .right, decimalPoint: .top)
        case "dr0cr1rr1": SimulatedModuleWiring(firstDigit: .left, decimalPoint: .top)
        case "dr1cr0rr0": SimulatedModuleWiring(firstDigit: .top, decimalPoint: .left)
        case "dr1cr0rr1": SimulatedModuleWiring(firstDigit: .bottom, decimalPoint: .left)
        case "dr1cr1rr0": SimulatedModuleWiring(firstDigit: .top, decimalPoint: .right)
        case "dr1cr1rr1": SimulatedModuleWiring(firstDigit: .bottom, decimalPoint: .right)
        default: nil
        }
    }

    /// Returns the wiring as it looks when the module hangs turned clockwise.
    ///
    /// - Parameter quarterTurns: any number; four are a whole turn, negative ones turn the other way.
    public func turned(quarterTurns: Int) -> SimulatedModuleWiring {
        var wiring = self
        for _ in 0..<(quarterTurns & 3) {
            wiring = SimulatedModuleWiring(
                firstDigit: wiring.firstDigit.clockwise, decimalPoint: wiring.decimalPoint.clockwise)
        }
        return wiring
    }

    /// The column from the left and the row from the top of the LED on a segment of a digit.
    ///
    /// - Parameters:
    ///   - digit: 0 to 7.
    ///   - bit: the segment's bit in the digit's register, 7 for DP.
    func pixel(digit: Int, bit: Int) -> (x: Int, y: Int) {
        let alongDigits = Self.position(digit, from: firstDigit)
        let alongSegments = Self.position(7 - bit, from: decimalPoint)
        return Self.isHorizontal(firstDigit) ? (alongSegments, alongDigits) : (alongDigits, alongSegments)
    }

    /// Whether the side runs from left to right, so that digits along it are rows.
    private static func isHorizontal(_ side: Side) -> Bool {
        side == .top || side == .bottom
    }

    /// The coordinate of the line that many steps away from a side.
    private static func position(_ distance: Int, from side: Side) -> Int {
        side == .top || side == .left ? distance : 7 - distance
    }
}

extension ModuleArrangement {
    /// Walks along the data wire, and returns where it meets the modules: the column of modules from the left, the row from the top, and
    /// whether the module hangs upside down.
    func places(columns: Int, rows: Int) -> [(column: Int, row: Int, isUpsideDown: Bool)] {
        let startsAtLeft = first == .topLeft || first == .bottomLeft
        let startsAtTop = first == .topLeft || first == .topRight
        let start = startsAtLeft ? 0 : columns - 1
        var column = start
        var row = startsAtTop ? 0 : rows - 1
        var step = startsAtLeft ? 1 : -1
        var isUpsideDown = false
        var places: [(column: Int, row: Int, isUpsideDown: Bool)] = []
        places.reserveCapacity(columns * rows)
        while places.count < columns * rows {
            places.append((column, row, isUpsideDown))
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
