import CScanRecorder
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport

/// A Raspberry Pi that is disturbed: the C loops play the refreshes of a picture, and simulated panels measure its light.
///
/// 16 columns and 16 row addresses, eleven planes of 130 ns and more, so a white LED is lit for 266 us of each 4.4 ms.
struct DisturbedMachine {
    static let columns = 16
    static let rowPairs = 16
    /// How long a white LED is lit in a refresh.
    static let white: Int64 = 2_047 * 130

    /// What a kind of machine does at rest.
    struct Kind {
        var registers = RegisterKind.bcm
        var storeTime: Int64 = 10
        var readTime: Int64 = 50
        var slowdown = 1
        /// How many stores may be under way, and for how long one is.
        var maximumPosted: Int64 = 0
        var latency: Int64 = 0

        /// A Raspberry Pi 5.
        static let pi5 = Kind(registers: .rp1, storeTime: 27, slowdown: 1, maximumPosted: 160, latency: 400)
    }

    private(set) var program: ScanProgram
    /// The time of a refresh as it was planned.
    let period: Int64
    /// What a write has to take at least, in picoseconds.
    let leastWrite: Int64
    /// The light of each LED in a refresh as it should be.
    let nominal: [Int64]
    var loop: RecordedLoop
    var panel: SimulatedHUB75
    private var lines: UInt32 = 1 << 18
    private var entries = [scan_recorder_entry](repeating: scan_recorder_entry(), count: 1 << 20)

    /// A pulse of light: its row, and when it began and ended.
    struct Pulse {
        let row: Int
        let start: Int64
        let end: Int64
    }

