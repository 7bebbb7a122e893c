/// How pictures become light on HUB75 panels: depth, times, order and quirks of the panel.
public struct ScanSettings: Hashable, Sendable {
    /// How many of the eleven bit planes are shown, 1 to 11; the short ones are left out first.
    public var planes = 11
    /// How many of the low planes share one time and are shown in fewer refreshes instead, 0 to 2.
    public var ditherBits = 0
    /// The time of the lowest plane (the LSB) in nanoseconds, a multiple of 10.
    public var leastPulse: Int64 = 130
    /// Which colour the wires R, G and B carry.
    public var sequence = ColorSequence.rgb
    /// Whether a low colour line lights the LED: boards and panels that invert the data.
    public var isInverse = false
    /// Whether the even rows come first and then the odd ones.
    public var isInterlaced = false
    /// How long it stays dark before the row address changes, in nanoseconds, a multiple of 10.
    public var darkGap: Int64 = 0
    /// How long it stays dark after the row address has changed, in nanoseconds, a multiple of 10.
    public var settle: Int64 = 0
    /// How long it stays dark between the latch and the light, in nanoseconds, a multiple of 10.
    ///
    /// The outputs of the column drivers change with the latch. Light that begins before they have changed shows the bits of
    /// the row before. Other programs wait for 185 ns (Adafruit's for the Raspberry Pi 5) or for one to four clocks.
    public var latchGap: Int64 = 200
    /// The least time for which CLK is high, and for which it is low, in nanoseconds.
    public var clockWidth: Int64 = 25
    /// The least time for which line A is high, and for which it is low, where it clocks a shift register of rows, in
    /// nanoseconds, a multiple of 10.
    ///
    /// Row drivers are slower than column drivers: the data sheet of the DP32020A asks for 500 ns.
    public var rowClock: Int64 = 500
    /// What the panel loses of each pulse when it turns on, in nanoseconds, a multiple of 10; every pulse is as much longer.
    public var oeLag: Int64 = 0
    /// The driver chips.
    public var chip = DriverChip.plain
    /// How rows are addressed.
    public var addressing = RowAddressing.direct

    /// Creates the default settings: full depth, no dithering, LSB 130 ns, light 200 ns after the latch, and steps of
    /// 500 ns where rows are shifted.
    public init() {}

    /// The numbers of planes.
    public static let planeRange = 1...11
    /// The numbers of dither bits.
    public static let ditherRange = 0...2
}

/// How a panel selects the row pair to light; the numbers are those of common HUB75 software.
public enum RowAddressing: Int, CaseIterable, Hashable, Sendable {
    /// The binary number of the row on A, B, C, D and E, A the least significant bit.
    case direct = 0
    /// A clocks a shift register of rows, B is its data, active low.
    case abShift = 1
    /// One line for each row, active low: panels with four row addresses.
    case directSelect = 2
    /// A clocks a shift register of rows, C is its data, active high.
    case abcShift = 3
    /// SM5266 row drivers: A clocks, B is data, C encloses the shifting; D and E select the group of eight rows.
    case sm5266 = 4
    /// A bit that walks by one row at each step: A clocks, C is data, B encloses. Rows come in their order only.
    case b707 = 5

    /// The number of address lines that a number of row pairs needs.
    public func lines(rowPairs: Int) -> Int {
        switch self {
        case .direct: max(rowPairs - 1, 0).bitsNeeded
        case .abShift: 2
        case .directSelect: 4
        case .abcShift, .b707: 3
        case .sm5266: rowPairs > 16 ? 5 : rowPairs > 8 ? 4 : 3
        }
    }

    /// Whether line A clocks a shift register of rows.
    package var isShifted: Bool {
        switch self {
        case .direct, .directSelect: false
        case .abShift, .abcShift, .sm5266, .b707: true
        }
    }

    /// The numbers of row pairs that it can select.
    public var rowPairRange: ClosedRange<Int> { self == .directSelect ? 1...4 : 1...32 }
}

extension Int {
    /// The number of binary digits of a number that is not negative; 0 for 0.
    var bitsNeeded: Int { bitWidth - leadingZeroBitCount }
}

/// Which colour the wires named R, G and B of a panel carry.
///
/// Written as three letters: the place of a letter is the wire of that colour. "RBG" swaps green and blue.
public struct ColorSequence: Hashable, Sendable, CustomStringConvertible {
    /// For red, green and blue, the wire among R, G, B that carries it: 0, 1 or 2.
    public let wires: [Int]

    /// Reads the letters R, G and B, each once, in any order and case; nil for anything else.
    public init?(_ text: String) {
        let letters = Array(text.uppercased().unicodeScalars)
        let places = ["R", "G", "B"].compactMap { (letter: Unicode.Scalar) in letters.firstIndex(of: letter) }
        guard letters.count == 3, places.count == 3 else { return nil }
        wires = places
    }

    private init(wires: [Int]) { self.wires = wires }

    /// Every wire carries the colour that it is named after.
    public static let rgb = ColorSequence(wires: [0, 1, 2])

    /// The letters, as they are read.
    public var description: String {
        (0..<3).map { wire in
            wires[0] == wire ? "R" : wires[1] == wire ? "G" : "B"
        }.joined()
    }
}

/// Column driver chips that differ in what they need before they show anything.
public enum DriverChip: String, CaseIterable, Hashable, Sendable {
    /// Shift registers without settings.
    case plain
    /// FM6126A, also sold as ICN2038S: two registers; dark until they are written.
    case fm6126a
    /// FM6127: three registers.
    case fm6127
    /// DP3246: two registers, and it takes a row only where LAT is high during the last three clocks.
    case dp3246
    /// MBI5124: no registers, and a clock while LAT is high undoes the latch.
    case mbi5124

    /// The register writes of the initialisation, in their order: the bits that are repeated along the chain, the first one
    /// as bit 15, and for how many of the last clocks LAT is high, which selects the register.
    var initialization: [(pattern: UInt16, latchedClocks: Int)] {
        switch self {
        case .plain, .mbi5124: []
        case .fm6126a:
            [(0b0111_1111_1111_1111, 11), (0b0000_0000_0100_0000, 12)]
        case .fm6127:
            [(0b1111_1111_1100_1110, 11), (0b1110_0000_0110_0010, 12), (0b0101_1111_0000_0000, 10)]
        case .dp3246:
            // A row of zeros first: the registers count clocks, which may be in any state.
            [(0, 3), (0b0000_0000_1111_1111, 11), (0b1111_1111_0000_0000, 12)]
        }
    }

    /// For how many of the last clocks of a row LAT is high; 0 where it rises after them.
    var latchedClocks: Int { self == .dp3246 ? 3 : 0 }

    /// Whether address line A is held high meanwhile.
    var holdsAddressA: Bool { self == .fm6126a }
}
