/// A signal on the wires of a HUB75 panel that breaks a rule of its chips or gives wrong light.
public typealias HUB75Violation = WireViolation<HUB75ViolationKind>

/// The kinds of violations on the wires of a HUB75 panel.
public enum HUB75ViolationKind: String, ViolationKind {
    /// The clocks from one latch to the next are no multiple of the columns.
    case clockCount
    /// Two rising clock edges follow too closely.
    case clockTooFast
    /// The clock is high or low for too short a time.
    case clockPulse
    /// A colour wire changes too shortly before the rising clock edge, or together with it.
    case setUp
    /// A colour wire changes too shortly after the rising clock edge.
    case hold
    /// The latch is high for too short a time.
    case latchPulse
    /// The latch rises while LEDs are lit.
    case latchWhileLit
    /// An address wire changes while LEDs are lit.
    case addressWhileLit
    /// The row address changes too shortly after it became dark.
    case darkGap
    /// LEDs are lit too shortly after the row address has changed.
    case settle
    /// LEDs are lit too shortly after the latch fell.
    case latchGap
    /// The clock of shifted rows, A, is high or low for too short a time.
    case rowClock
    /// LEDs are lit with an address that the panel does not have.
    case noSuchRow
    /// LEDs are lit with no row or several rows selected.
    case rowCount

    /// What was found, and what was expected.
    ///
    /// `found` and `expected` are clocks for `clockCount`, the address and the number of addresses for `noSuchRow`, rows
    /// for `rowCount`, and nanoseconds for the others.
    public func words(found: Int64, expected: Int64) -> String {
        switch self {
        case .clockCount: "\(found) clocks since the last latch; the panel's columns need \(expected) or a multiple"
        case .clockTooFast: "CLK rose \(found) ns after it rose before; the chips need \(expected) ns"
        case .clockPulse: "a CLK pulse of \(found) ns; the chips need \(expected) ns"
        case .setUp: "a colour changed \(found) ns before CLK rose; the chips need \(expected) ns"
        case .hold: "a colour changed \(found) ns after CLK rose; the chips need \(expected) ns"
        case .latchPulse: "LAT was high for \(found) ns; the chips need \(expected) ns"
        case .latchWhileLit: "LAT rose while OE had been low for \(found) ns; it has to be high"
        case .addressWhileLit: "an address wire changed while OE had been low for \(found) ns; it has to be high"
        case .darkGap: "an address wire changed \(found) ns after OE rose; the panel needs \(expected) ns"
        case .settle: "OE fell \(found) ns after an address wire changed; the panel needs \(expected) ns"
        case .latchGap: "OE fell \(found) ns after LAT fell; the panel needs \(expected) ns"
        case .rowClock: "a pulse of \(found) ns on A, which clocks the rows; their drivers need \(expected) ns"
        case .noSuchRow: "OE fell with the row address \(found); the panel has \(expected) from 0"
        case .rowCount: "OE fell with \(found) rows selected; there has to be \(expected)"
        }
    }
}

/// The least times that the wires of a HUB75 panel have to keep, in nanoseconds.
///
/// The defaults fit usual driver chips: 20 MHz at most, and some room for the cable where data sheets ask for 5 to 10 ns.
public struct HUB75WireLimits: Hashable, Sendable {
    /// From one rising clock edge to the next.
    public var clockPeriod: Int64 = 50
    /// How long the clock stays high.
    public var clockHigh: Int64 = 25
    /// How long the clock stays low.
    public var clockLow: Int64 = 25
    /// From a change of a colour wire to the rising clock edge.
    public var setUp: Int64 = 10
    /// From the rising clock edge to a change of a colour wire.
    public var hold: Int64 = 10
    /// How long the latch stays high.
    public var latchPulse: Int64 = 20
    /// From the rising edge of OE to a change of the row address.
    public var darkGap: Int64
    /// From a change of the row address to the falling edge of OE.
    public var settle: Int64
    /// From the falling edge of the latch to the falling edge of OE.
    public var latchGap: Int64
    /// How long A stays high, and low, where it clocks the rows.
    public var rowClock: Int64

    /// Creates the limits of a panel.
    ///
    /// - Parameters:
    ///   - clockWidth: how long the clock stays high, and low, in nanoseconds; its period is twice as long.
    ///   - darkGap: how long it is dark before the row address changes, in nanoseconds.
    ///   - settle: how long it is dark after the row address has changed, in nanoseconds.
    ///   - latchGap: how long it is dark after the latch, in nanoseconds.
    ///   - rowClock: how long the clock of shifted rows stays high, and low, in nanoseconds.
    public init(
        clockWidth: Int64 = 25, darkGap: Int64 = 0, settle: Int64 = 0, latchGap: Int64 = 0, rowClock: Int64 = 0
    ) {
        self.darkGap = max(darkGap, 0)
        self.settle = max(settle, 0)
        self.latchGap = max(latchGap, 0)
        self.rowClock = max(rowClock, 0)
        let width = min(max(clockWidth, 0), 1_000_000_000)
        clockHigh = width
        clockLow = width
        clockPeriod = 2 * width
    }

