import PanelDrivers
import PixelGraphics

/// Simulated MAX7219 modules that hang in rows, listening on CLK, DIN and CS (wires 0, 1 and 2 of `SPIWires`).
///
/// Each bit travels through the shift registers as in the chips, which take the clock whatever CS is (the MAX7221 does
/// not while CS is high). What the wires do wrong is reported in `violations`, and executed nevertheless.
public struct SimulatedMAX7219Chain: WireListener, Sendable {
    /// The chips in the order of the data wire.
    public private(set) var chips: [SimulatedMAX7219]
    /// The modules of the chips, in the same order.
    public let modules: [Module]
    /// The extent of the picture in pixels.
    public let size: Size
    private var registers: MAX7219ShiftRegisters
    private var checks: MAX7219WireChecks
    private var clock = SPIWires.idleLevels[SPIWires.clock]
    private var data = SPIWires.idleLevels[SPIWires.data]
    private var chipSelect = SPIWires.idleLevels[SPIWires.chipSelect]

    /// Where one module hangs and how its LEDs are wired.
    public struct Module: Hashable, Sendable {
        /// The place of the module's top left pixel in the picture.
        public let origin: Point
        /// The wiring, seen with the picture upright.
        public let wiring: SimulatedModuleWiring
    }

    /// Creates a horizontal row that has just got power; the wires are idle, DIN is at the right end.
    ///
    /// - Parameters:
    ///   - count: the number of modules; at least 1.
    ///   - limits: the timing that the wires have to keep.
    ///   - allowing: the kinds of violations that are not reported.
    public init(
        count: Int, wiring: SimulatedModuleWiring = .fc16, limits: MAX7219WireLimits = .dataSheet,
        allowing: Set<MAX7219ViolationKind> = []
    ) {
        self.init(columns: max(count, 1), wiring: wiring, limits: limits, allowing: allowing)
    }

    /// Creates rows of modules that have just got power; the wires are idle.
    ///
    /// - Parameters:
    ///   - columns: the modules in a row, 1 to 65,535.
    ///   - rows: the rows, 1 to 65,535.
    ///   - arrangement: the order of the modules on the data wire.
    ///   - wiring: the wiring of a module that does not hang upside down, seen with the picture upright.
    ///   - limits: the timing that the wires have to keep.
    ///   - allowing: the kinds of violations that are not reported.
    public init(
        columns: Int, rows: Int = 1, arrangement: ModuleArrangement = ModuleArrangement(),
        wiring: SimulatedModuleWiring = .fc16, limits: MAX7219WireLimits = .dataSheet,
        allowing: Set<MAX7219ViolationKind> = []
    ) {
        let lengths = 1...65_535
        precondition(
            lengths.contains(columns) && lengths.contains(rows), "\(rows) rows of \(columns) modules cannot hang")
        let upsideDown = wiring.turned(quarterTurns: 2)
        modules = arrangement.places(columns: columns, rows: rows).map { place in
            Module(
                origin: Point(x: 8 * place.column, y: 8 * place.row),
                wiring: place.isUpsideDown ? upsideDown : wiring)
        }
        size = Size(width: 8 * columns, height: 8 * rows)
        chips = [SimulatedMAX7219](repeating: SimulatedMAX7219(), count: modules.count)
        registers = MAX7219ShiftRegisters(chips: modules.count)
        checks = MAX7219WireChecks(chips: modules.count, limits: limits, allowing: allowing)
    }

    /// The errors on the wires, in the order of time: the first 25 of each kind.
    public var violations: [MAX7219Violation] { checks.log.violations }
    /// The number of all errors of each kind.
    public var violationCounts: [MAX7219ViolationKind: Int] { checks.log.counts }

    /// Sets the levels that the wires have before the first edge; idle when this is not called.
    public mutating func begin(levels: [Bool]) {
        precondition(levels.count == SPIWires.names.count, "\(levels.count) levels for three wires")
        clock = levels[SPIWires.clock]
        data = levels[SPIWires.data]
        chipSelect = levels[SPIWires.chipSelect]
        registers.begin(clock: clock)
    }

    /// Plays a recording of CLK, DIN and CS, its edges up to and including a time; the chips had no input before.
    public mutating func play(_ trace: WireTrace, through time: Int64 = .max) {
        begin(levels: trace.initialLevels)
        trace.play(into: &self, through: time)
    }

    /// Assumes that the chips were set up before: normal operation, eight digits, full intensity, dark.
    public mutating func assumeRunning() {
        for word: UInt16 in [0x0100, 0x0200, 0x0300, 0x0400, 0x0500, 0x0600, 0x0700, 0x0800, 0x0A0F, 0x0B07, 0x0C01] {
            for chip in chips.indices { chips[chip].obey(word) }
        }
    }

    /// Hears an edge of CLK, DIN or CS; others are ignored, and so is a level that the wire has already.
    public mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        switch wire {
        case 0:
            guard clock != level else { return }
            clock = level
            if level {
                if checks.isTooSoonForDataOut(time), registers.dataOutChanged { checks.dataOutIsLate(at: time) }
                checks.clockRises(at: time)
                registers.clockRises(dataIn: data)
            } else {
                checks.clockFalls(at: time)
                registers.clockFalls()
            }
        case 1:
            guard data != level else { return }
            data = level
            checks.dataChanges(at: time)
        case 2:
            guard chipSelect != level else { return }
            chipSelect = level
            if level {
                checks.chipSelectRises(at: time)
                latch()
            } else {
                checks.chipSelectFalls(at: time)
            }
        default: return
        }
    }

    /// Lets every chip execute the word in its shift register.
    ///
    /// A chip into which fewer than the 12 bits that count were clocked since power-up, or since the beginning of a
    /// recording, holds an unknown value, and ignores it.
    private mutating func latch() {
        var chip = 0
        while chip < chips.count {
            if registers.knownBits(chip: chip) >= 12 { chips[chip].obey(registers.word(chip: chip)) }
            chip += 1
        }
    }

    /// Overwrites a register of a chip, as noise on the supply or the wires does now and then.
    ///
    /// - Parameters:
    ///   - chip: the place on the data wire, from 0; there need not be such a chip.
    ///   - register: the register's address: 1 to 8 for the digits, 9 to 12 and 15 for the others.
    ///   - value: what it holds afterwards, as far as it has bits.
    public mutating func disturb(chip: Int, register: UInt8, value: UInt8) {
        guard chips.indices.contains(chip) else { return }
        chips[chip].obey(UInt16(register & 0xF) << 8 | UInt16(value))
    }

    /// The level of a chip's data output DOUT; it follows the oldest bit at the falling clock edge.
    ///
    /// - Parameter chip: the place on the data wire, from 0.
    public func dataOut(chip: Int) -> Bool { registers.dataOut(chip: chip) }

    /// How bright the brightest chip is; 0 when all are in shutdown mode.
    public var brightness: Brightness { chips.map(\.brightness).max() ?? Brightness(percent: 0) }

    /// The LEDs that are lit now.
    public var picture: MonoBitmap {
        var picture = MonoBitmap(size: size)
        for (chip, module) in zip(chips, modules) {
            for digit in 0..<8 {
                let segments = chip.litSegments(digit: digit)
                for bit in 0..<8 where segments >> UInt8(bit) & 1 == 1 {
                    let pixel = module.wiring.pixel(digit: digit, bit: bit)
                    picture[module.origin.x + pixel.x, module.origin.y + pixel.y] = true
                }
            }
        }
        return picture
    }
}
