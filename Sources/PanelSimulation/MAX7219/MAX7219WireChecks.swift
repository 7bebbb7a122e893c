/// Watches the wires of a MAX7219 chain and notes what they do against the limits.
struct MAX7219WireChecks: Sendable {
    /// What was wrong, the first of each kind, in the order of time.
    private(set) var violations: [MAX7219Violation] = []
    /// How often each kind was seen.
    private(set) var counts: [MAX7219Violation.Kind: Int] = [:]
    private let clocksPerTransfer: Int64
    private let limits: MAX7219WireLimits
    private let allowed: Set<MAX7219Violation.Kind>

    private var isSelected = false
    private var clocks: Int64 = 0
    private var clockRose = never
    private var clockFell = never
    private var dataChanged = never
    private var chipSelectRose = never
    private var chipSelectFell = never

    /// The time of edges that have not been: so early that nothing can be too soon after it.
    private static let never = Int64.min

    init(chips: Int, limits: MAX7219WireLimits, allowing: Set<MAX7219Violation.Kind>) {
        clocksPerTransfer = 16 * Int64(chips)
        self.limits = limits
        allowed = allowing
    }

    mutating func clockRises(at time: Int64) {
        if time < clockRose &+ limits.clockPeriod {
            note(.clockTooFast, from: clockRose, to: time, least: limits.clockPeriod)
        }
        if time < clockFell &+ limits.clockPulse {
            note(.clockPulse, from: clockFell, to: time, least: limits.clockPulse)
        }
        if time < dataChanged &+ limits.setUp { note(.setUp, from: dataChanged, to: time, least: limits.setUp) }
        if time < chipSelectRose &+ limits.loadToClock {
            note(.chipSelectToClock, from: chipSelectRose, to: time, least: limits.loadToClock)
        }
        if time < chipSelectFell &+ limits.selectToClock {
            note(.chipSelectToClock, from: chipSelectFell, to: time, least: limits.selectToClock)
        }
        clockRose = time
        clocks &+= 1
    }

    /// Whether the data from chip to chip comes too late for a clock that rises at a time, if there is any.
    func isTooSoonForDataOut(_ time: Int64) -> Bool { time < clockFell &+ limits.dataOutDelay &+ limits.setUp }

    /// Notes that the data from chip to chip came too late.
    mutating func dataOutIsLate(at time: Int64) {
        note(.dataOut, from: clockFell, to: time, least: limits.dataOutDelay &+ limits.setUp)
    }

    mutating func clockFalls(at time: Int64) {
        if time < clockRose &+ limits.clockPulse {
            note(.clockPulse, from: clockRose, to: time, least: limits.clockPulse)
        }
        clockFell = time
    }

    mutating func dataChanges(at time: Int64) {
        if time < clockRose &+ limits.hold { note(.hold, from: clockRose, to: time, least: limits.hold) }
        dataChanged = time
    }

    mutating func chipSelectFalls(at time: Int64) {
        if time < chipSelectRose &+ limits.chipSelectPulse {
            note(.chipSelectPulse, from: chipSelectRose, to: time, least: limits.chipSelectPulse)
        }
        chipSelectFell = time
        isSelected = true
        clocks = 0
    }

    mutating func chipSelectRises(at time: Int64) {
        if isSelected, clocks != clocksPerTransfer {
            note(.wordLength, at: time, found: clocks, expected: clocksPerTransfer)
        }
        chipSelectRose = time
        isSelected = false
    }

    private mutating func note(_ kind: MAX7219Violation.Kind, from start: Int64, to time: Int64, least: Int64) {
        note(kind, at: time, found: time &- start, expected: least)
    }

    private mutating func note(_ kind: MAX7219Violation.Kind, at time: Int64, found: Int64, expected: Int64) {
        guard !allowed.contains(kind) else { return }
        let count = counts[kind, default: 0] + 1
        counts[kind] = count
        guard count <= MAX7219Violation.mostOfAKind else { return }
        violations.append(MAX7219Violation(kind: kind, time: time, found: found, expected: expected))
    }
}
