/// Watches the wires of a MAX7219 chain and notes violations of the limits.
struct MAX7219WireChecks: Sendable {
    /// The violations.
    private(set) var log: WireViolationLog<MAX7219ViolationKind>
    private let clocksPerTransfer: Int64
    private let limits: MAX7219WireLimits

    private var isSelected = false
    private var clocks: Int64 = 0
    private var clockRose = never
    private var clockFell = never
    private var dataChanged = never
    private var chipSelectRose = never
    private var chipSelectFell = never

    /// The time of edges that have not happened: so early that no edge is too soon after it.
    private static let never = Int64.min

    init(chips: Int, limits: MAX7219WireLimits, allowing: Set<MAX7219ViolationKind>) {
        clocksPerTransfer = 16 * Int64(chips)
        self.limits = limits
        log = WireViolationLog(allowing: allowing)
    }

    mutating func clockRises(at time: Int64) {
        if time < clockRose &+ limits.clockPeriod {
            log.note(.clockTooFast, from: clockRose, to: time, least: limits.clockPeriod)
        }
        if time < clockFell &+ limits.clockPulse {
            log.note(.clockPulse, from: clockFell, to: time, least: limits.clockPulse)
        }
        if time < dataChanged &+ limits.setUp { log.note(.setUp, from: dataChanged, to: time, least: limits.setUp) }
        if time < chipSelectRose &+ limits.loadToClock {
            log.note(.chipSelectToClock, from: chipSelectRose, to: time, least: limits.loadToClock)
        }
        if time < chipSelectFell &+ limits.selectToClock {
            log.note(.chipSelectToClock, from: chipSelectFell, to: time, least: limits.selectToClock)
        }
        clockRose = time
        clocks &+= 1
    }

    /// Whether the data from chip to chip comes too late for a clock that rises at a time, if there is any.
    func isTooSoonForDataOut(_ time: Int64) -> Bool { time < clockFell &+ limits.dataOutDelay &+ limits.setUp }

    /// Notes that the data from chip to chip came too late.
    mutating func dataOutIsLate(at time: Int64) {
        log.note(.dataOut, from: clockFell, to: time, least: limits.dataOutDelay &+ limits.setUp)
    }

    mutating func clockFalls(at time: Int64) {
        if time < clockRose &+ limits.clockPulse {
            log.note(.clockPulse, from: clockRose, to: time, least: limits.clockPulse)
        }
        clockFell = time
    }

    mutating func dataChanges(at time: Int64) {
        if time < clockRose &+ limits.hold { log.note(.hold, from: clockRose, to: time, least: limits.hold) }
        dataChanged = time
    }

    mutating func chipSelectFalls(at time: Int64) {
        if time < chipSelectRose &+ limits.chipSelectPulse {
            log.note(.chipSelectPulse, from: chipSelectRose, to: time, least: limits.chipSelectPulse)
        }
        chipSelectFell = time
        isSelected = true
        clocks = 0
    }

    mutating func chipSelectRises(at time: Int64) {
        if isSelected, clocks != clocksPerTransfer {
            log.note(.wordLength, at: time, found: clocks, expected: clocksPerTransfer)
        }
        chipSelectRose = time
        isSelected = false
    }
}
