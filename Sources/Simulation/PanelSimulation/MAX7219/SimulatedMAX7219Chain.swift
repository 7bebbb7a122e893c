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
        /// The place of every segment's LED, as `SimulatedModuleWiring` numbers them.
        fileprivate let pixels: [UInt8]
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
        let pixels = wiring.pixels
        let pixelsUpsideDown = upsideDown.pixels
        modules = arrangement.places(columns: columns, rows: rows).map { place in
            Module(
                origin: Point(x: 8 * place.column, y: 8 * place.row),
                wiring: place.isUpsideDown ? upsideDown : wiring,
                pixels: place.isUpsideDown ? pixelsUpsideDown : pixels)
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

    /// The last 16 bits that a chip has taken, the newest in bit 0.
    ///
    /// - Parameter chip: the place on the data wire, from 0.
    public func shiftRegister(chip: Int) -> UInt16 { registers.word(chip: chip) }

    /// The level of a chip's data output DOUT; it follows the oldest bit at the falling clock edge.
    ///
    /// - Parameter chip: the place on the data wire, from 0.
    public func dataOut(chip: Int) -> Bool { registers.dataOut(chip: chip) }

    /// How bright the brightest chip is; 0 when all are in shutdown mode.
    public var brightness: Brightness { chips.map(\.brightness).max() ?? Brightness(percent: 0) }

    /// The LEDs that are lit now.
    public var picture: MonoBitmap {
        let wordsPerColumn = (size.height + 63) / 64
        var words = [UInt64](repeating: 0, count: size.width * wordsPerColumn)
        for index in chips.indices {
            let block = columns(chip: index)
            guard block != 0 else { continue }
            let origin = modules[index].origin
            let shift = UInt64(origin.y % 64)
            var place = origin.x * wordsPerColumn + origin.y / 64
            for column in 0..<8 {
                words[place] |= (block >> UInt64(8 * column) & 0xFF) << shift
                place += wordsPerColumn
            }
        }
        return MonoBitmap(size: size, columns: words)
    }

    /// Draws the LEDs that are lit now at the top left of a bitmap, dark ones included.
    public func draw(into bitmap: inout MonoBitmap) {
        bitmap.blit(picture, at: .zero)
    }

    /// The lit LEDs of a chip's module: a byte for each column from the left, its bit 0 for the top row.
    private func columns(chip: Int) -> UInt64 {
        var block: UInt64 = 0
        if chips[chip].isDark { return block }
        for digit in 0..<8 {
            var segments = chips[chip].litSegments(digit: digit)
            while segments != 0 {
                let bit = segments.trailingZeroBitCount
                block |= 1 << UInt64(modules[chip].pixels[8 * digit + bit])
                segments &= segments &- 1
            }
        }
        return block
    }
}
