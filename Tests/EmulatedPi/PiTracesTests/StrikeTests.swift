import PiTraces
import SignTestSupport
import Testing

@Suite struct StrikeTests {
    private func spans(_ spans: [(Int64, Int64?)]) -> LitSpans {
        var result = LitSpans()
        for (from, to) in spans {
            result.record(true, at: from)
            if let to { result.record(false, at: to) }
        }
        return result
    }

    private let marks: [(time: Int64, mark: Mark)] = [
        (0, Mark(.start, 0)), (100, Mark(.cause, 0)), (300, Mark(.start, 0)), (500, Mark(.cause, 1)),
        (700, Mark(.resumes, 1)), (800, Mark(.cause, 2)), (900, Mark(.end, 1)),
    ]

    private func strikes(_ lit: LitSpans) -> [Strike] { Strike.find(in: marks, lit: lit, busy: lit) }

    @Test("a panel that is lit for some time after the cause, and that pulses until then, counts to its last light")
    func litFor() {
        let found = strikes(spans([(10, 110), (120, 130), (310, 490), (510, 512), (790, 805)]))
        expectEqual(found.map(\.litFor), [30, 12, 5])
        expectEqual(found.map(\.wasBusy), [true, false, true])
        expectEqual(found.map(\.end), [300, 700, 900])
    }

    @Test("twice the time for which the emulator stood still is added to the limit, and to no other strike's")
    func stoodStill() {
        let marks: [(time: Int64, mark: Mark)] = [
            (0, Mark(.cause, 0)), (900_000, Mark(.stoodStill, 2)), (910_000, Mark(.start, 0)),
            (1_000_000, Mark(.cause, 1)), (1_900_000, Mark(.end, 1)),
        ]
        let lit = spans([(0, 500_000), (1_000_000, 1_500_000)])
        let found = Strike.find(in: marks, lit: lit, busy: lit)
        expectEqual(found.map(\.stoodStill), [200_000, 0])
        expectEqual(found.map { $0.isDark(within: 100_000) }, [true, false])
        expectEqual(found.map { $0.isDark(within: 99_999) }, [false, false])
    }

    @Test("an emulator that stood still excuses a second and no more")
    func maximumExcused() {
        let marks: [(time: Int64, mark: Mark)] = [
            (0, Mark(.cause, 0)), (2_000_000_000, Mark(.stoodStill, 9_000)), (2_100_000_000, Mark(.end, 0)),
        ]
        for (last, isDark) in [(1_100_000_000, true), (1_100_000_001, false)] as [(Int64, Bool)] {
            let lit = spans([(0, last)])
            let found = Strike.find(in: marks, lit: lit, busy: lit)
            expectEqual(found.map { $0.isDark(within: 100_000_000) }, [isDark])
        }
    }

    @Test("what is lit only before the cause or after the window is dark at once")
    func darkAtOnce() {
        let found = strikes(spans([(10, 90), (300, 400), (700, 750)]))
        expectEqual(found.map(\.litFor), [0, 0, 0])
    }

    @Test("a panel that is lit at the end of the window never got dark, and one that is lit again did not stay so")
    func fails() {
        let burning = strikes(spans([(10, nil)]))
        expectEqual(burning.map(\.litFor), [nil, nil, nil])
        #expect(!burning[0].isDark(within: 1_000))
        let again = strikes(spans([(10, 101), (280, 290)]))
        expectEqual(again[0].litFor, 190)
        #expect(!again[0].isDark(within: 100) && again[0].isDark(within: 190))
    }

    @Test("spans: changes to the same are none, instants belong to a span from its first to before its last")
    func spanInstants() {
        var spans = LitSpans()
        spans.record(false, at: 5)
        spans.record(true, at: 10)
        spans.record(true, at: 15)
        spans.record(false, at: 20)
        spans.record(true, at: 40)
        #expect(spans.spans.count == 2 && spans.isOn)
        let instants: [Int64] = [9, 10, 19, 20, 39, 40, 1_000]
        expectEqual(instants.map { spans.contains($0) }, [false, true, true, false, false, true, true])
        expectEqual(spans.last(after: 0, before: 30), 20)
        #expect(spans.last(after: 20, before: 40) == nil)
        expectEqual(spans.last(after: 20, before: 50), 50)
    }
}
