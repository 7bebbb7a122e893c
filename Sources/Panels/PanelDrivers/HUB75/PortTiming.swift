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
    /// What was measured on the machine, which the plan uses in place of `writeTime`; nil where that is all that is known.
    package var measured: MeasuredWrite?

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
    /// The picoseconds that a write takes at most.
    private let longestWrite: Int64

    /// Plans for a port.
    init(settings: ScanSettings, timing: PortTiming) {
        let width = 1_000 * settings.clockWidth
        let measured = timing.measured
        let shortest = measured.map { max($0.store * $0.stores, 1) } ?? 1_000 * timing.writeTime
        pads = max(timing.slowdown, Int((width + shortest - 1) / shortest) - 1, 0)
        leastWrite = (width + Int64(pads)) / Int64(pads + 1)
        guard let measured else {
            longestWrite = shortest
            return
        }
        // One store fewer would not have been enough.
        let extended = leastWrite + leastWrite / max(measured.stores, 1) + 1
        longestWrite = max(measured.write + measured.write / 8, extended)
    }

    /// The longest time of some writes in nanoseconds, rounded up to a multiple of 10.
    func time(writes: Int) -> Int64 { (Int64(writes) * longestWrite + 9_999) / 10_000 * 10 }
}
