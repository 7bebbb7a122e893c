import PixelGraphics

/// A horizontal row of simulated MAX7219 modules, listening on CLK, DIN and CS (wires 0, 1 and 2 of `SPIWires`).
///
/// DIN is at the right end: the right-most module is the first on the wire. Each bit travels through the shift
/// registers as in the chips. What the wires do wrong is reported in `violations`, and obeyed nevertheless.
public struct SimulatedMAX7219Chain: WireListener, Sendable {
    /// The chips in the order of the data wire.
    public private(set) var chips: [SimulatedMAX7219]
    /// How the LEDs of every module are wired.
    public let wiring: SimulatedModuleWiring
    private var checks: MAX7219WireChecks
    private var levels = SPIWires.idleLevels

    /// Creates a chain that has just got power; the wires are idle.
    ///
    /// - Parameters:
    ///   - count: the number of modules; at least 1.
    ///   - limits: the timing that the wires have to keep.
    ///   - allowing: the kinds of violations that are not reported.
    public init(
        count: Int, wiring: SimulatedModuleWiring = .fc16, limits: MAX7219WireLimits = .dataSheet,
        allowing: Set<MAX7219Violation.Kind> = []
    ) {
        chips = [SimulatedMAX7219](repeating: SimulatedMAX7219(), count: max(count, 1))
        self.wiring = wiring
        checks = MAX7219WireChecks(chips: max(count, 1), limits: limits, allowing: allowing)
    }

    /// The extent of the picture in pixels.
    public var size: Size { Size(width: 8 * chips.count, height: 8) }
    /// What the wires did wrong, the first hundred at most.
    public var violations: [MAX7219Violation] { checks.violations }

    /// Sets the levels that the wires have before the first edge; idle when this is not called.
    public mutating func begin(levels: [Bool]) {
        precondition(levels.count == SPIWires.names.count, "\(levels.count) levels for three wires")
        self.levels = levels
    }

    /// Plays a recording of CLK, DIN and CS, its edges up to and including a time; nothing else was heard before.
    public mutating func play(_ trace: WireTrace, through time: Int64 = .max) {
        begin(levels: trace.initialLevels)
        trace.play(into: &self, through: time)
    }

    /// Hears an edge of CLK, DIN or CS; others are ignored.
    public mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        guard levels.indices.contains(wire), levels[wire] != level else { return }
        levels[wire] = level
        switch wire {
        case SPIWires.clock where level:
            checks.clockRises(at: time)
            shift()
        case SPIWires.clock:
            checks.clockFalls(at: time)
            for index in chips.indices { chips[index].clockFalls() }
        case SPIWires.data:
            checks.dataChanges(at: time)
        case SPIWires.chipSelect where level:
            checks.chipSelectRises(at: time)
            for index in chips.indices { chips[index].latch() }
        default:
            checks.chipSelectFalls(at: time)
        }
    }

    /// Every chip takes the level of its input; inputs change at falling edges, so the order does not matter.
    private mutating func shift() {
        var input = levels[SPIWires.data]
        for index in chips.indices {
            let output = chips[index].dataOut
            chips[index].clockRises(dataIn: input)
            input = output
        }
    }

    /// Draws the LEDs that are lit now at the top left of a bitmap.
    public func draw(into bitmap: inout MonoBitmap) {
        for (index, chip) in chips.enumerated() {
            let left = 8 * (chips.count - 1 - index)
            for digit in 0..<8 {
                let segments = chip.litSegments(digit: digit)
                for bit in 0..<8 {
                    let pixel = wiring.pixel(digit: digit, bit: bit)
                    bitmap[left + pixel.x, pixel.y] = segments >> UInt8(bit) & 1 == 1
                }
            }
        }
    }

    /// How bright the brightest chip is; 0 when all are in shutdown mode.
    public var brightness: Brightness { chips.map(\.brightness).max() ?? Brightness(percent: 0) }

    /// The LEDs that are lit now.
    public var picture: MonoBitmap {
        var bitmap = MonoBitmap(size: size)
        draw(into: &bitmap)
        return bitmap
    }
}
