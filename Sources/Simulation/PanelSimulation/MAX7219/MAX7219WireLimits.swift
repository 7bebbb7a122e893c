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
        func loosen(_ length: inout Int64) { length = max(length - max(sample, 0), 0) }
        loosen(&limits.clockPeriod)
        loosen(&limits.clockPulse)
        loosen(&limits.setUp)
        loosen(&limits.hold)
        loosen(&limits.chipSelectPulse)
        loosen(&limits.loadToClock)
        loosen(&limits.selectToClock)
        return limits
    }
}
