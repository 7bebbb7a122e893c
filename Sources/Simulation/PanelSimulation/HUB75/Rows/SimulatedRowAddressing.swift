/// How a panel selects its rows, with the numbers that rpi-rgb-led-matrix gives to them.
public enum SimulatedRowAddressing: Int, CaseIterable, Hashable, Sendable {
    /// The number of the row on A to E, A the least significant bit.
    case direct = 0
    /// A shift register: A is its clock, B its data, low for the row that is lit.
    case abShift = 1
    /// A wire for each of four rows, low for the row that is lit.
    case directSelect = 2
    /// A shift register: A is its clock, C its data, high for the row that is lit.
    case abcShift = 3
    /// A chip SM5266 for every eight rows, with C as BK, B as DIN and A as DCK; D and E say which chip.
    case sm5266 = 4
    /// A bit that walks from row to row: B is BK, C is DIN, A is DCK.
    case b707 = 5

    /// The decoder of a panel with that many rows.
    func decoder(rows: Int) -> any SimulatedRowDecoder {
        switch self {
        case .direct: DirectRowDecoder(rowCount: rows)
        case .abShift: ABShiftRowDecoder(rowCount: rows)
        case .directSelect: DirectSelectRowDecoder(rowCount: rows)
        case .abcShift: WalkingBitRowDecoder(rowCount: rows)
        case .sm5266: SM5266RowDecoder(rowCount: rows)
        case .b707: WalkingBitRowDecoder(rowCount: rows, enable: AddressWire.b)
        }
    }
}
