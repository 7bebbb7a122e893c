/// Watches the wires of a HUB75 panel and notes violations of the limits.
struct HUB75WireChecks: Sendable {
    /// The violations.
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
        if time < clockRose &+ limits.clockPeriod {
            log.note(.clockTooFast, from: clockRose, to: time, least: limits.clockPeriod)
        }
        if time < clockFell &+ limits.clockLow {
            log.note(.clockPulse, from: clockFell, to: time, least: limits.clockLow)
        }
        if time < colorsChanged &+ limits.setUp {
            log.note(.setUp, from: colorsChanged, to: time, least: limits.setUp)
        }
        clockRose = time
        if let clocks { self.clocks = clocks &+ 1 }
    }

    mutating func clockFalls(at time: Int64) {
        if time < clockRose &+ limits.clockHigh {
            log.note(.clockPulse, from: clockRose, to: time, least: limits.clockHigh)
        }
        clockFell = time
    }

    mutating func colorsChange(at time: Int64) {
        if time < clockRose &+ limits.hold { log.note(.hold, from: clockRose, to: time, least: limits.hold) }
        colorsChanged = time
    }

    /// - Parameter litTime: how long OE has been low; nil while it is high.
    mutating func latchRises(at time: Int64, litTime: Int64?) {
        if let litTime { log.note(.latchWhileLit, at: time, found: litTime, expected: 0) }
        latchRose = time
    }

    mutating func latchFalls(at time: Int64) {
        if time < latchRose &+ limits.latchPulse {
            log.note(.latchPulse, from: latchRose, to: time, least: limits.latchPulse)
        }
        latchFell = time
        if let clocks, clocks % columns != 0 { log.note(.clockCount, at: time, found: clocks, expected: columns) }
        clocks = 0
    }

    /// - Parameter litTime: how long OE has been low; nil while it is high.
    mutating func addressChanges(at time: Int64, litTime: Int64?) {
        if let litTime {
            log.note(.addressWhileLit, at: time, found: litTime, expected: 0)
        } else if time < outputEnableRose &+ limits.darkGap {
            log.note(.darkGap, from: outputEnableRose, to: time, least: limits.darkGap)
        }
        addressChanged = time
    }

    /// - Parameter isDark: whether no LED was lit, because the latch holds zeros.
    mutating func outputEnableRises(isDark: Bool, at time: Int64) {
        if !isDark { outputEnableRose = time }
    }

    /// Checks the rows that light up.
    ///
    /// - Parameter isDark: whether no LED is lit, because the latch holds zeros: which row that is does not matter.
    mutating func outputEnableFalls(_ decoder: any SimulatedRowDecoder, rowPairs: Int, isDark: Bool, at time: Int64) {
        if time < latchFell &+ limits.latchGap {
            log.note(.latchGap, from: latchFell, to: time, least: limits.latchGap)
        }
        guard !isDark else { return }
        if time < addressChanged &+ limits.settle {
            log.note(.settle, from: addressChanged, to: time, least: limits.settle)
        }
        let count = decoder.rows.nonzeroBitCount
        guard count != 1 else { return }
        if count == 0, let address = decoder.address {
            log.note(.noSuchRow, at: time, found: Int64(address), expected: Int64(rowPairs))
        } else {
            log.note(.rowCount, at: time, found: Int64(count), expected: 1)
        }
    }
}
