/// A shift register that takes C when A rises while B (BK) is high: one clock a row, with a bit that enters at row 0.
struct B707RowDecoder: SimulatedRowDecoder {
    let wires = AddressWire.a | AddressWire.b | AddressWire.c
    let address: Int? = nil
    private(set) var rows: UInt64 = 0
    private let existing: UInt64

    init(rowCount: Int) {
        existing = AddressWire.rows(rowCount)
    }

    mutating func hear(changes: UInt8, levels: UInt8) {
        guard changes & levels & AddressWire.a != 0, levels & AddressWire.b != 0 else { return }
        rows = (rows << 1 | (levels & AddressWire.c != 0 ? 1 : 0)) & existing
    }
}
