import PanelDrivers
import PixelGraphics

/// Simulated HUB75 panels: chains of shift registers, latches, row decoders and LEDs whose light is measured in
/// nanoseconds, listening on the wires of `HUB75Wires`.
///
/// The edges of one instant act together, in whatever order they arrive: OE rises first and falls last, the clock
/// takes the new levels of the colours, and the latch falls before the clock rises and rises after it. What the wires do
/// wrong is reported in `violations`, and still takes effect.
public struct SimulatedHUB75: WireListener, Sendable {
    /// The bits that each parallel chain takes for a row.
    public let columns: Int
    /// The number of row addresses.
    public let rowPairs: Int
    /// The number of parallel chains.
    public let chains: Int
    /// The extent of the matrix in pixels: `columns` wide, `2 * rowPairs * chains` high.
    public var size: Size { Size(width: columns, height: 2 * rowPairs * chains) }
    /// The colour (0 red, 1 green, 2 blue) of the LEDs on the wires called R, G and B.
    public let ledColors: [Int]
    /// The latest time of an edge or an advance, in nanoseconds.
    public private(set) var time: Int64 = 0

    private let colorWires: UInt64
    private let addressWires: UInt64
    /// All wires that the panels listen to.
    private let wires: UInt64
    /// The colour wires that are inverted before they reach the chips.
    private let inversion: UInt64
    /// The level of each wire; bit n is wire n.
    private var levels: UInt64
    /// The wires that changed at `time` and did not act yet.
    private var changes: UInt64 = 0
    /// The clocks since LAT rose.
    private var clocksWhileLatching = 0
    private var registers: HUB75ShiftRegisters
    /// Whether every output was latched such that no LED is lit.
    ///
    /// Before the first latch nothing is known of the light, and nothing is reported of it: a display engine's first line may
    /// end before, and there it is no driver that lights LEDs.
    private var isLatchDark = true
    /// Whether what was latched last is a row that lights LEDs, and whether there ever was one that another one replaced.
    private var isRow = false
    private var hadRow = false
    private var decoder: SimulatedRowDecoder
    private var drivers: SimulatedDriverRegisters
    private var meter: HUB75Light
    private var checks: HUB75WireChecks

    private static let clock = UInt64(1) << UInt64(HUB75Wires.clock)
    private static let latch = UInt64(1) << UInt64(HUB75Wires.latch)
    private static let outputEnable = UInt64(1) << UInt64(HUB75Wires.outputEnable)

    /// Creates panels after power-up: the registers hold zeros, the wires are idle, all LEDs are dark.
    ///
    /// - Parameters:
    ///   - columns: the bits that each chain takes for a row: all panels of a chain, with their multiplexing; 1 to 65,536.
    ///   - rowPairs: the number of row addresses, 1 to 32.
    ///   - chains: the number of parallel chains, 1 to 6.
    ///   - limits: the times that the wires have to keep.
    ///   - oeLag: how many nanoseconds after OE falls the LEDs turn on; pulses that are not longer give no light.
    ///   - ledColors: the colour of the LEDs on the wires R, G and B: each of 0, 1 and 2 once, or else as named.
    ///   - isInverted: whether the colour wires are inverted on their way to the chips, so that zeros light LEDs. A chip
    ///     lights its LED by a one, so nothing else makes such a panel, and the bits for its registers are inverted, too.
    ///   - allowing: the kinds of violations that are not reported.
    public init(
        columns: Int, rowPairs: Int, chains: Int = 1, addressing: RowAddressing = .direct,
        chip: DriverChip = .plain, limits: HUB75WireLimits = HUB75WireLimits(), oeLag: Int64 = 0,
        ledColors: [Int] = [0, 1, 2], isInverted: Bool = false, allowing: Set<HUB75ViolationKind> = []
    ) {
        self.columns = min(max(columns, 1), 65_536)
        self.rowPairs = min(max(rowPairs, 1), 32)
        self.chains = min(max(chains, 1), 6)
        self.ledColors = ledColors.sorted() == [0, 1, 2] ? ledColors : [0, 1, 2]
        var colorWires: UInt64 = 0
        for chain in 0..<self.chains {
            for color in 0..<6 { colorWires |= 1 << UInt64(HUB75Wires.color(color, chain: chain)) }
        }
        self.colorWires = colorWires
        inversion = isInverted ? colorWires : 0
        levels = Self.outputEnable
        registers = HUB75ShiftRegisters(columns: self.columns)
        decoder = SimulatedRowDecoder(addressing, rows: self.rowPairs)
        addressWires = UInt64(decoder.wires) << UInt64(HUB75Wires.address)
        wires = colorWires | addressWires | Self.clock | Self.latch | Self.outputEnable
        drivers = SimulatedDriverRegisters(chip, colorWires: colorWires)
        meter = HUB75Light(
            rows: self.rowPairs, columns: self.columns, chains: self.chains, lag: min(max(oeLag, 0), 1_000_000_000))
        checks = HUB75WireChecks(columns: self.columns, limits: limits, allowing: allowing)
    }

