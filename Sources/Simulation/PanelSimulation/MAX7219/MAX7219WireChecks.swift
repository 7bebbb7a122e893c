/// A signal on the wires of a MAX7219 chain that breaks a rule of the data sheet.
public typealias MAX7219Violation = WireViolation<MAX7219ViolationKind>

/// The kinds of violations on the wires of a MAX7219 chain.
public enum MAX7219ViolationKind: String, ViolationKind {
    /// The clocks while chip select is low are not 16 for each chip.
    case wordLength
    /// Two rising clock edges follow too closely.
    case clockTooFast
    /// The clock is high or low for too short a time.
    case clockPulse
    /// DIN changes too shortly before the rising clock edge.
    case setUp
    /// DIN changes too shortly after the rising clock edge.
    case hold
    /// Chip select is high for too short a time.
    case chipSelectPulse
    /// The clock rises too shortly after an edge of chip select.
    case chipSelectToClock
    /// A chip's data output changed too shortly before the rising clock edge at which the next chip takes it.
    case dataOut

    /// What was found, and what was expected: clocks for `wordLength`, nanoseconds for the others.
    public func words(found: Int64, expected: Int64) -> String {
        switch self {
        case .wordLength: "\(found) clocks while CS was low; the chain needs \(expected)"
        case .clockTooFast: "CLK rose \(found) ns after it rose before; the chips need \(expected) ns"
        case .clockPulse: "a CLK pulse of \(found) ns; the chips need \(expected) ns"
        case .setUp: "DIN changed \(found) ns before CLK rose; the chips need \(expected) ns"
        case .hold: "DIN changed \(found) ns after CLK rose; the chips need \(expected) ns"
        case .chipSelectPulse: "CS was high for \(found) ns; the chips need \(expected) ns"
        case .chipSelectToClock: "CLK rose \(found) ns after an edge of CS; the chips need \(expected) ns"
        case .dataOut: "CLK rose \(found) ns after it fell; from chip to chip the data takes \(expected) ns"
        }
    }
}

/// The least times that the wires of a MAX7219 have to keep, in nanoseconds.
public struct MAX7219WireLimits: Hashable, Sendable {
    /// From one rising clock edge to the next.
    public var clockPeriod: Int64 = 100
    /// How long the clock stays high, and low.
    public var clockPulse: Int64 = 50
    /// From a change of DIN to the rising clock edge.
    public var setUp: Int64 = 25
    /// From the rising clock edge to a change of DIN.
    public var hold: Int64 = 0
    /// How long chip select stays high.
    public var chipSelectPulse: Int64 = 50
    /// From the rising edge of chip select to the next rising clock edge.
    public var loadToClock: Int64 = 50
    /// From the falling edge of chip select to the next rising clock edge.
    public var selectToClock: Int64 = 25
    /// From the falling clock edge to the new level of a chip's DOUT, which the next chip needs `setUp` before the clock
    /// rises.
    public var dataOutDelay: Int64 = 25

    /// The limits of the data sheet: 10 MHz at most.
    public static let dataSheet = MAX7219WireLimits()

    /// Creates the limits of the data sheet with a slower clock, where a board cannot stand the fastest one.
    ///
    /// - Parameter clockRate: the fastest clock in hertz.
    public init(clockRate: Int = 10_000_000) {
        clockPeriod = max(100, 1_000_000_000 / Int64(max(clockRate, 1)))
    }

    /// Returns the limits for a capture whose edges are only known to a sample: every length may be that much shorter.
    ///
    /// - Parameter sample: the time between two samples in nanoseconds; 0 or more.
    public func loosened(bySample sample: Int64) -> MAX7219WireLimits {
        var limits = self
        let lengths: [WritableKeyPath<MAX7219WireLimits, Int64>] = [
            \.clockPeriod, \.clockPulse, \.setUp, \.hold, \.chipSelectPulse, \.loadToClock, \.selectToClock,
        ]
        for length in lengths { limits[keyPath: length] = max(limits[keyPath: length] - max(sample, 0), 0) }
        return limits
    }
}

/// Watches the wires of a MAX7219 chain and records violations of the limits.
struct MAX7219WireChecks: Sendable {
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
        log.check(.clockTooFast, from: clockRose, to: time, least: limits.clockPeriod)
        log.check(.clockPulse, from: clockFell, to: time, least: limits.clockPulse)
        log.check(.setUp, from: dataChanged, to: time, least: limits.setUp)
        log.check(.chipSelectToClock, from: chipSelectRose, to: time, least: limits.loadToClock)
        log.check(.chipSelectToClock, from: chipSelectFell, to: time, least: limits.selectToClock)
        clockRose = time
        clocks &+= 1
    }

    /// Whether the data from chip to chip comes too late for a clock that rises at a time, if there is any.
    func isTooSoonForDataOut(_ time: Int64) -> Bool { time < clockFell &+ limits.dataOutDelay &+ limits.setUp }

    /// Records that the data from chip to chip came too late.
    mutating func dataOutIsLate(at time: Int64) {
        log.check(.dataOut, from: clockFell, to: time, least: limits.dataOutDelay &+ limits.setUp)
    }

    mutating func clockFalls(at time: Int64) {
        log.check(.clockPulse, from: clockRose, to: time, least: limits.clockPulse)
        clockFell = time
    }

    mutating func dataChanges(at time: Int64) {
        log.check(.hold, from: clockRose, to: time, least: limits.hold)
        dataChanged = time
    }

    mutating func chipSelectFalls(at time: Int64) {
        log.check(.chipSelectPulse, from: chipSelectRose, to: time, least: limits.chipSelectPulse)
        chipSelectFell = time
        isSelected = true
        clocks = 0
    }

    mutating func chipSelectRises(at time: Int64) {
        if isSelected, clocks != clocksPerTransfer {
            log.record(.wordLength, at: time, found: clocks, expected: clocksPerTransfer)
        }
        chipSelectRose = time
        isSelected = false
    }
}
