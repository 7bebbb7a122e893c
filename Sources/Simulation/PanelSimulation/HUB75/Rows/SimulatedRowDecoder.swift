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
