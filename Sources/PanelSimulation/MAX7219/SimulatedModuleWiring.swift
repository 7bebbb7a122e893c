/// How the LEDs of a simulated 8x8 module are wired, told by where the first digit and the DP segments are when one
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
    public static func named(_ name: String) -> SimulatedModuleWiring? {
        switch name {
        case "fc16": .fc16
        default: nil
        }
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
