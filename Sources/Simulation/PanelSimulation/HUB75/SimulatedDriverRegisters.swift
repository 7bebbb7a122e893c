import PanelDrivers

extension DriverChip {
    /// The registers that a chip of this type needs, register 1 first: how many clocks LAT is high while one is written, and its
    /// required value.
    ///
    /// The first bit on the wire is the most significant one; it repeats for every chip.
    fileprivate var requiredRegisters: [(clocks: Int, value: UInt16)] {
        switch self {
        case .plain, .mbi5124: []
        case .fm6126a: [(11, 0b0111_1111_1111_1111), (12, 0b0000_0000_0100_0000)]
        case .fm6127: [(11, 0b1111_1111_1100_1110), (12, 0b1110_0000_0110_0010), (10, 0b0101_1111_0000_0000)]
        case .dp3246: [(11, 0b0000_0000_1111_1111), (12, 0b1111_1111_0000_0000)]
        }
    }
}

/// The registers of all driver chips of a panel: which of them hold their required value.
struct SimulatedDriverRegisters: Sendable {
    private let registers: [(clocks: Int, value: UInt16)]
    private let colorWires: UInt64
    /// For each register, the colour wires all of whose chips have the right value.
    private var right: [UInt64]
    /// The colour wires whose LEDs can be lit.
    private(set) var litWires: UInt64

    /// The clocks with LAT high with which the chips take a row; nil for any number.
    private let rowClocks: Int?

    /// Creates the registers after power-up: their content is undefined.
    init(_ chip: DriverChip, colorWires: UInt64) {
        registers = chip.requiredRegisters
        rowClocks =
            switch chip {
            case .dp3246: 3
            case .mbi5124: 0
            case .plain, .fm6126a, .fm6127: nil
            }
        self.colorWires = colorWires
        right = [UInt64](repeating: 0, count: registers.count)
        litWires = registers.isEmpty ? colorWires : 0
    }

    /// Copies the shift registers to the register that the number of clocks with LAT high selects.
    ///
    /// - Parameter outputs: the bits of all columns, those of a wire at the wire's number.
    /// - Returns: whether there is such a register; else the bits are a row.
    mutating func latchFalls(clocks: Int, outputs: [UInt64]) -> Bool {
        guard let register = registers.firstIndex(where: { $0.clocks == clocks }) else { return false }
        var equal = colorWires
        for column in outputs.indices {
            let bit = registers[register].value >> UInt16(15 - column % 16) & 1
            equal &= bit == 1 ? outputs[column] : ~outputs[column]
        }
        right[register] = equal
        update()
        return true
    }

    /// Whether the chips take the bits as a row after this number of clocks with LAT high.
    func takesRow(clocks: Int) -> Bool { rowClocks.map { $0 == clocks } ?? true }

    /// Assumes that every register was written before.
    mutating func assumeWritten() {
        for register in right.indices { right[register] = colorWires }
        update()
    }

    /// Scrambles a register in all chips; 1 is the first, and there need not be such a register.
    mutating func disturb(register: Int) {
        guard register >= 1, register <= right.count else { return }
        right[register - 1] = 0
        update()
    }

    private mutating func update() {
        litWires = right.reduce(colorWires) { $0 & $1 }
    }
}

/// The shift registers of all colour wires of a panel, and the outputs that the latch gives them.
///
/// All wires are clocked together, so one word a column holds their bits, each at its wire's number. The words keep their
/// places in a ring and the registers move over them, which takes the same time for any number of columns.
struct HUB75ShiftRegisters: Sendable {
    /// The latched words; the first one that was shifted in is that of column 0.
    private(set) var outputs: [UInt64]
    private var ring: [UInt64]
    /// The place of the oldest word, which the next clock pushes out.
    private var oldest = 0

    /// Creates registers full of zeros.
    init(columns: Int) {
        ring = [UInt64](repeating: 0, count: columns)
        outputs = ring
    }

    /// Takes the bits that are on the wires when the clock rises.
    mutating func clockRises(colors: UInt64) {
        ring[oldest] = colors
        oldest = oldest &+ 1 == ring.count ? 0 : oldest &+ 1
    }

    /// Makes all outputs dark.
    mutating func clearOutputs() {
        for column in outputs.indices { outputs[column] = 0 }
    }

    /// Shows what is in the registers at the outputs.
    mutating func latch() {
        let start = oldest
        outputs.withUnsafeMutableBufferPointer { outputs in
            ring.withUnsafeBufferPointer { ring in
                var from = start
                var column = 0
                while column < ring.count {
                    outputs[column] = ring[from]
                    from = from &+ 1 == ring.count ? 0 : from &+ 1
                    column &+= 1
                }
            }
        }
    }
}
