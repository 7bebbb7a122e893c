import Glibc
import PanelDrivers

/// A port that only exists in memory: scan programs become edges for a listener, at exact times.
///
/// A write changes its lines at one instant, and the next one comes a write time later; so do the writes of `pad`. Words
/// that are joined with the next one are one write with it; before a word that does not write they are a write of their
/// own. Time continues from program to program.
public struct SimulatedScanPort<Listener: WireListener>: ScanPort {
    /// The error that the port reports when a test has set one.
    public typealias Failure = HardwareError

    /// The listener of the edges.
    public var listener: Listener
    /// How long a write takes, in nanoseconds.
    public let writeTime: Int64
    /// The time of the next write, in nanoseconds.
    public private(set) var time: Int64
    /// The levels of the lines; bit n is GPIO line n.
    public private(set) var lines: UInt64
    /// How many writes there were, padding apart; the failing one counts.
    public private(set) var writes = 0
    /// How many writes there were that only gave the panel time.
    public private(set) var pads = 0
    /// How many words the port could not perform: unknown ones, and toggles where it has no toggle.
    public private(set) var refusedWords = 0
    /// The lines without a wire that a program wrote; bit n is GPIO line n.
    public private(set) var unwiredLines: UInt64 = 0
    /// The number of the write, from 1, that fails; nil if every write succeeds.
    ///
    /// Later ones succeed again.
    public var failingWrite: Int?
    /// The writes of other programs between two writes of a scan program, in order: the number of the port's write that one follows
    /// at once, from 1, or 0 for before the first, and the lines that it drives high and low; bit n is line n.
    public var foreignWrites: [(after: Int, set: UInt64, clear: UInt64)] = [] {
        didSet { nextForeignWrite = 0 }
    }

    private let takesToggles: Bool
    /// The wire of each line; -1 for a line without a wire.
    private let wires: [Int]
    private let wiredLines: UInt64
    private var nextForeignWrite = 0
    private var lastWrite: Int64
    private var mark: Int64
    private var start: Int64
    /// The lines that fall with the next write.
    private var joined: UInt64 = 0

    /// Creates a port whose lines have the idle levels of their wires, which the listener knows already.
    ///
    /// - Parameters:
    ///   - wireOfLine: the wire of `HUB75Wires` on each GPIO line from 0 to 55; others are ignored.
    ///   - writeTime: nanoseconds a write takes, rounded up to a multiple of 10; at least 10.
    ///   - takesToggles: whether there are words that invert lines, as on a Raspberry Pi 5.
    ///   - start: the time of the first write, in nanoseconds.
    public init(
        wireOfLine: [Int: Int], writeTime: Int64, takesToggles: Bool = true, start: Int64 = 0, into listener: Listener
    ) {
        var wires = [Int](repeating: -1, count: 56)
        var lines: UInt64 = 0
        var wired: UInt64 = 0
        for (line, wire) in wireOfLine where wires.indices.contains(line) {
            wires[line] = wire
            wired |= 1 << UInt64(line)
            if wire == HUB75Wires.outputEnable { lines |= 1 << UInt64(line) }
        }
        self.wires = wires
        self.lines = lines
        wiredLines = wired
        self.takesToggles = takesToggles
        self.writeTime = (min(max(writeTime, 1), 1_000_000_000) + 9) / 10 * 10
        time = min(max(start, 0), Int64.max / 2)
        (lastWrite, mark, self.start) = (time, time, time)
        self.listener = listener
    }

    /// Lets time pass before the next write; past instants have no effect.
    public mutating func advance(to time: Int64) {
        self.time = max(self.time, min(time, Int64.max / 2))
    }

    /// Plays a program once, from its first word to its last.
    ///
    /// - Throws: the failure that a test has set; the writes before it took place.
    public mutating func play(_ program: borrowing ScanProgram) throws(HardwareError) {
        start = time
        joined = 0
        performForeignWrites(at: time)
        let count = min(max(program.count, 0), program.storage.count)
        var place = 0
        while place < count {
            try perform(ScanWord(rawValue: program.storage[place]))
            place &+= 1
        }
        try writeJoined()
    }

