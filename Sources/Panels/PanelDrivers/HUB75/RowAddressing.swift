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

    /// The numbers of row pairs that it can select.
    public var rowPairRange: ClosedRange<Int> { self == .directSelect ? 1...4 : 1...32 }
}

extension Int {
    /// The number of binary digits of a number that is not negative; 0 for 0.
    var bitsNeeded: Int { bitWidth - leadingZeroBitCount }
}
