/// How the LEDs of an 8x8 module are wired to the digits and segments of its MAX7219.
///
/// Three yes-or-no questions describe every such module. Seen from the front with the picture upright, the pixel in
/// column X from the left and row Y from the top is:
///
/// | digits are rows | digit | bit of the digit's register |
/// |---|---|---|
/// | yes | Y (7 - Y where digits are reversed) | 7 - X (X where bits are reversed) |
/// | no | 7 - X (X where digits are reversed) | Y (7 - Y where bits are reversed) |
public struct ModuleType: Hashable, Sendable {
    /// The name in board files.
    public let name: String
    /// Whether each digit register holds a row of the picture; else it holds a column.
    public let digitsAreRows: Bool
    /// Whether the bits of each register run the other way.
    public let reversesBits: Bool
    /// Whether the digits run the other way.
    public let reversesDigits: Bool

    /// Creates a module type from its name and the three answers.
    public init(name: String, digitsAreRows: Bool, reversesBits: Bool, reversesDigits: Bool) {
        self.name = name
        self.digitsAreRows = digitsAreRows
        self.reversesBits = reversesBits
        self.reversesDigits = reversesDigits
    }

    /// The module on most four-in-one boards: digit 0 is the top row, the left-most pixel is bit 7 (DP).
    public static let fc16 = ModuleType(
        name: "fc16", digitsAreRows: true, reversesBits: false, reversesDigits: false)

    /// Every module type that board files may name.
    public static let all: [ModuleType] = [.fc16]

    /// Returns the module type of that name, or nil.
    public static func named(_ name: String) -> ModuleType? {
        all.first { $0.name == name }
    }
}
