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
