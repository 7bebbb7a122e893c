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
