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

/// Turns the address wires of a panel into the selected rows.
protocol SimulatedRowDecoder: Sendable {
    /// The address wires that are connected: bit 0 for A.
    var wires: UInt8 { get }
    /// The selected rows; bit n is row n. Rows that the panel does not have are never there.
    var rows: UInt64 { get }
    /// The row's number on wires that carry one; nil for decoders without numbers.
    var address: Int? { get }

    /// Processes all address wires that change at an instant; at the beginning, without changes, their levels.
    ///
    /// - Parameters:
    ///   - changes: the wires that change, bit 0 for A.
    ///   - levels: the levels from now on.
    mutating func hear(changes: UInt8, levels: UInt8)
}

/// The address wires as bits of their levels.
enum AddressWire {
    static let a: UInt8 = 1
    static let b: UInt8 = 2
    static let c: UInt8 = 4
    static let d: UInt8 = 8
    static let e: UInt8 = 16

    /// The rows 0 to count - 1.
    static func rows(_ count: Int) -> UInt64 { UInt64.max >> UInt64(64 - min(max(count, 1), 64)) }
}

/// A binary decoder: the number on the wires is the row.
struct DirectRowDecoder: SimulatedRowDecoder {
    let wires: UInt8
    private let rowCount: Int
    private var number = 0

    init(rowCount: Int) {
        self.rowCount = rowCount
        let bits = max(Int.bitWidth - (rowCount - 1).leadingZeroBitCount, 1)
        wires = UInt8(1 << bits - 1)
    }

    var rows: UInt64 { number < rowCount ? 1 << UInt64(number) : 0 }
    var address: Int? { number }

    mutating func hear(changes: UInt8, levels: UInt8) {
        number = Int(levels & wires)
    }
}

/// No decoder: each of four wires switches its rows on while it is low.
struct DirectSelectRowDecoder: SimulatedRowDecoder {
    let wires = AddressWire.a | AddressWire.b | AddressWire.c | AddressWire.d
    let address: Int? = nil
    private(set) var rows: UInt64 = 0
    private let existing: UInt64

    init(rowCount: Int) {
        existing = AddressWire.rows(rowCount)
        hear(changes: 0, levels: 0)
    }

    /// A panel of more than four rows, which does not exist, would have every fourth one on the same wire.
    mutating func hear(changes: UInt8, levels: UInt8) {
        var rows: UInt64 = 0
        for row in 0..<64 where levels >> UInt8(row % 4) & 1 == 0 { rows |= 1 << UInt64(row) }
        self.rows = rows & existing
    }
}

/// A shift register that takes B, active low, when A rises, and shows at its outputs what it held before.
///
/// The last bit shifted in does not show until the next clock; the one before it is that of row 0.
struct ABShiftRowDecoder: SimulatedRowDecoder {
    let wires = AddressWire.a | AddressWire.b
    let address: Int? = nil
    private(set) var rows: UInt64 = 0
    private let existing: UInt64
    private var register: UInt64 = 0

    init(rowCount: Int) {
        existing = AddressWire.rows(rowCount)
    }

    mutating func hear(changes: UInt8, levels: UInt8) {
        guard changes & levels & AddressWire.a != 0 else { return }
        rows = register
        register = (register << 1 | (levels & AddressWire.b == 0 ? 1 : 0)) & existing
    }
}

/// A shift register that takes C when A rises; the newest bit is that of row 0.
///
/// Two kinds of panels have one: those whose whole register is filled for every row (ABC), and those where one bit walks
/// on with every row and B (BK) has to be high for it (B707).
struct WalkingBitRowDecoder: SimulatedRowDecoder {
    let address: Int? = nil
    private(set) var rows: UInt64 = 0
    private let existing: UInt64
    /// The wires that have to be high when A rises.
    private let enable: UInt8

    init(rowCount: Int, enable: UInt8 = 0) {
        existing = AddressWire.rows(rowCount)
        self.enable = enable
    }

    var wires: UInt8 { AddressWire.a | AddressWire.c | enable }

    mutating func hear(changes: UInt8, levels: UInt8) {
        guard changes & levels & AddressWire.a != 0, levels & enable == enable else { return }
        rows = (rows << 1 | (levels & AddressWire.c != 0 ? 1 : 0)) & existing
    }
}

/// Shift registers of eight bits, of which D and E select one: each takes B when A rises, the newest bit for its row 0.
///
/// It listens while C (BK) is high, and is dark then.
struct SM5266RowDecoder: SimulatedRowDecoder {
    let wires: UInt8
    private let rowCount: Int
    private let existing: UInt64
    private var register: UInt8 = 0
    private var levels: UInt8 = 0

    init(rowCount: Int) {
        self.rowCount = rowCount
        existing = AddressWire.rows(rowCount)
        wires =
            AddressWire.a | AddressWire.b | AddressWire.c | (rowCount > 8 ? AddressWire.d : 0)
            | (rowCount > 16 ? AddressWire.e : 0)
    }

    /// The first row of the selected chip.
    private var first: Int { Int(levels & wires & (AddressWire.d | AddressWire.e)) }

    var rows: UInt64 {
        levels & AddressWire.c != 0 ? 0 : UInt64(register) << UInt64(first) & existing
    }

    /// The row where exactly one bit of the register is set; nil otherwise.
    var address: Int? {
        guard levels & AddressWire.c == 0, register.nonzeroBitCount == 1 else { return nil }
        return first + register.trailingZeroBitCount
    }

    mutating func hear(changes: UInt8, levels: UInt8) {
        self.levels = levels
        guard changes & levels & AddressWire.a != 0, levels & AddressWire.c != 0 else { return }
        register = register << 1 | (levels & AddressWire.b != 0 ? 1 : 0)
    }
}
