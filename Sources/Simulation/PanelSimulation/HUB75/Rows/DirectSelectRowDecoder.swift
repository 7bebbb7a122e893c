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
