/// The levels of the lines 0 to 31 of a Raspberry Pi 3, folded from the writes to its GPIO block.
///
/// A line that is an output has the level that was set last, also before it became one; any other has that of its pull.
/// After a reset all lines are inputs, those up to 8 pulled up and the others pulled down (BCM2835 ARM Peripherals).
public struct GPIOLevels: Sendable {
    /// The level of each line; bit n is line n.
    public private(set) var levels: UInt32 = 0x0000_01FF
    /// The lines that are outputs.
    public private(set) var outputs: UInt32 = 0
    private var latches: UInt32 = 0
    private var pulledUp: UInt32 = 0x0000_01FF
    private var functions = [UInt32](repeating: 0, count: 6)
    private var nextPull: UInt32 = 0

    /// Creates the lines as they are after a reset.
    public init() {}

    /// Whether a line is high.
    public func isHigh(_ line: Int) -> Bool { levels >> UInt32(line) & 1 == 1 }

    /// Obeys a write; returns the lines whose level changed.
    public mutating func obey(_ write: RegisterWrite) -> UInt32 {
        switch write.address {
        case PiRegister.set0: latches |= write.value
        case PiRegister.clear0: latches &= ~write.value
        case PiRegister.pull: nextPull = write.value & 3
        case PiRegister.pullClock0:
            if nextPull == 2 { pulledUp |= write.value } else { pulledUp &= ~write.value }
        default:
            guard PiRegister.functions.contains(write.address), write.address & 3 == 0 else { return 0 }
            setFunctions(Int(write.address & 0x1F) / 4, write.value)
        }
        let levels = latches & outputs | pulledUp & ~outputs
        let changes = levels ^ self.levels
        self.levels = levels
        return changes
    }

    private mutating func setFunctions(_ register: Int, _ value: UInt32) {
        functions[register] = value
        outputs = 0
        for line in 0..<32 {
            let function = functions[line / 10] >> (3 * (line % 10)) & 7
            if function == 1 { outputs |= 1 << line }
        }
    }
}
