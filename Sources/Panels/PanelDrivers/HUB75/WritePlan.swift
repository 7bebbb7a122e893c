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
