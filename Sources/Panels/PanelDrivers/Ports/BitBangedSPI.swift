import Timelines

/// The output lines of an SPI bus without return channel, in the order in which a bit-banged bus wants its port.
public enum SPILines {
    /// The clock, line 0; idle low (SPI mode 0).
    public static let clock: UInt64 = 1 << 0
    /// The data into the first chip, line 1.
    public static let data: UInt64 = 1 << 1
    /// Chip select, line 2, which a MAX7219 calls LOAD; idle high.
    public static let chipSelect: UInt64 = 1 << 2

    /// All lines.
    public static let all = clock | data | chipSelect
    /// The levels while the bus is idle.
    public static let idleLevels = chipSelect
}

/// An SPI bus made of three output lines: mode 0, most significant bit first, output only.
///
/// For every bit, one call of the port lowers the clock and sets the data, and one raises the clock; only lines that
/// change are named. Real ports take some microseconds for a call, so the clock rate of a libgpiod port lies near
/// 100 kHz, whatever is asked for.
public struct BitBangedSPI<Port: OutputPort & ~Copyable, Clock: MonotonicClock>: SPIDevice, ~Copyable {
    /// What the port can answer.
    public typealias Failure = Port.Failure

    /// The lines: clock, data and chip select, as `SPILines` numbers them.
    public var port: Port
    // Variables, because Swift 6.0 takes the first use of a mutating method for a change of constants.
    private var clock: Clock
    /// The least time from the end of one edge to the start of the next.
    private var halfPeriod: Nanoseconds
    private var lastEdge: Instant?
    private var levels = SPILines.idleLevels
    /// Whether the lines have the levels between transfers.
    private var isIdle = false

    /// Creates the bus and drives the lines to their idle levels.
    ///
    /// - Parameters:
    ///   - port: lines 0, 1 and 2 are clock, data and chip select.
    ///   - clockRate: the highest clock rate in hertz; half a period at least lies between two edges. Less than 1
    ///     counts as 1.
    ///   - clock: what half a period is measured with; a clock that stands still is not waited for.
    public init(port: consuming Port, clockRate: Int, clock: Clock) throws(Failure) {
        self.port = port
        let rate = Int64(max(clockRate, 1))
        let halfPeriod = 500_000_000 / rate + (500_000_000 % rate == 0 ? 0 : 1)
        self.clock = clock
        self.halfPeriod = Nanoseconds(halfPeriod)
        try idle()
    }

    /// Sends the transfers; chip select is high for half a clock period at least between them.
    ///
    /// After a failure the lines are driven to their idle levels first. Does not allocate.
    public mutating func send(_ message: SPIMessage) throws(Failure) {
        if message.isEmpty { return }
        if !isIdle { try idle() }
        isIdle = false
        let length = message.transferLength
        let count = message.transfers * length
        try message.withBytes { bytes throws(Failure) in
            var start = 0
            while start < count {
                try send(bytes, from: start, to: start + length)
                start += length
            }
        }
        isIdle = true
    }

    /// There is no limit, because there is no system call for a whole transfer.
    public func transfersPerCall(ofLength length: Int) -> Int { .max }

    private mutating func send(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) throws(Failure) {
        try drive(levels & ~SPILines.chipSelect, mask: SPILines.chipSelect)
        var place = start
        while place < end {
            var byte = bytes[place]
            for _ in 0..<8 {
                try send(bit: byte & 0x80 != 0)
                byte <<= 1
            }
            place += 1
        }
        try drive(levels & ~SPILines.clock, mask: SPILines.clock)
        try drive(levels | SPILines.chipSelect, mask: SPILines.chipSelect)
    }

    private mutating func send(bit: Bool) throws(Failure) {
        let low = (levels & SPILines.chipSelect) | (bit ? SPILines.data : 0)
        let changes = low ^ levels
        if changes != 0 { try drive(low, mask: changes) }
        try drive(low | SPILines.clock, mask: SPILines.clock)
    }

    private mutating func idle() throws(Failure) {
        try drive(SPILines.idleLevels, mask: SPILines.all)
        isIdle = true
    }

    private mutating func drive(_ levels: UInt64, mask: UInt64) throws(Failure) {
        waitForEdge()
        try port.set(levels, mask: mask)
        lastEdge = clock.now
        self.levels = levels
    }

    /// After so many equal readings in a row the clock counts as standing still, and is not waited for.
    ///
    /// Real clocks of computers that run Linux move on after a few readings.
    private static var maximumEqualReadings: Int { 1_000 }

    /// Returns when the next edge may come: reads the clock until then.
    private func waitForEdge() {
        guard let lastEdge else { return }
        var before = lastEdge
        var equalReadings = 0
        while equalReadings < Self.maximumEqualReadings {
            let now = clock.now
            if now - lastEdge >= halfPeriod { return }
            equalReadings = now == before ? equalReadings + 1 : 0
            before = now
        }
    }
}
