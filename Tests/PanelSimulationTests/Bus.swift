import PanelSimulation

/// Drives the three wires by single steps: slow enough for every chip, one microsecond a step.
struct Bus {
    var chain: SimulatedMAX7219Chain
    private var time: Int64 = 0

    init(_ chain: SimulatedMAX7219Chain) {
        self.chain = chain
    }

    /// Clocks 16-bit words in while chip select is low, the first one for the farthest chip, and lets them be obeyed.
    mutating func send(_ words: UInt16...) {
        set(SPIWires.chipSelect, false)
        for word in words {
            for bit in 0..<16 { clock(word << UInt16(bit) & 0x8000 != 0) }
        }
        set(SPIWires.chipSelect, true)
    }

    /// One clock with a bit on the data wire.
    mutating func clock(_ bit: Bool) {
        set(SPIWires.data, bit)
        set(SPIWires.clock, true)
        set(SPIWires.clock, false)
    }

    /// Puts a level on a wire a microsecond later.
    mutating func set(_ wire: Int, _ level: Bool) {
        time += 1_000
        chain.edge(on: wire, to: level, at: time)
    }
}
