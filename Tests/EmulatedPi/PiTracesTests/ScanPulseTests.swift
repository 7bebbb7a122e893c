import PanelDrivers
import PiTraces
import SignTestSupport
import Testing

@Suite struct ScanPulseTests {
    private static let clock = UInt32(1) << 17
    private static let latch = UInt32(1) << 4
    private static let enable = UInt32(1) << 18
    private static let a = UInt32(1) << 22
    private static let r1 = UInt32(1) << 11
    private static let b2 = UInt32(1) << 10

    /// Plays sets (true) and clears of lines with the wiring "regular", a microsecond apart; two columns.
    private func play(_ writes: [(Bool, UInt32)]) -> ScanPulseReader {
        var folder = WireFolder(
            wireOfLine: [
                18: HUB75Wires.outputEnable, 17: HUB75Wires.clock, 4: HUB75Wires.latch, 22: HUB75Wires.address, 11: 0,
                10: 5,
            ])
        var reader = ScanPulseReader(columns: 2)
        // Lines 0 to 29 are outputs, OE is high first.
        var all: [(UInt32, UInt32)] = [(0x3F20_001C, Self.enable), (0x3F20_0028, ~Self.enable)]
        for register: UInt32 in [0, 4, 8] { all.append((0x3F20_0000 + register, 0x0924_9249)) }
        for write in writes { all.append((write.0 ? 0x3F20_001C : 0x3F20_0028, write.1)) }
        for (time, write) in all.enumerated() {
            let write = RegisterWrite(time: Int64(time) * 1_000, address: write.0, value: write.1)
            folder.obey(write, at: write.time, into: &reader)
        }
        return reader
    }

    @Test("two columns shifted and latched are what a pulse of row 1 lights")
    func pulse() {
        let reader = play([
            (true, Self.r1), (true, Self.clock), (false, Self.clock | Self.r1), (true, Self.b2), (true, Self.clock),
            (false, Self.clock | Self.b2), (true, Self.a), (true, Self.latch), (false, Self.latch),
            (false, Self.enable),
            (true, Self.enable),
        ])
        // OE, an input pulled down until the registers say otherwise, rises once before.
        expectEqual(reader.pulses, [ScanPulse(row: 1, bits: [0b1, 0b10_0000], start: 14_000, end: 15_000)])
        expectEqual(reader.changesWhileLit, 0)
    }

    @Test("bits that are not latched are not lit, and changes of the row or the latch under light are counted")
    func faults() {
        let reader = play([
            (true, Self.r1), (true, Self.clock), (false, Self.clock), (false, Self.enable), (true, Self.a),
            (true, Self.latch), (true, Self.enable),
        ])
        expectEqual(reader.changesWhileLit, 2)
        let dark = play([(true, Self.r1), (true, Self.clock), (false, Self.enable), (true, Self.enable)])
        expectEqual(dark.pulses.map(\.bits), [[0, 0]])
    }

    @Test("pulses are distinguished by their row and by each bit")
    func compares() {
        let pulse = ScanPulse(row: 1, bits: [1, 2], start: 0, end: 5)
        #expect(pulse.lightsTheSame(as: ScanPulse(row: 1, bits: [1, 2], start: 9, end: 10)))
        #expect(!pulse.lightsTheSame(as: ScanPulse(row: 2, bits: [1, 2], start: 0, end: 5)))
        #expect(!pulse.lightsTheSame(as: ScanPulse(row: 1, bits: [1, 3], start: 0, end: 5)))
    }
}
