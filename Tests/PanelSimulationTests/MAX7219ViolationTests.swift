import PanelSimulation
import Settings
import SignTestSupport
import Testing

@Suite struct MAX7219ViolationTests {
    /// What a chain of one reports about edges, given as (wire, level, time).
    private func violations(
        _ edges: [(Int, Bool, Int64)], allowing: Set<MAX7219ViolationKind> = [.wordLength]
    ) -> [MAX7219Violation] {
        var chain = SimulatedMAX7219Chain(count: 1, allowing: allowing)
        for (wire, level, time) in edges { chain.edge(on: wire, to: level, at: time) }
        return chain.violations
    }

    private func summary(_ violations: [MAX7219Violation]) -> [String] {
        violations.map { "\($0.kind) \($0.time) \($0.found) \($0.expected)" }
    }

    @Test("a transfer of another length than 16 clocks for each chip is reported, and obeyed")
    func wordLength() {
        var bus = Bus(SimulatedMAX7219Chain(count: 2))
        bus.send(0x0B07)
        expectEqual(bus.chain.violations.map(\.kind), [.wordLength])
        expectEqual(bus.chain.violations[0].found, 16)
        expectEqual(bus.chain.violations[0].expected, 32)
        expectEqual(bus.chain.chips[0].scanLimit, 7)
        bus.send(0x0B07, 0x0B07)
        expectEqual(bus.chain.violations.count, 1)
    }

    @Test("a clock above 10 MHz is reported, one at 10 MHz is not")
    func clockRate() {
        let fast: [(Int, Bool, Int64)] = [(0, true, 1_000), (0, false, 1_050), (0, true, 1_099)]
        expectEqual(summary(violations(fast)), ["clockTooFast 1099 99 100", "clockPulse 1099 49 50"])
        let right: [(Int, Bool, Int64)] = [(0, true, 1_000), (0, false, 1_050), (0, true, 1_100)]
        #expect(violations(right).isEmpty)
    }

    @Test("data that changes less than 25 ns before the clock rises is reported")
    func setUp() {
        expectEqual(summary(violations([(1, true, 1_000), (0, true, 1_024)])), ["setUp 1024 24 25"])
        #expect(violations([(1, true, 1_000), (0, true, 1_025)]).isEmpty)
    }

    @Test("data that changes sooner after the clock rose than the limit says is reported")
    func hold() {
        var limits = MAX7219WireLimits.dataSheet
        limits.hold = 10
        var chain = SimulatedMAX7219Chain(count: 1, limits: limits)
        chain.edge(on: 0, to: true, at: 100)
        chain.edge(on: 1, to: true, at: 109)
        expectEqual(summary(chain.violations), ["hold 109 9 10"])
    }

    @Test("a short chip select pulse and a clock too soon after it are reported")
    func chipSelect() {
        let edges: [(Int, Bool, Int64)] = [
            (2, false, 1_000), (2, true, 2_000), (0, true, 2_049), (0, false, 3_000), (2, false, 4_000),
            (0, true, 4_024), (0, false, 5_000), (2, true, 6_000), (2, false, 6_049),
        ]
        expectEqual(
            summary(violations(edges)),
            [
                "chipSelectToClock 2049 49 50", "chipSelectToClock 4024 24 25", "chipSelectPulse 6049 49 50",
            ])
    }

    @Test("each kind can be allowed by its name, and frequent ones do not hide rare ones that come later")
    func allowing() {
        var edges: [(Int, Bool, Int64)] = []
        for index in 0..<500 { edges.append((0, index % 2 == 0, Int64(1_000 + 10 * index))) }
        edges += [(2, false, 9_000), (2, true, 10_000), (2, false, 10_049)]
        let found = violations(edges)
        expectEqual(found.filter { $0.kind == .clockPulse }.count, 25)
        expectEqual(found.filter { $0.kind == .clockTooFast }.count, 25)
        expectEqual(found.last?.kind, .chipSelectPulse)
        var chain = SimulatedMAX7219Chain(count: 1, allowing: [.wordLength])
        for (wire, level, time) in edges { chain.edge(on: wire, to: level, at: time) }
        expectEqual(chain.violationCounts, [.clockPulse: 499, .clockTooFast: 249, .chipSelectPulse: 1])
        edges.removeLast(3)
        #expect(violations(edges, allowing: [.clockTooFast]).allSatisfy { $0.kind == .clockPulse })
        #expect(violations(edges, allowing: Set(MAX7219ViolationKind.allCases)).isEmpty)
    }

