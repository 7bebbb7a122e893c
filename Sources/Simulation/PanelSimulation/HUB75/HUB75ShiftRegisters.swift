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
