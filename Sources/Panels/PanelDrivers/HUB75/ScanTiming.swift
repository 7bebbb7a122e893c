/// The fixed times of a refresh: constants of board and settings, never of what is shown.
///
/// Every row pair has a slot that is long enough for the plain method, all planes different: the first shift, then every
/// plane lit, the next shift under it where it is lit for long enough, else after it.
struct ScanTiming: Sendable {
    /// The length of the lowest plane that is shown, the planes below it, and what is added to each pulse.
    private var lowestPulse: Int64
    private let lowestShift: Int
    private let lag: Int64
    /// The time from the start of one row pair to the next.
    private(set) var rowSlot: Int64 = 0
    /// The whole refresh.
    private(set) var refreshPeriod: Int64 = 0
    /// Pulses of at least this length are lit while the next bits are shifted.
    let leastOverlap: Int64
    /// The time of a shift, and of what belongs to a pulse besides its light.
    private let shift: Int64
    private let overhead: Int64
    /// Where a state machine counts the light: its pace, and the columns and gaps of its latches.
    private let pace: PIOPace?
    /// The time of the last columns, where LAT is high during their clocks: they come in the dark.
    private let latched: Int64
    private let columns: Int
    private let latchGap: Int64
    /// The most words of a refresh by a state machine.
    let maximumPIOWords: Int
    /// The time that the pulses of a row pair may take together.
    private(set) var pulseBudget: Int64 = 0
    /// The pulses and levels of each brightness.
    let dimming: Dimming

    /// Computes the times.
    init(
        matrix: HUB75Matrix, shift words: ShiftWords, address: AddressWords, settings: ScanSettings,
        timing: PortTiming, writes: WritePlan, planes: PlaneTiming
    ) {
        lag = settings.oeLag
        pace = timing.pace
        (columns, latchGap) = (matrix.columns, settings.latchGap)
        shift = timing.pace?.shiftTime(columns: matrix.columns) ?? words.maximumTime
        // The mark is read before the shift, and the clock at least once after it.
        let clock = timing.roundedClockTime
        // A state machine ends any pulse within a shift.
        leastOverlap = timing.pace == nil ? shift + writes.time(writes: 1) + 3 * clock : 0
        // OE high, LAT high, LAT low, their padding, and the gap before the light; OE low is part of the pulse. The clock is
        // read before and after.
        latched = (shift * Int64(settings.chip.latchedClocks) / Int64(words.columns) + 9) / 10 * 10
        overhead = writes.time(writes: 3 + 2 * writes.pads) + latched + settings.latchGap + 2 * clock
        dimming = Dimming(settings, timing: timing)
        let words = PIOProgram.maximumWords(
            columns: matrix.columns, rowPairs: matrix.rowPairs,
            pulses: (0..<planes.phases).map { planes.shown(phase: $0).nonzeroBitCount }.max() ?? 0,
            addressWrites: address.maximumWrites)
        maximumPIOWords = words.all
        let first = planes.firstPlane(phase: 0)
        lowestShift = planes.duration(plane: first).trailingZeroBitCount
        lowestPulse = dimming.pulse(brightness: 100)
        // Shorter pulses may take longer, where shifts that were done under their light come after it.
        for brightness in 1...100 {
            lowestPulse = dimming.pulse(brightness: brightness)
            var sum: Int64 = 0
            for plane in first..<PlaneTiming.planeCount { sum += time(units: planes.duration(plane: plane)) }
            pulseBudget = max(pulseBudget, sum)
        }
        let steps = Int64(address.maximumWaits) * (settings.rowClock + 2 * clock)
        let headWrites =
            timing.pace?.time(writes: 1 + address.maximumWrites) ?? writes.time(writes: 3 + address.maximumWrites)
        let head =
            headWrites + steps + settings.darkGap
            + settings.settle + shift
        rowSlot = head + pulseBudget
        refreshPeriod = rowSlot * Int64(matrix.rowPairs) + (timing.pace?.tailTime ?? 0)
        if let pace = timing.pace {
            // Every refresh is made as many words, which have to arrive: holds become more of them, in steps of two.
            refreshPeriod += settings.darkGap + pace.shiftTime(columns: columns)
            refreshPeriod = max(refreshPeriod, pace.time(words: words.all + words.ofHolds))
        }
    }

    /// The same times with the pulses of a brightness in percent.
    func dimmed(to brightness: Int) -> ScanTiming {
        var timing = self
        timing.lowestPulse = dimming.pulse(brightness: brightness)
        return timing
    }

    /// The time of a pulse and of the shift that follows it.
    @inline(__always)
    func time(units: Int) -> Int64 {
        let length = pulse(units: units)
        if let pace { return pace.time(pulse: length, columns: columns, latchGap: latchGap) + latched }
        return overhead + (length >= leastOverlap ? length : length + shift)
    }

    /// The length of a pulse, of as many units as the lowest plane or a multiple of them.
    @inline(__always)
    func pulse(units: Int) -> Int64 { Int64(truncatingIfNeeded: units &>> lowestShift) &* lowestPulse &+ lag }
}

