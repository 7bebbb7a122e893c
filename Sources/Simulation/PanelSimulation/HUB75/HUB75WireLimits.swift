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

    /// Creates the limits of a panel.
    ///
    /// - Parameters:
    ///   - clockWidth: how long the clock stays high, and low, in nanoseconds; its period is twice as long.
    ///   - darkGap: how long it is dark before the row address changes, in nanoseconds.
    ///   - settle: how long it is dark after the row address has changed, in nanoseconds.
    ///   - latchGap: how long it is dark after the latch, in nanoseconds.
    public init(clockWidth: Int64 = 25, darkGap: Int64 = 0, settle: Int64 = 0, latchGap: Int64 = 0) {
        self.darkGap = max(darkGap, 0)
        self.settle = max(settle, 0)
        self.latchGap = max(latchGap, 0)
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
        ]
        for length in lengths { limits[keyPath: length] = max(limits[keyPath: length] - max(sample, 0), 0) }
        return limits
    }
}
