/// A panel as simple as it can be: every bit moves at every clock, and every LED is asked after every interval.
///
/// Direct addressing, plain chips. Its wires are those of `HUB75Wires` for two chains, in an array of levels.
struct PlainHUB75 {
    let columns: Int
    let rowPairs: Int
    let lag: Int64
    /// The light of every LED: chain, half, row, column, colour.
    var light: [[Int]: Int64] = [:]
    private var levels: [Bool]
    /// For each colour wire the bits of its register, the newest first.
    private var registers: [Int: [Bool]] = [:]
    private var outputs: [Int: [Bool]] = [:]
    private var time: Int64 = 0
    private var fell: Int64?

    /// The colour wires of two chains, typed.
    static let colorWires = [0, 1, 2, 3, 4, 5, 14, 15, 16, 17, 18, 19]

    init(columns: Int, rowPairs: Int, lag: Int64) {
        self.columns = columns
        self.rowPairs = rowPairs
        self.lag = lag
        levels = [Bool](repeating: false, count: 20)
        levels[13] = true
        for wire in Self.colorWires {
            registers[wire] = [Bool](repeating: false, count: columns)
            outputs[wire] = registers[wire]
        }
    }

    /// Hears all levels of an instant.
    mutating func hear(_ new: [Bool], at time: Int64) {
        shine(until: time)
        let old = levels
        levels = new
        if old[12] && !new[12] { outputs = registers }
        if !old[11] && new[11] {
            for wire in Self.colorWires {
                registers[wire]?.removeLast()
                registers[wire]?.insert(new[wire], at: 0)
            }
        }
        if new[12] { outputs = registers }
        if new[13] { fell = nil } else if old[13] { fell = time }
    }

    private mutating func shine(until time: Int64) {
        defer { self.time = time }
        guard let fell else { return }
        let length = time - max(self.time, fell + lag)
        guard length > 0 else { return }
        // A; B if there are more than 2 row pairs; C if more than 4; D if more than 8; E if more than 16.
        let fewest = [0, 2, 4, 8, 16]
        let row = (0..<5).reduce(0) { $0 + (levels[6 + $1] && rowPairs > fewest[$1] ? 1 << $1 : 0) }
        guard row < rowPairs else { return }
        for chain in 0..<2 {
            for half in 0..<2 {
                for color in 0..<3 {
                    let wire = Self.colorWires[6 * chain + 3 * half + color]
                    for (age, bit) in (outputs[wire] ?? []).enumerated() where bit {
                        light[[chain, half, row, columns - 1 - age, color], default: 0] += length
                    }
                }
            }
        }
    }
}
