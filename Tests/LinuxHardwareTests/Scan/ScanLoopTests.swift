import PanelDrivers
import SignTestSupport
import Testing

/// The C loops, compiled with stores that are written down, beside a plain interpreter.
@Suite struct ScanLoopTests {
    /// How a program is played.
    private struct Setting {
        var slowdown = 0
        var shortWait: Int64 = 0
        var storeTime: Int64 = 16
        var lead: Int64 = 0
        var markMargin: Int64 = -1
        var startMargin: Int64 = -1
    }

    /// The settings that are tried, besides the kinds of registers; a store takes a power of two to divide exactly.
    private static let settings = [
        Setting(),
        Setting(slowdown: 2, shortWait: 16_000, lead: 55, startMargin: 12_000),
        Setting(slowdown: -1, shortWait: 1_000, storeTime: 8, lead: 10, markMargin: 0, startMargin: 3_000),
        Setting(slowdown: 1, lead: 33, markMargin: 4_000),
    ]

    /// What a loop and the interpreter make of a program, with the same settings.
    private func outcomes(
        _ words: [ScanWord], _ kind: RegisterKind, fault: Int = 0, setting: Setting
    ) -> (actual: [TimedEvent]?, expected: [TimedEvent]) {
        var loop = RecordedLoop(kind: kind, fault: fault)
        (loop.slowdown, loop.lead) = (setting.slowdown, setting.lead)
        (loop.shortWait, loop.storeRate) = (UInt32(setting.shortWait), UInt64(1 << 20 / setting.storeTime))
        (loop.markMargin, loop.startMargin) = (setting.markMargin, setting.startMargin)
        (loop.time, loop.sleepDelay) = (1_000_000, 900)
        var plain = PlainInterpreter(kind, time: 1_000_000, sleepDelay: 900)
        (plain.slowdown, plain.lead) = (setting.slowdown, setting.lead)
        (plain.shortWait, plain.storeTime) = (setting.shortWait, setting.storeTime)
        (plain.markMargin, plain.startMargin) = (setting.markMargin, setting.startMargin)
        plain.play(words)
        return (loop.play(words), plain.events)
    }

    @Test("every store of random programs, its order, its value and its time are those of the words")
    func randomPrograms() {
        var programs = RandomPrograms(seed: 1)
        for round in 0..<50 {
            let words = programs.next(words: 3 * round)
            for kind in RegisterKind.allCases {
                for setting in Self.settings {
                    let (actual, expected) = outcomes(words, kind, setting: setting)
                    expectEqual(actual, expected, "program \(round), \(kind), \(setting)")
                }
            }
        }
    }

    @Test("each way of breaking the loops shows in random programs", arguments: 1..<LightAccountTests.firstFault)
    func brokenLoops(fault: Int) {
        for kind in RegisterKind.allCases {
            // Of the lines from 32, an RP1 has none.
            if kind == .rp1, fault == 1 { continue }
            var programs = RandomPrograms(seed: 2)
            var caught = 0
            for round in 0..<20 {
                let words = programs.next(words: 6 * round)
                let (actual, expected) = outcomes(words, kind, fault: fault, setting: Self.settings[1])
                if actual != expected { caught += 1 }
            }
            #expect(caught > 7, "\(RecordedLoop.name(ofFault: fault)), \(kind): caught in \(caught) of 20 programs")
        }
    }

    @Test(
        "each word on BCM registers, typed",
        arguments: [
            (ScanWord.Operation.setLow, UInt32(0x0800_0001), [ScanEvent.write(rising: [0, 27])]),
            (.clearLow, 0x0002_0010, [.write(falling: [4, 17])]),
            (.clearLowWithNext, 0x0002_0000, [.write(falling: [17])]),
            (.setHigh, 0x0000_0001, [.write(rising: [28])]),
            (.setHigh, 0x0000_0010, [.write(rising: [32])]),
            (.setHigh, 0x0000_003F, [.write(rising: [28, 29, 30, 31]), .write(rising: [32, 33])]),
            (.clearHigh, 0x0002_0008, [.write(falling: [31]), .write(falling: [45])]),
            (.clearHighWithNext, 0x0800_0000, [.write(falling: [55])]),
            (.pad, 3, [.write(), .write(), .write()]),
            (.toggleLow, 0x0000_0001, []),
            (.nothing, 0x0FFF_FFFF, []),
        ])
    func wordsOnBCM(operation: ScanWord.Operation, payload: UInt32, events: [ScanEvent]) {
        let played = RecordedLoop(kind: .bcm).play([ScanWord(operation, payload)])
        let expected: [ScanEvent] = [.barrier] + events + [.barrier]
        expectEqual(played?.map(\.event), expected)
    }

    @Test(
        "each word on RP1 registers, typed",
        arguments: [
            (ScanWord.Operation.setLow, UInt32(0x0800_0001), [ScanEvent.write(rising: [0, 27])]),
            (.clearLow, 0x0002_0010, [.write(falling: [4, 17])]),
            (.clearLowWithNext, 0x0002_0000, [.write(falling: [17])]),
            (.toggleLow, 0x0002_0001, [.write(inverted: [0, 17])]),
            (.setHigh, 0x0FFF_FFFF, []), (.clearHigh, 0x0FFF_FFFF, []), (.clearHighWithNext, 0x0FFF_FFFF, []),
            (.pad, 2, [.write(), .write()]),
        ])
    func wordsOnRP1(operation: ScanWord.Operation, payload: UInt32, events: [ScanEvent]) {
        let played = RecordedLoop(kind: .rp1).play([ScanWord(operation, payload)])
        let expected: [ScanEvent] = [.barrier] + events + [.barrier]
        expectEqual(played?.map(\.event), expected)
    }