    /// Returns the limits for a capture whose edges are only known to a sample: every length may be that much shorter.
    ///
    /// - Parameter sample: the time between two samples in nanoseconds; 0 or more.
    public func loosened(bySample sample: Int64) -> HUB75WireLimits {
        var limits = self
        let lengths: [WritableKeyPath<HUB75WireLimits, Int64>] = [
            \.clockPeriod, \.clockHigh, \.clockLow, \.setUp, \.hold, \.latchPulse, \.darkGap, \.settle, \.latchGap,
            \.rowClock,
        ]
        for length in lengths { limits[keyPath: length] = max(limits[keyPath: length] - max(sample, 0), 0) }
        return limits
    }
}

/// Watches the wires of a HUB75 panel and records violations of the limits.
struct HUB75WireChecks: Sendable {
    private(set) var log: WireViolationLog<HUB75ViolationKind>
    private let columns: Int64
    private let limits: HUB75WireLimits

    /// The clocks since the latch fell; nil where unknown, in a recording that begins in the middle.
    private var clocks: Int64? = 0
    private var clockRose = never
    private var clockFell = never
    private var colorsChanged = never
    private var latchRose = never
    private var latchFell = never
    private var addressChanged = never
    private var rowClockChanged = never
    private var outputEnableRose = never

    /// The time of edges that have not happened: so early that no edge is too soon after it.
    private static let never = Int64.min

    init(columns: Int, limits: HUB75WireLimits, allowing: Set<HUB75ViolationKind>) {
        self.columns = Int64(columns)
        self.limits = limits
        log = WireViolationLog(allowing: allowing)
    }

    /// Forgets how many clocks there were since the last latch.
    mutating func beginInTheMiddle() {
        clocks = nil
    }

    mutating func clockRises(at time: Int64) {
        log.check(.clockTooFast, from: clockRose, to: time, least: limits.clockPeriod)
        log.check(.clockPulse, from: clockFell, to: time, least: limits.clockLow)
        log.check(.setUp, from: colorsChanged, to: time, least: limits.setUp)
        clockRose = time
        if let clocks { self.clocks = clocks &+ 1 }
    }

    mutating func clockFalls(at time: Int64) {
        log.check(.clockPulse, from: clockRose, to: time, least: limits.clockHigh)
        clockFell = time
    }

    mutating func colorsChange(at time: Int64) {
        log.check(.hold, from: clockRose, to: time, least: limits.hold)
        colorsChanged = time
    }

    /// - Parameter litTime: how long OE has been low; nil while it is high.
    mutating func latchRises(at time: Int64, litTime: Int64?) {
        if let litTime { log.record(.latchWhileLit, at: time, found: litTime, expected: 0) }
        latchRose = time
    }

    mutating func latchFalls(at time: Int64) {
        log.check(.latchPulse, from: latchRose, to: time, least: limits.latchPulse)
        latchFell = time
        if let clocks, clocks % columns != 0 { log.record(.clockCount, at: time, found: clocks, expected: columns) }
        clocks = 0
    }

    /// - Parameter litTime: how long OE has been low; nil while it is high.
    mutating func addressChanges(at time: Int64, litTime: Int64?) {
        if let litTime {
            log.record(.addressWhileLit, at: time, found: litTime, expected: 0)
        } else {
            log.check(.darkGap, from: outputEnableRose, to: time, least: limits.darkGap)
        }
        addressChanged = time
    }

    mutating func rowClockChanges(at time: Int64) {
        log.check(.rowClock, from: rowClockChanged, to: time, least: limits.rowClock)
        rowClockChanged = time
    }

    /// - Parameter isDark: whether no LED was lit, because the latch holds zeros.
    mutating func outputEnableRises(isDark: Bool, at time: Int64) {
        if !isDark { outputEnableRose = time }
    }

    /// Checks the rows that light up.
    ///
    /// - Parameter isDark: whether no LED is lit, because the latch holds zeros: which row that is does not matter.
    mutating func outputEnableFalls(_ decoder: SimulatedRowDecoder, rowPairs: Int, isDark: Bool, at time: Int64) {
        log.check(.latchGap, from: latchFell, to: time, least: limits.latchGap)
        guard !isDark else { return }
        log.check(.settle, from: addressChanged, to: time, least: limits.settle)
        let count = decoder.rows.nonzeroBitCount
        guard count != 1 else { return }
        if count == 0, let address = decoder.address {
            log.record(.noSuchRow, at: time, found: Int64(address), expected: Int64(rowPairs))
        } else {
            log.record(.rowCount, at: time, found: Int64(count), expected: 1)
        }
    }
}
