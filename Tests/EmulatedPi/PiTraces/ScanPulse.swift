import PanelDrivers
import PanelSimulation

/// A time for which a row of HUB75 panels was lit, and what it showed.
public struct ScanPulse: Hashable, Sendable {
    /// The levels of the address wires, A in bit 0.
    public let row: UInt8
    /// The latched bits: a byte for each column as it was shifted in, R1 in bit 0 to B2 in bit 5.
    public let bits: [UInt8]
    /// When OE fell.
    public let start: Int64
    /// When it rose.
    public let end: Int64

    /// Creates a pulse.
    public init(row: UInt8, bits: [UInt8], start: Int64, end: Int64) {
        self.row = row
        self.bits = bits
        self.start = start
        self.end = end
    }

    /// Whether both light the same LEDs, for however long.
    public func lightsTheSame(as other: ScanPulse) -> Bool { row == other.row && bits == other.bits }
}

/// Listens to the wires of one chain of HUB75 panels, and notes the pulses.
///
/// It is a plain model of shift registers and latches, made apart from `SimulatedHUB75`.
public struct ScanPulseReader: WireListener, Sendable {
    /// The pulses that are over.
    public private(set) var pulses: [ScanPulse] = []
    /// How often the row or the latch changed while OE was low.
    public private(set) var changesWhileLit = 0
    private var wires: UInt32
    private var shifted: [UInt8]
    private var next = 0
    private var latched: [UInt8]
    private var litSince: Int64?

    /// Creates panels with that many columns, all wires idle.
    public init(columns: Int) {
        shifted = [UInt8](repeating: 0, count: columns)
        latched = shifted
        wires = 1 << UInt32(HUB75Wires.outputEnable)
    }

    /// Hears an edge on one of the wires of `HUB75Wires`.
    public mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        let bit = UInt32(1) << UInt32(wire)
        guard (wires & bit != 0) != level else { return }
        wires ^= bit
        switch wire {
        case HUB75Wires.clock:
            guard level else { return }
            // A ring: the oldest bit is overwritten.
            shifted[next] = UInt8(wires & 0x3F)
            next = next + 1 < shifted.count ? next + 1 : 0
        case HUB75Wires.latch:
            guard level else { return }
            if litSince != nil { changesWhileLit += 1 }
            for column in latched.indices { latched[column] = shifted[(next + column) % shifted.count] }
        case HUB75Wires.outputEnable: level ? rise(at: time) : fall(at: time)
        case HUB75Wires.address..<HUB75Wires.clock:
            if litSince != nil { changesWhileLit += 1 }
        default: return
        }
    }

    private mutating func fall(at time: Int64) { litSince = time }

    private mutating func rise(at time: Int64) {
        guard let start = litSince else { return }
        litSince = nil
        let row = UInt8(wires >> UInt32(HUB75Wires.address) & 0x1F)
        pulses.append(ScanPulse(row: row, bits: latched, start: start, end: time))
    }
}