    init(
        _ kind: Kind = Kind(), settings: ScanSettings = ScanSettings(), hasAccount: Bool = true, seed: UInt64 = 7
    ) throws {
        let matrix = HUB75Matrix(columns: Self.columns, rowPairs: Self.rowPairs)
        let stores = Int64(kind.slowdown + 1)
        var timing = PortTiming(kind: kind.registers == .rp1 ? .rp1 : .bcm, writeTime: 10)
        timing.measured = MeasuredWrite(
            store: 1_000 * kind.storeTime, stores: stores, write: 1_000 * kind.storeTime * stores)
        // What a port measures when it is opened: how long a store is under way, there and back behind PCI Express; a reading of
        // the clock; the writes that slow a store down.
        let way = kind.maximumPosted > 0 ? 2 * kind.latency : kind.storeTime
        let lead = way + kind.readTime + kind.storeTime * Int64(kind.slowdown)
        timing.clockTime = kind.maximumPosted > 0 ? (lead + kind.readTime + 2) / 3 : kind.readTime
        var encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: .regular, settings: settings, timing: timing)
        encoder.encode(Self.frame(matrix.size, seed: seed))
        program = encoder.programs[0]
        period = encoder.refreshPeriod
        leastWrite = encoder.leastWrite
        var ideal = SimulatedScanPort(
            wireOfLine: Self.wireOfLine, writeTime: 10,
            into: SimulatedHUB75(
                columns: Self.columns, rowPairs: Self.rowPairs, allowing: Set(HUB75ViolationKind.allCases)))
        try ideal.play(program)
        nominal = Self.light(of: ideal.listener)
        panel = SimulatedHUB75(
            columns: Self.columns, rowPairs: Self.rowPairs, allowing: Set(HUB75ViolationKind.allCases))
        loop = RecordedLoop(kind: kind.registers)
        (loop.slowdown, loop.writeTime, loop.readTime) = (kind.slowdown, kind.storeTime, kind.readTime)
        loop.time = 1_000_000
        (loop.maximumPosted, loop.latency) = (kind.maximumPosted, kind.latency)
        loop.lead = lead
        loop.fine = 2 * kind.readTime
        loop.markGap = lead + 1_000 + kind.maximumPosted * kind.storeTime
        (loop.shortWait, loop.storeRate) = (
            UInt32(max(1_000, 4 * kind.readTime, kind.maximumPosted > 0 ? 2 * lead : 0)),
            UInt64(1 << 20) / UInt64(kind.storeTime)
        )
        loop.light = 18
        if hasAccount { loop.account = RecordedAccount(tolerance: 1_000) }
    }

    /// Colours that need all planes; the LEDs of the first column are white, those of the second one dim.
    private static func frame(_ size: Size, seed: UInt64) -> Frame {
        var random = SeededRandom(seed: seed)
        var frame = Frame(size: size, format: .rgb)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let mask: UInt32 = x == 1 ? 0x3F3F3F : 0xFFFFFF
                let color =
                    x == 0 ? Color.white : Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &random) & mask)
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(color))
            }
        }
        return frame
    }

    private static let wireOfLine = [
        18: 13, 17: 11, 4: 12, 22: 6, 23: 7, 24: 8, 25: 9, 11: 0, 27: 1, 7: 2, 8: 3, 9: 4, 10: 5,
    ]
    private static let wires = (0..<32).map { wireOfLine[$0] ?? -1 }

    /// The light of all LEDs: of each row of the picture the columns, of each column the colours.
    private static func light(of panel: SimulatedHUB75) -> [Int64] {
        var light: [Int64] = []
        light.reserveCapacity(2 * rowPairs * columns * 3)
        for y in 0..<2 * rowPairs {
            for x in 0..<columns {
                for color in 0..<3 { light.append(panel.light(x: x, y: y, color: color)) }
            }
        }
        return light
    }

    /// The place of a white LED of a row address.
    static func whiteLED(ofRow row: Int) -> Int { row * columns * 3 }

    /// Plays a refresh; returns the light of each LED, and the pulses.
    mutating func refresh() -> (light: [Int64], pulses: [Pulse]) {
        let count = loop.playOn(program.storage, count: program.count, into: &entries)
        precondition(count <= entries.count, "\(count) events")
        var pulses: [Pulse] = []
        var start: Int64 = 0
        panel.resetLight()
        for entry in entries.prefix(count) where entry.value != 0 {
            let before = lines
            switch entry.offset {
            case 0x1C, 0x12000: lines |= entry.value
            case 0x28, 0x13000: lines &= ~entry.value
            case 0x11000: lines ^= entry.value
            default: continue
            }
            var changes = before ^ lines
            if changes >> 18 & 1 == 1 {
                if lines >> 18 & 1 == 0 {
                    start = entry.time
                } else {
                    pulses.append(Pulse(row: Int(lines >> 22 & 0xF), start: start, end: entry.time))
                }
            }
            while changes != 0 {
                let line = changes.trailingZeroBitCount
                changes &= changes - 1
                if Self.wires[line] >= 0 {
                    panel.edge(on: Self.wires[line], to: lines >> UInt32(line) & 1 == 1, at: entry.time)
                }
            }
        }
        panel.advance(to: max(loop.time, loop.arrived))
        return (Self.light(of: panel), pulses)
    }

    /// Lets rows follow each other at once, without a look at the time.
    mutating func removePauses() {
        for index in 0..<program.count where ScanWord(rawValue: program.storage[index]).operation == .waitAfterStart {
            program.storage[index] = ScanWord(.nothing, 0).rawValue
        }
    }

    /// What a refresh did on the clock line.
    struct Clocking {
        /// The shortest times for which CLK was high, and low.
        var (leastHigh, leastLow) = (Int64.max, Int64.max)
        /// How many stores there were from its rising to its falling.
        var storesHigh: Set<Int> = []
        /// What the refresh took.
        var time: Int64 = 0
    }

    /// Plays a refresh, and looks at CLK alone.
    mutating func clocking() -> Clocking {
        var clocking = Clocking()
        let start = loop.time
        let count = loop.playOn(program.storage, count: program.count, into: &entries)
        precondition(count <= entries.count, "\(count) events")
        clocking.time = loop.time - start
        var (isHigh, changed, stores) = (false, Int64.min / 2, 0)
        entries.withUnsafeBufferPointer { entries in
            var index = 0
            while index < count {
                let entry = entries[index]
                index += 1
                if entry.offset >= UInt32(scan_recorder_barrier) { continue }
                let becomesHigh = entry.offset == 0x1C || entry.offset == 0x12000
                if entry.value >> 17 & 1 == 1, becomesHigh != isHigh {
                    let width = entry.time - changed
                    if isHigh {
                        clocking.leastHigh = min(clocking.leastHigh, width)
                        clocking.storesHigh.insert(stores)
                    } else {
                        clocking.leastLow = min(clocking.leastLow, width)
                    }
                    (isHigh, changed, stores) = (becomesHigh, entry.time, 0)
                }
                stores += 1
            }
        }
        return clocking
    }

    /// The pulses of the next refresh, which is not played.
    func nextPulses() -> [Pulse] {
        var copy = self
        return copy.refresh().pulses
    }
}