    private mutating func perform(_ word: ScanWord) throws(HardwareError) {
        let payload = word.payload
        let low = UInt64(payload)
        switch word.operation {
        case .setLow: try write(set: low, clear: 0)
        case .clearLow: try write(set: 0, clear: low)
        case .setHigh: try write(set: low << 28, clear: 0)
        case .clearHigh: try write(set: 0, clear: low << 28)
        case .toggleLow where takesToggles: try write(set: low & ~lines, clear: low & lines)
        case .clearLowWithNext: joined |= low
        case .clearHighWithNext: joined |= low << 28
        default:
            try writeJoined()
            pass(word)
        }
    }

    /// Performs a word that does not write.
    private mutating func pass(_ word: ScanWord) {
        let payload = Int64(word.payload)
        switch word.operation {
        case .pad:
            guard payload > 0 else { return }
            pads &+= Int(payload)
            time &+= payload &* writeTime
            lastWrite = time &- writeTime
        case .mark: mark = lastWrite
        case .waitAfterMark: time = max(time, mark &+ payload)
        case .waitAfterStart: time = max(time, start &+ payload)
        case .nothing: return
        default: refusedWords += 1
        }
    }

    private mutating func writeJoined() throws(HardwareError) {
        if joined != 0 { try write(set: 0, clear: 0) }
    }

    private mutating func write(set: UInt64, clear: UInt64) throws(HardwareError) {
        let clear = clear | joined
        joined = 0
        writes &+= 1
        if writes == failingWrite { throw failure }
        unwiredLines |= (set | clear) & ~wiredLines
        change(to: (lines & ~clear) | set, at: time)
        lastWrite = time
        time &+= writeTime
        performForeignWrites(at: lastWrite &+ writeTime / 20 * 10)
    }

    private var failure: HardwareError {
        HardwareError(
            operation: "write to", path: "the simulated port", code: EIO,
            reason: "write \(writes) fails, as the test has set")
    }

    private mutating func performForeignWrites(at time: Int64) {
        while nextForeignWrite < foreignWrites.count, foreignWrites[nextForeignWrite].after <= writes {
            let write = foreignWrites[nextForeignWrite]
            nextForeignWrite += 1
            change(to: (lines & ~write.clear) | write.set, at: time)
        }
    }

    private mutating func change(to levels: UInt64, at time: Int64) {
        var changes = (lines ^ levels) & wiredLines
        lines = levels
        while changes != 0 {
            let line = changes.trailingZeroBitCount
            listener.edge(on: wires[line], to: levels >> UInt64(line) & 1 == 1, at: time)
            changes &= changes &- 1
        }
    }
}

extension SimulatedScanPort where Listener == WireTrace {
    /// The recording so far, ended by an idle clock cycle, because other decoders take a word at the edge after it.
    public func finishedTrace() -> WireTrace {
        listener.finished(at: time, clockWidth: max(writeTime, 50), hasClock: wires.contains(HUB75Wires.clock))
    }
}

extension WireTrace {
    /// The recording of HUB75 wires, ended by an idle clock cycle where there is a clock.
    func finished(at time: Int64, clockWidth: Int64, hasClock: Bool = true) -> WireTrace {
        var trace = self
        trace.extend(to: time)
        if hasClock {
            trace.edge(on: HUB75Wires.clock, to: true, at: trace.end + clockWidth)
            trace.edge(on: HUB75Wires.clock, to: false, at: trace.end + clockWidth)
        }
        trace.extend(to: trace.end + clockWidth)
        return trace
    }

    /// Creates an empty recording of the idle wires of HUB75 panels.
    public static func hub75(chains: Int = 1, start: Int64 = 0) -> WireTrace {
        WireTrace(
            names: HUB75Wires.names(chains: chains), initialLevels: HUB75Wires.idleLevels(chains: chains), start: start)
    }
}