    /// The errors on the wires, in the order of time: the first 25 of each kind.
    ///
    /// Those of the latest instant are included.
    public var violations: [HUB75Violation] { settled.checks.log.violations }
    /// The number of all errors of each kind.
    public var violationCounts: [HUB75ViolationKind: Int] { settled.checks.log.counts }
    /// Whether OE is low.
    public var isEnabled: Bool { levels & Self.outputEnable == 0 }
    /// The rows that are selected now, whether lit or not, upwards.
    public var selectedRows: [Int] {
        let rows = settled.decoder.rows
        return (0..<rowPairs).filter { rows >> UInt64($0) & 1 == 1 }
    }

    /// Whether the panels listen to a wire.
    func usesWire(_ wire: Int) -> Bool { wire >= 0 && wire < 64 && wires >> UInt64(wire) & 1 == 1 }

    /// Sets the levels that the wires have before the first edge, in the order of `HUB75Wires`.
    ///
    /// Without this call they are idle. Other levels than idle ones begin in the middle of a refresh: the clocks before the
    /// first latch are not counted.
    ///
    /// - Parameters:
    ///   - levels: those of the panel's wires; further ones do not count, and missing ones are idle.
    ///   - start: when the wires have them, in nanoseconds.
    public mutating func begin(levels: [Bool], at start: Int64 = 0) {
        let idle = HUB75Wires.idleLevels(chains: chains)
        self.levels = 0
        for wire in idle.indices where usesWire(wire) {
            if wire < levels.count ? levels[wire] : idle[wire] { self.levels |= 1 << UInt64(wire) }
        }
        changes = 0
        time = start
        decoder.hear(changes: 0, levels: addressLevels)
        if isEnabled { meter.outputEnableFalls(at: start) }
        if self.levels != Self.outputEnable { checks.beginInTheMiddle() }
    }

    /// Lets time pass without an edge: light that is on shines until then.
    public mutating func advance(to time: Int64) {
        guard time > self.time else { return }
        settle()
        self.time = time
    }

    /// Processes an edge on one of the wires of `HUB75Wires`; others are ignored, and so is a level that the wire has already.
    ///
    /// O(1) but for the edges of LAT, which take O(columns), and those after which other LEDs are lit: O(lit LEDs).
    public mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        guard wire >= 0, wire < 64 else { return }
        let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: wire)
        guard wires & bit != 0, (levels & bit != 0) != level else { return }
        if time > self.time || changes & bit != 0 {
            settle()
            if time > self.time { self.time = time }
        }
        changes |= bit
        levels ^= bit
    }

    /// Overwrites a register of all driver chips with a wrong value, as a glitch on the wires may do.
    ///
    /// - Parameter register: 1 for the first; there need not be such a register.
    public mutating func disturb(register: Int) {
        settle()
        spendLight()
        drivers.disturb(register: register)
    }

    /// Assumes that the driver chips were set up before.
    public mutating func assumeRunning() {
        settle()
        spendLight()
        drivers.assumeWritten()
    }
}

