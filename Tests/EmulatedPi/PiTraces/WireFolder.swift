import PanelSimulation

/// Turns writes to registers into the edges of the wires that hang on GPIO lines.
///
/// The lines that one write changes change at its time, in ascending order.
public struct WireFolder: Sendable {
    /// The lines so far.
    public private(set) var gpio: GPIOLevels
    /// The wire on each line; -1 for a line without a wire.
    private var wires = [Int](repeating: -1, count: 32)
    private var wired: UInt32 = 0

    /// Creates a folder for wires.
    ///
    /// - Parameters:
    ///   - wireOfLine: the wire on each line from 0 to 31.
    ///   - gpio: the lines at the beginning.
    public init(wireOfLine: [Int: Int], gpio: GPIOLevels = GPIOLevels()) {
        self.gpio = gpio
        for (line, wire) in wireOfLine {
            wires[line] = wire
            wired |= 1 << UInt32(line)
        }
    }

    /// The levels of the wires now, for as many wires as are asked for; those without a line are low.
    public func levels(wires count: Int) -> [Bool] {
        var levels = [Bool](repeating: false, count: count)
        for line in 0..<32 where wires[line] >= 0 && wires[line] < count { levels[wires[line]] = gpio.isHigh(line) }
        return levels
    }

    /// Applies a write, and reports the edges to the listener at a time.
    public mutating func obey(_ write: RegisterWrite, at time: Int64, into listener: inout some WireListener) {
        var changes = gpio.obey(write) & wired
        while changes != 0 {
            let line = changes.trailingZeroBitCount
            listener.edge(on: wires[line], to: gpio.isHigh(line), at: time)
            changes &= changes &- 1
        }
    }
}
