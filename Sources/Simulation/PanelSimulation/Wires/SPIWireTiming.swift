/// When the edges of an SPI bus fall: all lengths are nanoseconds on a grid of 10.
public struct SPIWireTiming: Hashable, Sendable {
    /// The grid on which all edges lie.
    public static let grid: Int64 = 10

    /// How long the clock is low in each cycle; the data changes at its start.
    public let clockLow: Int64
    /// How long the clock is high in each cycle.
    public let clockHigh: Int64
    /// How long chip select stays high between two transfers.
    public let gap: Int64

    /// Creates the timing of a clock rate, the period rounded up to the grid, as dividers of real controllers do.
    ///
    /// - Parameters:
    ///   - clockRate: hertz; 1 to 50,000,000, others are clamped.
    ///   - gap: the chip select gap in nanoseconds, rounded up to the grid; the kernel's is 10 us.
    public init(clockRate: Int, gap: Int64 = 10_000) {
        let rate = Int64(min(max(clockRate, 1), 50_000_000))
        let steps = max((1_000_000_000 + rate * Self.grid - 1) / (rate * Self.grid), 2)
        clockHigh = steps / 2 * Self.grid
        clockLow = steps * Self.grid - clockHigh
        self.gap = (min(max(gap, 1), 1_000_000_000) + Self.grid - 1) / Self.grid * Self.grid
    }

    /// The length of one clock cycle.
    public var period: Int64 { clockLow + clockHigh }
}