extension SimulatedHUB75 {
    /// How long an LED has been lit until `time`, in nanoseconds.
    ///
    /// - Parameters:
    ///   - x: the column of the matrix; 0 is shifted in first.
    ///   - y: the row of the matrix, chain by chain; in each the upper half, then the lower one.
    ///   - color: 0 red, 1 green, 2 blue.
    /// - Returns: 0 where there is no such LED.
    public func light(x: Int, y: Int, color: Int) -> Int64 {
        guard x >= 0, x < columns, y >= 0, y < size.height, let position = ledColors.firstIndex(of: color) else {
            return 0
        }
        let line = y % (2 * rowPairs)
        let row = line % rowPairs
        let wire = HUB75Wires.color(line < rowPairs ? position : position + 3, chain: y / (2 * rowPairs))
        let given = meter.spent(row: row, column: x, wire: wire)
        let shining = registers.outputs[x] & drivers.litWires
        guard shining >> UInt64(wire) & 1 == 1, decoder.rows >> UInt64(row) & 1 == 1 else { return given }
        return given &+ meter.unspent(until: time)
    }

    /// Forgets the light of all LEDs until `time`.
    public mutating func resetLight() {
        settle()
        spendLight()
        meter.reset(at: time)
    }

    /// Whether no LED was ever lit, though a row was latched that lights some: the chips were not set up, OE was never low
    /// for long enough, or no row was selected.
    ///
    /// The row that was latched last does not count: its light may not have begun.
    public var isUnlit: Bool {
        var panel = settled
        panel.spendLight()
        return panel.hadRow && !panel.meter.hasLit
    }

    /// The panel after what happened at the latest instant.
    private var settled: SimulatedHUB75 {
        var panel = self
        panel.settle()
        return panel
    }

    private var addressLevels: UInt8 { UInt8(truncatingIfNeeded: levels >> UInt64(HUB75Wires.address)) & 0x1F }

    private var litTime: Int64? { meter.litSince.map { time &- $0 } }

    private mutating func spendLight() {
        meter.spend(
            until: time, outputs: registers.outputs, litWires: drivers.litWires, rows: decoder.rows)
    }

    /// Lets the edges of the latest instant act.
    private mutating func settle() {
        let changes = self.changes
        guard changes != 0 else { return }
        self.changes = 0
        let rises = changes & levels
        if rises & Self.outputEnable != 0 {
            checks.outputEnableRises(isDark: isLatchDark, at: time)
            meter.outputEnableRises(at: time)
        }
        if changes & addressWires != 0 { addressChanges(changes) }
        if changes & colorWires != 0 { checks.colorsChange(at: time) }
        if changes & ~rises & Self.latch != 0 { latchFalls() }
        if rises & Self.clock != 0 {
            clockRises(isLatching: levels & Self.latch != 0)
        } else if changes & Self.clock != 0 {
            checks.clockFalls(at: time)
        }
        if rises & Self.latch != 0 { latchRises() }
        if changes & ~rises & Self.outputEnable != 0 {
            checks.outputEnableFalls(decoder, rowPairs: rowPairs, isDark: isLatchDark, at: time)
            meter.outputEnableFalls(at: time)
        }
    }

    private mutating func addressChanges(_ changes: UInt64) {
        checks.addressChanges(at: time, litTime: litTime)
        spendLight()
        let changes = UInt8(truncatingIfNeeded: (changes & addressWires) >> UInt64(HUB75Wires.address))
        if decoder.isClocked(by: changes) { checks.rowClockChanges(at: time) }
        decoder.hear(changes: changes, levels: addressLevels)
    }

    private mutating func clockRises(isLatching: Bool) {
        checks.clockRises(at: time)
        registers.clockRises(colors: (levels ^ inversion) & colorWires)
        guard isLatching else { return }
        clocksWhileLatching &+= 1
        spendLight()
        latch()
    }

    private mutating func latchRises() {
        checks.latchRises(at: time, litTime: litTime)
        spendLight()
        if isRow { hadRow = true }
        latch()
        clocksWhileLatching = 0
    }

    private mutating func latch() {
        registers.latch()
        isLatchDark = registers.outputs.allSatisfy { $0 == 0 }
        isRow = !isLatchDark
    }

    private mutating func latchFalls() {
        checks.latchFalls(at: time)
        spendLight()
        if drivers.latchFalls(clocks: clocksWhileLatching, outputs: registers.outputs) {
            isRow = false
        } else if !drivers.takesRow(clocks: clocksWhileLatching) {
            registers.clearOutputs()
            isLatchDark = true
        }
    }
}
