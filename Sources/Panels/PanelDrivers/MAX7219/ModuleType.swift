import PixelGraphics

/// How the LEDs of an 8x8 module are wired to the digits and segments of its MAX7219.
///
/// Three yes-or-no questions describe every such module. Seen from the front with the picture upright, the pixel in
/// column X from the left and row Y from the top is:
///
/// | digits are rows | digit | bit of the digit's register |
/// |---|---|---|
/// | yes | Y (7 - Y where digits are reversed) | 7 - X (X where bits are reversed) |
/// | no | 7 - X (X where digits are reversed) | Y (7 - Y where bits are reversed) |
///
/// The eight answers, and the names that four of them have in trade, are those of the MD_MAX72XX library.
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

    /// Returns the wiring as it looks when the module hangs turned clockwise: its top side is then elsewhere.
    ///
    /// Every turn of a wiring is one of the eight wirings again. The name stays.
    public func turned(_ rotation: ModuleRotation) -> ModuleType {
        var (rows, bits, digits) = (digitsAreRows, reversesBits, reversesDigits)
        for _ in 0..<rotation.quarterTurns {
            // What ran downwards runs to the left after a quarter turn, what ran to the right runs downwards; columns
            // are counted from the right, so the axis that becomes or was the picture's vertical one changes its sense.
            if rows { bits.toggle() } else { digits.toggle() }
            rows.toggle()
        }
        return ModuleType(name: name, digitsAreRows: rows, reversesBits: bits, reversesDigits: digits)
    }

    /// Whether two types light the same pixels for the same registers, whatever their names.
    public func isWired(like other: ModuleType) -> Bool {
        digitsAreRows == other.digitsAreRows && reversesBits == other.reversesBits
            && reversesDigits == other.reversesDigits
    }
}

extension ModuleType {
    /// The module on most four-in-one boards: digit 0 is the top row, the left-most pixel is bit 7 (DP).
    public static let fc16 = ModuleType(
        name: "fc16", digitsAreRows: true, reversesBits: false, reversesDigits: false)

    /// The single module with its chip and connectors above the LEDs: digit 0 is the right-most column, the top pixel
    /// is bit 7 (DP).
    public static let generic = ModuleType(
        name: "generic", digitsAreRows: false, reversesBits: true, reversesDigits: false)

    /// The module of the Parola boards: digit 0 is the top row, the left-most pixel is bit 0 (G).
    public static let parola = ModuleType(
        name: "parola", digitsAreRows: true, reversesBits: true, reversesDigits: false)

    /// The module of ICStation: digit 0 is the bottom row, the left-most pixel is bit 0 (G).
    public static let icstation = ModuleType(
        name: "icstation", digitsAreRows: true, reversesBits: true, reversesDigits: true)

    /// Every module type that board files may name: the four of trade, and the eight wirings by their answers
    /// (`dr1cr0rr0`: digits are rows 1, reverse bits 0, reverse digits 0).
    public static let all: [ModuleType] =
        [.fc16, .generic, .parola, .icstation]
        + (0..<8).map { answers in
            let (rows, bits, digits) = (answers >> 2, answers >> 1 & 1, answers & 1)
            return ModuleType(
                name: "dr\(rows)cr\(bits)rr\(digits)", digitsAreRows: rows == 1, reversesBits: bits == 1,
                reversesDigits: digits == 1)
        }

    /// Returns the module type of that name, or nil.
    public static func named(_ name: String) -> ModuleType? {
        all.first { $0.name == name }
    }
}

extension ModuleType {
    /// Returns the place of the LED on a segment of a digit: column from the left and row from the top.
    ///
    /// - Parameters:
    ///   - digit: 0 to 7.
    ///   - bit: the segment's bit in the digit's register, 7 for DP.
    /// - Precondition: both lie in 0 to 7.
    public func pixel(digit: Int, bit: Int) -> Point {
        precondition((0...7).contains(digit) && (0...7).contains(bit), "digit \(digit), bit \(bit)")
        let along = reversesDigits ? 7 - digit : digit
        let across = reversesBits ? 7 - bit : bit
        return digitsAreRows ? Point(x: 7 - across, y: along) : Point(x: 7 - along, y: across)
    }

    /// Returns the 8x8 pixels that a module of this type lights for the content of its digit registers.
    ///
    /// - Parameter digits: the registers of digits 0 to 7; missing ones are dark.
    public func picture(digits: [UInt8]) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 8, height: 8)
        for (digit, value) in digits.prefix(8).enumerated() {
            for bit in 0..<8 where value >> UInt8(bit) & 1 == 1 {
                let place = pixel(digit: digit, bit: bit)
                bitmap[place.x, place.y] = true
            }
        }
        return bitmap
    }
}

extension UInt64 {
    /// Exchanges byte i, bit j with byte j, bit i, by blocks of 1, 2 and 4.
    @inline(__always)
    var transposed: UInt64 {
        var block = self
        var swap = (block ^ (block >> 7)) & 0x00AA_00AA_00AA_00AA
        block ^= swap ^ (swap << 7)
        swap = (block ^ (block >> 14)) & 0x0000_CCCC_0000_CCCC
        block ^= swap ^ (swap << 14)
        swap = (block ^ (block >> 28)) & 0x0000_0000_F0F0_F0F0
        return block ^ swap ^ (swap << 28)
    }

    /// Exchanges bit 7 - j with bit j within each byte.
    @inline(__always)
    var withReversedBits: UInt64 {
        var block = self
        block = (block >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (block & 0x0F0F_0F0F_0F0F_0F0F) << 4
        block = (block >> 2) & 0x3333_3333_3333_3333 | (block & 0x3333_3333_3333_3333) << 2
        return (block >> 1) & 0x5555_5555_5555_5555 | (block & 0x5555_5555_5555_5555) << 1
    }
}
