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
