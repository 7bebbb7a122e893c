/// Column driver chips that differ in what they need before they show anything.
public enum DriverChip: String, CaseIterable, Hashable, Sendable {
    /// Shift registers without settings.
    case plain
    /// FM6126A, also sold as ICN2038S: two registers; dark until they are written.
    case fm6126a
    /// FM6127: three registers.
    case fm6127

    /// A register write: the bits that are repeated along the chain, the first one as bit 15, and for how many of the
    /// last clocks LAT is high, which selects the register.
    struct RegisterWrite: Hashable, Sendable {
        let pattern: UInt16
        let latchedClocks: Int
    }

    /// The register writes of the initialisation, in their order.
    var initialization: [RegisterWrite] {
        switch self {
        case .plain: []
        case .fm6126a:
            [
                RegisterWrite(pattern: 0b0111_1111_1111_1111, latchedClocks: 11),
                RegisterWrite(pattern: 0b0000_0000_0100_0000, latchedClocks: 12),
            ]
        case .fm6127:
            [
                RegisterWrite(pattern: 0b1111_1111_1100_1110, latchedClocks: 11),
                RegisterWrite(pattern: 0b1110_0000_0110_0010, latchedClocks: 12),
                RegisterWrite(pattern: 0b0101_1111_0000_0000, latchedClocks: 10),
            ]
        }
    }

    /// Whether address line A is held high meanwhile.
    var holdsAddressA: Bool { self == .fm6126a }
}
