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
