import PiTraces
import SignTestSupport
import Testing

@Suite struct CuePulsesTests {
    private static let set: UInt32 = 0x3F20_001C
    private static let clear: UInt32 = 0x3F20_0028
    private static let millisecond: Int64 = 1_000_000

    /// Line 24 becomes an output (GPFSEL2, bits 12 to 14) and is raised and lowered at times in ms.
    private func pulses(_ changes: [(Int64, Bool)], isActiveHigh: Bool = true, released: Bool = true) -> CuePulses {
        var writes = [RegisterWrite(time: 0, address: isActiveHigh ? Self.clear : Self.set, value: 1 << 24)]
        writes.append(RegisterWrite(time: 0, address: 0x3F20_0008, value: 1 << 12))
        for (time, level) in changes {
            writes.append(
                RegisterWrite(time: time * Self.millisecond, address: level ? Self.set : Self.clear, value: 1 << 24))
        }
        if released { writes.append(RegisterWrite(time: 9_000 * Self.millisecond, address: 0x3F20_0008, value: 0)) }
        return CuePulses(of: 24, isActiveHigh: isActiveHigh, writes: writes, from: GPIOLevels())
    }

    private func problem(_ pulses: CuePulses) -> String? {
        pulses.problem(
            count: 3, every: 500 * Self.millisecond, width: 60 * Self.millisecond, slack: 50 * Self.millisecond)
    }

    @Test("periodic pulses of either level are found, including late and missing ones")
    func good() {
        let high: [(Int64, Bool)] = [
            (100, true), (160, false), (620, true), (700, false), (1_600, true), (1_665, false),
        ]
        #expect(problem(pulses(high)) == nil)
        expectEqual(pulses(high).active.spans.map(\.from), [100, 620, 1_600].map { $0 * Self.millisecond })
        #expect(problem(pulses(high.map { ($0.0, !$0.1) }, isActiveHigh: false)) == nil)
    }

    @Test(
        "pulses that are missing, too short, too long, mistimed or endless are reported",
        arguments: [
            ([(100, true), (160, false), (600, true), (660, false)], "2 pulses"),
            (
                [(100, true), (120, false), (600, true), (660, false), (1_100, true), (1_160, false)],
                "20000 us instead"
            ),
            (
                [(100, true), (300, false), (600, true), (660, false), (1_100, true), (1_160, false)],
                "200000 us instead"
            ),
            ([(100, true), (160, false), (800, true), (860, false), (1_100, true), (1_160, false)], "no multiple"),
        ] as [([(Int64, Bool)], String)])
    func bad(changes: [(Int64, Bool)], words: String) {
        #expect(problem(pulses(changes))?.contains(words) ?? false)
    }

    @Test("a line that another program left active is not a pulse of this one")
    func leftActive() {
        // Left as an output that is low, which is active here; another line changes first, then this one is brought to rest.
        var before = GPIOLevels()
        _ = before.obey(RegisterWrite(time: 0, address: Self.clear, value: 1 << 24))
        _ = before.obey(RegisterWrite(time: 0, address: 0x3F20_0008, value: 1 << 12))
        let changes: [(Int64, UInt32, UInt32)] = [
            (0, Self.set, 1 << 17), (938, Self.set, 1 << 24), (1_000, Self.clear, 1 << 24), (1_060, Self.set, 1 << 24),
        ]
        let writes = changes.map { RegisterWrite(time: $0.0 * Self.millisecond, address: $0.1, value: $0.2) }
        let pulses = CuePulses(of: 24, isActiveHigh: false, writes: writes, from: before)
        expectEqual(pulses.active.spans.map(\.from), [1_000 * Self.millisecond])
        #expect(pulses.isAtRest && pulses.wasOutput)
    }

    @Test("a line that stays active, or was never an output, is reported")
    func ends() {
        let open: [(Int64, Bool)] = [(100, true), (160, false), (600, true), (660, false), (1_100, true)]
        #expect(problem(pulses(open, released: false))?.contains("active at the end") ?? false)
        let never = CuePulses(of: 24, isActiveHigh: true, writes: [], from: GPIOLevels())
        #expect(problem(never)?.contains("never was an output") ?? false)
    }
}
