import PanelDrivers

/// An SPI device that turns messages into the edges of CLK, DIN and CS (SPI mode 0, most significant bit first).
///
/// The listener hears the edges while messages are sent: a `WireTrace` records them, a simulated chain shows them.
/// The bus is idle for one clock cycle before the first edge and for one after each message.
public struct SPIWireWriter<Listener: WireListener>: SPIDevice {
    /// It cannot fail.
    public typealias Failure = Never

    /// The listener of the edges.
    public var listener: Listener
    /// When edges fall.
    public let timing: SPIWireTiming
    /// The earliest time of the next edge, in nanoseconds.
    public private(set) var time: Int64
    private var dataLevel = false

    /// Creates the wires at idle levels.
    ///
    /// - Parameter start: the time in nanoseconds at which the wires begin to exist, rounded up to the grid.
    public init(timing: SPIWireTiming, start: Int64 = 0, into listener: Listener) {
        self.timing = timing
        self.listener = listener
        time = Self.onGrid(start) + timing.period
    }

    /// Lets time pass on the idle bus; past instants have no effect.
    public mutating func advance(to time: Int64) {
        self.time = max(self.time, Self.onGrid(time))
    }

    /// Sends the transfers at once, one chip select gap apart.
    public mutating func send(_ message: SPIMessage) {
        message.withBytes { bytes in
            for transfer in 0..<message.transfers {
                let start = transfer * message.transferLength
                send(UnsafeBufferPointer(rebasing: bytes[start..<start + message.transferLength]))
            }
        }
    }

    /// There is no limit.
    public func transfersPerCall(ofLength length: Int) -> Int { .max }

    /// Appends the idle clock cycle that ends a capture: decoders take their last word at the edge after it.
    public mutating func finish() {
        pulseClock()
        time += timing.period
    }

    /// Loops and sums are spelled out: tests send tens of millions of bits in debug builds.
    private mutating func send(_ transfer: UnsafeBufferPointer<UInt8>) {
        listener.edge(on: SPIWires.chipSelect, to: false, at: time)
        let clockLow = timing.clockLow
        let clockHigh = timing.clockHigh
        var time = time
        var place = 0
        while place < transfer.count {
            let byte = transfer[place]
            var mask: UInt8 = 0x80
            while mask != 0 {
                let level = byte & mask != 0
                if level != dataLevel {
                    dataLevel = level
                    listener.edge(on: SPIWires.data, to: level, at: time)
                }
                time &+= clockLow
                listener.edge(on: SPIWires.clock, to: true, at: time)
                time &+= clockHigh
                listener.edge(on: SPIWires.clock, to: false, at: time)
                mask &>>= 1
            }
            place &+= 1
        }
        time += clockLow
        listener.edge(on: SPIWires.chipSelect, to: true, at: time)
        self.time = time + max(timing.gap, timing.period)
    }

    private mutating func pulseClock() {
        time += timing.clockLow
        listener.edge(on: SPIWires.clock, to: true, at: time)
        time += timing.clockHigh
        listener.edge(on: SPIWires.clock, to: false, at: time)
    }

    /// Rounds a time up to the grid; times that a capture cannot hold are clamped to 0 to about 146 years.
    private static func onGrid(_ time: Int64) -> Int64 {
        let grid = SPIWireTiming.grid
        return (min(max(time, 0), Int64.max / 2) + grid - 1) / grid * grid
    }
}

extension SPIWireWriter where Listener == WireTrace {
    /// The recording so far, ended by an idle clock cycle.
    public func finishedTrace() -> WireTrace {
        var writer = self
        writer.finish()
        writer.listener.extend(to: writer.time)
        return writer.listener
    }
}

/// The wires of an SPI bus without return channel, in the order in which simulated panels and captures number them.
public enum SPIWires {
    /// The clock; idle low (SPI mode 0).
    public static let clock = 0
    /// The data into the first chip.
    public static let data = 1
    /// Chip select, called LOAD on a MAX7219; idle high.
    public static let chipSelect = 2

    /// The names in captures.
    public static let names = ["CLK", "DIN", "CS"]
    /// The levels while the bus is idle.
    public static let idleLevels = [false, false, true]
}

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
