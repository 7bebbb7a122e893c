/// A shift register that takes C when A rises; the newest bit is that of row 0.
struct ABCShiftRowDecoder: SimulatedRowDecoder {
    let wires = AddressWire.a | AddressWire.c
    let address: Int? = nil
    private(set) var rows: UInt64 = 0
    private let existing: UInt64

    init(rowCount: Int) {
        existing = AddressWire.rows(rowCount)
    }

    mutating func hear(changes: UInt8, levels: UInt8) {
        guard changes & levels & AddressWire.a != 0 else { return }
        rows = (rows << 1 | (levels & AddressWire.c != 0 ? 1 : 0)) & existing
    }
}