    /// 8 MHz, sampled every 42 ns: periods of three samples, now and then of two.
    @Test("limits that are loosened by a sample accept what the sampling has moved, and nothing shorter")
    func sampled() {
        func found(_ period: Int64, sample: Int64) -> [MAX7219ViolationKind] {
            let limits = MAX7219WireLimits(clockRate: 8_000_000).loosened(bySample: sample)
            var chain = SimulatedMAX7219Chain(count: 1, limits: limits)
            for (level, time) in [(true, 0), (false, 42), (true, period)] as [(Bool, Int64)] {
                chain.edge(on: 0, to: level, at: time)
            }
            return chain.violations.map(\.kind)
        }
        expectEqual(found(84, sample: 42), [])
        expectEqual(found(82, sample: 42), [.clockTooFast])
        expectEqual(found(84, sample: 0), [.clockPulse, .clockTooFast, .clockPulse])
        expectEqual(found(84, sample: -5), [.clockPulse, .clockTooFast, .clockPulse])
        expectEqual(found(84, sample: .max), [])
    }

    @Test("a board's own clock limit counts instead of the data sheet's")
    func boardLimit() {
        var chain = SimulatedMAX7219Chain(count: 1, limits: MAX7219WireLimits(clockRate: 1_000_000))
        for (level, time) in [(true, 0), (false, 400), (true, 800)] as [(Bool, Int64)] {
            chain.edge(on: 0, to: level, at: time)
        }
        expectEqual(summary(chain.violations), ["clockTooFast 800 800 1000"])
        expectEqual("\(chain.violations[0])", "at 800 ns: CLK rose 800 ns after it rose before; the chips need 1000 ns")
    }

    /// Clocks bits into two chips, with a low phase before the last rise of so many nanoseconds.
    private func chainOfTwo(_ bits: [Bool], lastLow: Int64) -> [MAX7219Violation] {
        var chain = SimulatedMAX7219Chain(count: 2, allowing: [.clockPulse, .clockTooFast])
        var time: Int64 = 0
        for (index, bit) in bits.enumerated() {
            chain.edge(on: SPIWires.data, to: bit, at: time)
            time += index == bits.count - 1 ? lastLow : 500
            chain.edge(on: SPIWires.clock, to: true, at: time)
            time += 500
            chain.edge(on: SPIWires.clock, to: false, at: time)
        }
        return chain.violations
    }

    @Test("a clock that rises before DOUT was there for the next chip's set-up time is reported, when DOUT changed")
    func dataOut() {
        let changing = [true] + [Bool](repeating: false, count: 16)
        expectEqual(summary(chainOfTwo(changing, lastLow: 49)), ["dataOut 16049 49 50"])
        #expect(chainOfTwo(changing, lastLow: 50).isEmpty)
        let constant = [Bool](repeating: false, count: 17)
        #expect(chainOfTwo(constant, lastLow: 30).isEmpty)
    }

    @Test("every kind has a name of its own, and is found by it and by its raw value")
    func names() throws {
        expectEqual(
            MAX7219ViolationKind.allCases.map(\.name),
            [
                "word-length", "clock-too-fast", "clock-pulse", "set-up", "hold", "chip-select-pulse",
                "chip-select-to-clock", "data-out",
            ])
        let kinds = try MAX7219ViolationKind.kinds(parsing: "set-up,clockTooFast,set-up")
        expectEqual(kinds, [.setUp, .clockTooFast])
    }

    @Test(
        "an unknown name is rejected with the nearest one and all known ones",
        arguments: [
            ("setup", "\"setup\": did you mean \"set-up\"? the known names are word-length, clock-too-fast"),
            ("hold,", "\"\": the known names are word-length"), ("", "\"\": the known names are word-length"),
            ("hold,everything", "\"everything\": the known names are word-length"),
        ])
    func unknownNames(text: String, words: String) {
        var message = ""
        do throws(TextError) {
            _ = try MAX7219ViolationKind.kinds(parsing: text)
        } catch {
            message = error.description
        }
        #expect(message.contains(words), "\(message)")
    }
}
