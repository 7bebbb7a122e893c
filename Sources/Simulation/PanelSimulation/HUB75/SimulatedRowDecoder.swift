import PanelDrivers

/// Turns the address wires of a panel into the selected rows.
struct SimulatedRowDecoder: Sendable {
    /// The address wires that are connected: bit 0 for A.
    let wires: UInt8
    /// The selected rows, of those that the panel has; bit n is row n.
    private(set) var rows: UInt64 = 0
    private let addressing: RowAddressing
    /// The rows that the panel has.
    private let existing: UInt64
    private var levels: UInt8 = 0
    private var register: UInt64 = 0

    // The address wires as bits of their levels.
    private static let a: UInt8 = 1
    private static let b: UInt8 = 2
    private static let c: UInt8 = 4
    private static let d: UInt8 = 8
    private static let e: UInt8 = 16

    /// Creates the decoder of a panel with 1 to 64 rows, whose wires are low.
    init(_ addressing: RowAddressing, rows count: Int) {
        self.addressing = addressing
        existing = UInt64.max >> UInt64(64 - min(max(count, 1), 64))
        wires =
            switch addressing {
            case .direct: UInt8(1 << max(Int.bitWidth - (count - 1).leadingZeroBitCount, 1) - 1)
            case .abShift: Self.a | Self.b
            case .directSelect: Self.a | Self.b | Self.c | Self.d
            case .abcShift: Self.a | Self.c
            case .sm5266: Self.a | Self.b | Self.c | (count > 8 ? Self.d : 0) | (count > 16 ? Self.e : 0)
            case .b707: Self.a | Self.b | Self.c
            }
        hear(changes: 0, levels: 0)
    }

    /// The row's number on wires that carry one; nil where they do not, or no row or several are selected.
    var address: Int? {
        switch addressing {
        case .direct: Int(levels & wires)
        case .sm5266 where levels & Self.c == 0 && register.nonzeroBitCount == 1:
            firstOfChip + register.trailingZeroBitCount
        default: nil
        }
    }

    /// Whether one of the wires that change is the clock of shifted rows.
    func isClocked(by changes: UInt8) -> Bool { addressing.isShifted && changes & Self.a != 0 }

    /// The first row of the SM5266 that D and E select.
    private var firstOfChip: Int { Int(levels & wires & (Self.d | Self.e)) }

    /// Processes all address wires that change at an instant; at the beginning, without changes, their levels.
    ///
    /// - Parameters:
    ///   - changes: the wires that change, bit 0 for A.
    ///   - levels: the levels from now on.
    mutating func hear(changes: UInt8, levels: UInt8) {
        self.levels = levels
        let isClock = changes & levels & Self.a != 0
        switch addressing {
        case .direct: rows = 1 << UInt64(levels & wires) & existing
        case .directSelect: rows = Self.everyFourthRow(low: levels) & existing
        case .abShift where isClock:
            // The last bit shifted in does not show until the next clock; the one before it is that of row 0.
            rows = register
            shift(levels & Self.b == 0)
        case .abcShift where isClock, .b707 where isClock && levels & Self.b != 0:
            shift(levels & Self.c != 0)
            rows = register
        case .sm5266:
            // The chips listen while C is high, and are dark then.
            let isListening = levels & Self.c != 0
            if isListening, isClock { register = (register << 1 | (levels & Self.b != 0 ? 1 : 0)) & 0xFF }
            rows = isListening ? 0 : register << UInt64(firstOfChip) & existing
        default: break
        }
    }

    /// Shifts a bit in, which becomes that of row 0.
    private mutating func shift(_ bit: Bool) {
        register = (register << 1 | (bit ? 1 : 0)) & existing
    }

    /// The rows of the four wires that are low; a panel of more than four rows, which does not exist, would have every fourth one
    /// on the same wire.
    private static func everyFourthRow(low levels: UInt8) -> UInt64 {
        var rows: UInt64 = 0
        for wire in 0..<4 where levels >> UInt8(wire) & 1 == 0 { rows |= 0x1111_1111_1111_1111 << UInt64(wire) }
        return rows
    }
}