    @Test("slowdown: harmless writes after each write, padding too, or a barrier")
    func slowdown() {
        let words = [ScanWord(.setLow, 1), ScanWord(.pad, 1), ScanWord(.setHigh, 0x11)]
        let harmless = ScanEvent.write()
        var expected = [ScanEvent.barrier, .write(rising: [0]), harmless, harmless]
        expected += [harmless, harmless, harmless]
        expected += [.write(rising: [28]), harmless, harmless, .write(rising: [32]), harmless, harmless, .barrier]
        var loop = RecordedLoop(kind: .bcm, slowdown: 2)
        expectEqual(loop.play(words)?.map(\.event), expected)
        loop.slowdown = -1
        let barriers: [ScanEvent] = [.barrier, .write(rising: [0]), .barrier, .barrier]
        expectEqual(loop.play([words[0]])?.map(\.event), barriers)
    }

    @Test("a wait ends at its time or one reading of the clock later, early by the lead, and at once when it is over")
    func waits() {
        for duration in stride(from: Int64(0), through: 2_000, by: 37) {
            let words = [
                ScanWord(.clearLow, 1), ScanWord(.mark, 0), ScanWord(.waitAfterMark, UInt32(duration)),
                ScanWord(.setLow, 1), ScanWord(.waitAfterStart, 500), ScanWord(.pad, 1),
            ]
            let loop = RecordedLoop(kind: .bcm, lead: 30, writeTime: 10, readTime: 9)
            let times = loop.play(words)?.filter { $0.event != .barrier }.map(\.time) ?? []
            guard times.count == 3 else {
                Issue.record("\(times.count) stores")
                continue
            }
            // A reading for the mark, one at least in the wait, and the store.
            let pulse = times[1] - times[0] - 9 - 10
            let (least, beyond) = (max(duration - 30, 9), max(duration - 30, 1) + 9)
            #expect(pulse >= least && pulse < beyond)
            // The start was read at 9.
            let end = times[2] - 10 - 9
            let due = max(500, times[1])
            #expect(end >= due && end < due + 9)
        }
    }

    @Test("a short pulse is made of stores: it is as long as asked, to half a store, and reads no clock")
    func shortPulses() {
        for slowdown in 0...2 {
            for duration in stride(from: UInt32(10), through: 990, by: 10) {
                let words = [
                    ScanWord(.clearLow, 1), ScanWord(.mark, 0), ScanWord(.waitAfterMark, duration),
                    ScanWord(.setLow, 1),
                ]
                // 7 ns are 149,797 times 2 to the power of -20.
                let loop = RecordedLoop(
                    kind: .rp1, slowdown: slowdown, shortWait: 1_000, storeRate: 149_797, writeTime: 7, readTime: 50)
                let events = loop.play(words) ?? []
                let edges = events.filter { [.write(falling: [0]), .write(rising: [0])].contains($0.event) }
                guard edges.count == 2 else {
                    Issue.record("\(edges.count) edges")
                    continue
                }
                let pulse = edges[1].time - edges[0].time
                let wanted = max(Int64(duration), 7 * Int64(slowdown + 1))
                #expect(abs(pulse - wanted) * 2 <= 7, "\(duration) ns with slowdown \(slowdown)")
            }
        }
    }

    @Test("a further wait after the mark of a short one is at least as long as it says")
    func waitAfterShortPulse() {
        let words = [
            ScanWord(.clearLow, 1), ScanWord(.mark, 0), ScanWord(.waitAfterMark, 100), ScanWord(.setLow, 1),
            ScanWord(.waitAfterMark, 700), ScanWord(.setLow, 2),
        ]
        let loop = RecordedLoop(kind: .bcm, shortWait: 500, storeRate: 1 << 17, writeTime: 8, readTime: 5)
        let times = (loop.play(words) ?? []).filter { $0.event != .write() && $0.event != .barrier }.map(\.time)
        expectEqual(times.count, 3)
        let length = (times.last ?? 0) - (times.first ?? 0)
        #expect((700..<750).contains(length))
    }

    @Test("waits are slept through only where asked, up to the margin, and only where 5 us are worth it")
    func sleeps() {
        func sleeps(_ words: [ScanWord], mark: Int64, start: Int64) -> Int {
            let loop = RecordedLoop(kind: .rp1, markMargin: mark, startMargin: start, readTime: 10)
            return loop.play(words)?.filter { $0.event == .sleep }.count ?? -1
        }
        let pulse = [ScanWord(.mark, 0), ScanWord(.waitAfterMark, 20_000)]
        let gap = [ScanWord(.waitAfterStart, 20_000)]
        expectEqual(sleeps(pulse, mark: -1, start: 0), 0)
        expectEqual(sleeps(pulse, mark: 0, start: -1), 1)
        expectEqual(sleeps(gap, mark: 0, start: -1), 0)
        expectEqual(sleeps(gap, mark: -1, start: 0), 1)
        expectEqual(sleeps(gap, mark: -1, start: 14_980), 1)
        expectEqual(sleeps(gap, mark: -1, start: 14_990), 0)
    }
}