/// For how long each bit plane is lit, and in which refreshes of the dither cycle.
///
/// Times are in units of the LSB. Plane b is worth 2^b over a whole cycle: with d dither bits the planes 0 to d last one
/// unit each, the further ones double; of the planes below d, plane b is shown in 2^b of the 2^d refreshes.
package struct PlaneTiming: Hashable, Sendable {
    /// The number of bit planes of a level.
    package static let planeCount = 11
    /// The highest level: all planes.
    package static let maximumLevel = 2047

    /// How many of the eleven planes are shown.
    package let planes: Int
    /// The planes that share one time.
    package let ditherBits: Int

    /// Creates the timing; numbers outside of the ranges of `ScanSettings` are moved to their ends.
    package init(planes: Int, ditherBits: Int) {
        self.planes = min(max(planes, 1), Self.planeCount)
        self.ditherBits = min(max(ditherBits, 0), 2)
    }

    /// The number of refreshes of the dither cycle: 1, 2 or 4.
    package var phases: Int { 1 << ditherBits }

    /// The units for which plane `plane` is lit where it is shown.
    package func duration(plane: Int) -> Int { plane <= ditherBits ? 1 : 1 &<< (plane &- ditherBits) }

    /// The lowest plane that is shown in a refresh of the cycle.
    package func firstPlane(phase: Int) -> Int {
        // The start planes of the cycle are 0, 0 1 and 0 1 2 2: plane b is left out of all but 2^b refreshes.
        max(phase < 2 ? phase : 2, Self.planeCount - planes)
    }

    /// The planes that are shown in a refresh of the cycle, as bits.
    package func shown(phase: Int) -> Int {
        let first = firstPlane(phase: phase)
        return (Self.maximumLevel >> first) << first
    }

    /// The units for which a level is lit in a refresh that shows these planes.
    @inline(__always)
    func units(level: Int, shown: Int) -> Int {
        let bits = level & shown
        // Shifts that are masked: others take branches, and this is done for every level.
        return bits &>> ditherBits &+ (bits & (1 &<< ditherBits &- 1)).nonzeroBitCount
    }
}

/// The kinds of ports that scan programs are written for.
public enum PortKind: String, CaseIterable, Hashable, Sendable {
    /// Registers of the BCM2837 and BCM2711: separate stores that set and that clear lines.
    case bcm
    /// Registers of the RP1 (Raspberry Pi 5): like them, and a store that inverts lines.
    case rp1
    /// Lines of the kernel: one call for each set of changes.
    case kernel

    /// Whether lines change by calls of the kernel.
    ///
    /// Swift 6.0 compares cases with raw values as texts, which the encoder does too often for that.
    @inline(__always)
    var isKernel: Bool {
        if case .kernel = self { true } else { false }
    }
}

/// A write to registers as it was measured on a machine; times are in picoseconds.
package struct MeasuredWrite: Hashable, Sendable {
    /// The time of a store, where many follow each other directly.
    package var store: Int64
    /// The stores of a write: one, and those that slow it down.
    package var stores: Int64
    /// The time of a write as programs make them, which is at least that of its stores.
    package var write: Int64

    /// Creates what was measured.
    package init(store: Int64, stores: Int64, write: Int64) {
        self.store = store
        self.stores = stores
        self.write = write
    }
}

/// How long the writes of a port take.
public struct PortTiming: Hashable, Sendable {
    /// The kind of port.
    public var kind: PortKind
    /// The time from one write to the next in nanoseconds, a multiple of 10: the shortest that the port reaches.
    public var writeTime: Int64
    /// How many harmless writes follow each edge of CLK and LAT at least, for slow panels and long cables.
    public var slowdown: Int
    /// The time of reading the clock in nanoseconds, rounded up to a multiple of 10; pulses that it times have a reading
    /// before them and one after them.
    package var clockTime: Int64 = 0
    /// The same as times are planned.
    var roundedClockTime: Int64 { (max(clockTime, 0) + 9) / 10 * 10 }
    /// What was measured on the machine, which the plan uses in place of `writeTime`; nil where that is all that is known.
    package var measured: MeasuredWrite?
    /// The pace of a state machine that plays the programs; nil for all other ports.
    package var pace: PIOPace?

    /// Creates the timing of a port; mistakes are reported by the encoder's initializer.
    public init(kind: PortKind, writeTime: Int64, slowdown: Int = 0) {
        self.kind = kind
        self.writeTime = writeTime
        self.slowdown = slowdown
    }
}

/// How long the writes of a port take in a plan, and how many of them keep CLK at a level for long enough.
///
/// Where a store was measured, the plan also holds for other times of a store, so that neither the programs nor their times
/// ever change. While stores are faster, the port makes further ones until a write takes `leastWrite`; stores that are
/// slower by up to an eighth have room in the plan.
struct WritePlan: Sendable {
    /// The padding writes after an edge, so that CLK stays at a level for `clockWidth` at least.
    let pads: Int
    /// The picoseconds that a write has to take at least for that.
    let leastWrite: Int64
    /// The picoseconds that a write never falls below.
    private let shortestWrite: Int64
    /// The picoseconds that a write takes at most.
    private let longestWrite: Int64

    /// Plans for a port.
    init(settings: ScanSettings, timing: PortTiming) {
        let width = 1_000 * settings.clockWidth
        let measured = timing.measured
        let shortest = measured.map { max($0.store * $0.stores, 1) } ?? 1_000 * timing.writeTime
        pads = max(timing.slowdown, Int((width + shortest - 1) / shortest) - 1, 0)
        leastWrite = (width + Int64(pads)) / Int64(pads + 1)
        // The port keeps a write that was measured from becoming shorter than that.
        shortestWrite = measured == nil ? shortest : leastWrite
        guard let measured else {
            longestWrite = shortest
            return
        }
        // One store fewer would not have been enough.
        let extended = leastWrite + leastWrite / max(measured.stores, 1) + 1
        longestWrite = max(measured.write + measured.write / 8, extended)
    }

    /// Whether a write and its padding always take a time in nanoseconds.
    func fills(_ time: Int64) -> Bool { Int64(pads + 1) * shortestWrite >= 1_000 * time }

    /// The longest time of some writes in nanoseconds, rounded up to a multiple of 10.
    func time(writes: Int) -> Int64 { (Int64(writes) * longestWrite + 9_999) / 10_000 * 10 }
}
