import PanelDrivers
import PanelSimulation
import Settings
import SignTestSupport
import Testing

@Suite struct HUB75ViolationTests {
    /// Wires typed from the agreement: R1, A, E, CLK, LAT, OE.
    private static let r1 = 0
    private static let a = 6
    private static let e = 10
    private static let clk = 11
    private static let lat = 12
    private static let oe = 13

    /// What a panel of two columns and two row pairs reports about edges, given as (wire, level, time).
    private func violations(
        _ edges: [(Int, Bool, Int64)], limits: HUB75WireLimits = HUB75WireLimits(),
        allowing: Set<HUB75ViolationKind> = [], isLit: Bool = false
    ) -> [String] {
        var panel = SimulatedHUB75(columns: 2, rowPairs: 2, limits: limits, allowing: allowing)
        if isLit { latchLight(&panel) }
        for (wire, level, time) in edges { panel.edge(on: wire, to: level, at: time) }
        return summary(panel)
    }

    /// Latches a row of lit LEDs, long before the first edge of a test.
    private func latchLight(_ panel: inout SimulatedHUB75) {
        panel.begin(levels: HUB75Wires.idleLevels(chains: 1), at: -10_000)
        panel.edge(on: Self.r1, to: true, at: -9_000)
        for (wire, level, time) in row(at: -8_000) { panel.edge(on: wire, to: level, at: time) }
    }

    /// Two slow clocks, then a latch of 20 ns.
    private func row(at time: Int64, clocks: Int = 2) -> [(Int, Bool, Int64)] {
        var edges: [(Int, Bool, Int64)] = []
        for clock in 0..<Int64(clocks) {
            edges += [(Self.clk, true, time + 100 * clock), (Self.clk, false, time + 100 * clock + 50)]
        }
        return edges + [(Self.lat, true, time + 1_000), (Self.lat, false, time + 1_020)]
    }

    @Test("a row within all limits is not reported")
    func right() {
        let edges: [(Int, Bool, Int64)] = [
            (Self.r1, true, 990), (Self.clk, true, 1_000), (Self.r1, false, 1_010), (Self.clk, false, 1_025),
            (Self.clk, true, 1_050), (Self.clk, false, 1_075), (Self.lat, true, 1_080), (Self.lat, false, 1_100),
            (Self.a, true, 1_100), (Self.oe, false, 1_100), (Self.oe, true, 1_200), (Self.a, false, 1_200),
        ]
        expectEqual(violations(edges), [])
    }

    @Test("a latch after another number of clocks than the columns or a multiple is reported")
    func clockCount() {
        expectEqual(violations(row(at: 100, clocks: 2) + row(at: 2_000, clocks: 4) + row(at: 4_000, clocks: 0)), [])
        expectEqual(
            violations(row(at: 100, clocks: 1) + row(at: 2_000, clocks: 3) + row(at: 4_000)),
            [
                "clock-count 1120 1 2", "clock-count 3020 3 2",
            ])
    }

    @Test("clocks while the latch is high count as well")
    func clocksWhileLatching() {
        var edges = row(at: 100)
        edges.insert(contentsOf: [(Self.clk, true, 1_105), (Self.clk, false, 1_135)], at: edges.count - 1)
        edges[edges.count - 1].2 = 1_200
        expectEqual(violations(edges), ["clock-count 1200 3 2"])
    }

    @Test("a clock above 20 MHz is reported, and short pulses of either level")
    func clock() {
        let fast: [(Int, Bool, Int64)] = [(Self.clk, true, 100), (Self.clk, false, 125), (Self.clk, true, 149)]
        expectEqual(violations(fast), ["clock-too-fast 149 49 50", "clock-pulse 149 24 25"])
        let short: [(Int, Bool, Int64)] = [(Self.clk, true, 100), (Self.clk, false, 124), (Self.clk, true, 150)]
        expectEqual(violations(short), ["clock-pulse 124 24 25"])
        let right: [(Int, Bool, Int64)] = [(Self.clk, true, 100), (Self.clk, false, 125), (Self.clk, true, 150)]
        expectEqual(violations(right), [])
    }

    @Test("a board's own clock width counts")
    func boardLimits() {
        let limits = HUB75WireLimits(clockWidth: 40)
        let edges: [(Int, Bool, Int64)] = [
            (Self.clk, true, 100), (Self.clk, false, 139), (Self.clk, true, 179), (Self.clk, false, 219),
            (Self.clk, true, 259),
        ]
        expectEqual(violations(edges, limits: limits), ["clock-pulse 139 39 40", "clock-too-fast 179 79 80"])
        expectEqual(HUB75WireLimits(clockWidth: -3).clockPeriod, 0)
        expectEqual(HUB75WireLimits(clockWidth: .max).clockPeriod, 2_000_000_000)
    }

    @Test("limits that are loosened by a sample accept what the sampling has moved, and nothing shorter")
    func sampled() {
        let edges: [(Int, Bool, Int64)] = [
            (Self.r1, true, 100), (Self.clk, true, 100), (Self.clk, false, 117), (Self.clk, true, 141),
            (Self.lat, true, 200), (Self.lat, false, 211),
        ]
        expectEqual(violations(edges, limits: HUB75WireLimits().loosened(bySample: 10)), [])
        expectEqual(violations(edges, limits: HUB75WireLimits().loosened(bySample: 9)), ["set-up 100 0 1"])
        expectEqual(HUB75WireLimits().loosened(bySample: -1), HUB75WireLimits())
        expectEqual(HUB75WireLimits().loosened(bySample: .max).clockPeriod, 0)
    }

    @Test("colours that change less than 10 ns before or after the clock rises are reported")
    func colors() {
        let setUp: [(Int, Bool, Int64)] = [(Self.r1, true, 100), (Self.clk, true, 109)]
        expectEqual(violations(setUp), ["set-up 109 9 10"])
        let hold: [(Int, Bool, Int64)] = [(Self.clk, true, 100), (5, true, 109)]
        expectEqual(violations(hold), ["hold 109 9 10"])
        let right: [(Int, Bool, Int64)] = [(Self.r1, true, 90), (Self.clk, true, 100), (Self.r1, false, 110)]
        expectEqual(violations(right), [])
    }

    @Test("a short latch is reported")
    func latch() {
        expectEqual(violations([(Self.lat, true, 100), (Self.lat, false, 119)]), ["latch-pulse 119 19 20"])
        expectEqual(violations([(Self.lat, true, 100), (Self.lat, false, 120)]), [])
    }

    @Test("a latch or an address change while lit is reported with the time since OE fell")
    func whileLit() {
        let edges: [(Int, Bool, Int64)] = [
            (Self.oe, false, 100), (Self.lat, true, 130), (Self.lat, false, 150), (Self.a, true, 170),
            (Self.e, true, 180), (Self.oe, true, 200), (Self.lat, true, 230), (Self.lat, false, 250),
            (Self.a, false, 250),
        ]
        // This panel has no wire E.
        expectEqual(violations(edges), ["latch-while-lit 130 30 0", "address-while-lit 170 70 0"])
    }

    @Test("with a panel that needs them, a short dark gap and a short settling time are reported")
    func ghosting() {
        let edges: [(Int, Bool, Int64)] = [
            (Self.a, true, 50), (Self.oe, false, 100), (Self.oe, true, 200), (Self.a, false, 239),
            (Self.oe, false, 299), (Self.oe, true, 400), (Self.oe, false, 410), (Self.oe, true, 500),
            (Self.a, true, 540), (Self.oe, false, 600),
        ]
        let limits = HUB75WireLimits(darkGap: 40, settle: 60)
        expectEqual(violations(edges, limits: limits, isLit: true), ["settle 100 50 60", "dark-gap 239 39 40"])
        expectEqual(violations(edges, isLit: true), [])
        expectEqual(violations(edges, limits: limits.loosened(bySample: 10), isLit: true), [])
        expectEqual(violations(edges, limits: limits), [], "nothing is known of the light before the first latch")
    }

    @Test("with a panel that needs time after the latch, light that comes too early is reported")
    func latchGap() {
        let edges: [(Int, Bool, Int64)] = [
            (Self.lat, true, 100), (Self.lat, false, 120), (Self.oe, false, 319), (Self.oe, true, 500),
            (Self.lat, true, 600), (Self.lat, false, 620), (Self.oe, false, 820), (Self.oe, true, 900),
            (Self.oe, false, 910),
        ]
        let limits = HUB75WireLimits(latchGap: 200)
        expectEqual(violations(edges, limits: limits), ["latch-gap 319 199 200"])
        expectEqual(violations(edges), [])
        expectEqual(violations(edges, limits: limits.loosened(bySample: 1)), [])
    }

    @Test("a pulse on A that is too short for the drivers of shifted rows is reported, and one of other panels is not")
    func rowClock() {
        func found(_ addressing: RowAddressing, _ limits: HUB75WireLimits) -> [String] {
            var panel = SimulatedHUB75(columns: 2, rowPairs: 2, addressing: addressing, limits: limits)
            for (wire, level, time): (Int, Bool, Int64) in [
                (Self.a, true, 100), (7, true, 200), (Self.a, false, 599), (Self.a, true, 1_099),
                (Self.a, false, 1_139),
            ] { panel.edge(on: wire, to: level, at: time) }
            return summary(panel)
        }
        let limits = HUB75WireLimits(rowClock: 500)
        for addressing in [RowAddressing.abShift, .abcShift, .sm5266, .b707] {
            expectEqual(found(addressing, limits), ["row-clock 599 499 500", "row-clock 1139 40 500"])
        }
        expectEqual(found(.abShift, limits.loosened(bySample: 1)), ["row-clock 1139 40 499"])
        for addressing in [RowAddressing.direct, .directSelect] { expectEqual(found(addressing, limits), []) }
        expectEqual(HUB75WireLimits(rowClock: -1).rowClock, 0)
    }

    @Test("light with an address that the panel does not have is reported, and so are two rows or none")
    func rows() {
        var panel = SimulatedHUB75(columns: 1, rowPairs: 3)
        latchLight(&panel)
        for (wire, level, time): (Int, Bool, Int64) in [
            (6, true, 100), (7, true, 100), (13, false, 200), (13, true, 300), (6, false, 400), (13, false, 500),
        ] { panel.edge(on: wire, to: level, at: time) }
        expectEqual(summary(panel), ["no-such-row 200 3 3"])
        var selected = SimulatedHUB75(columns: 1, rowPairs: 4, addressing: .directSelect)
        latchLight(&selected)
        for (wire, level, time): (Int, Bool, Int64) in [
            (6, true, 100), (8, true, 100), (13, false, 200), (13, true, 300), (7, true, 400), (13, false, 500),
            (13, true, 600), (9, true, 700), (13, false, 800),
        ] { selected.edge(on: wire, to: level, at: time) }
        expectEqual(summary(selected), ["row-count 200 2 1", "row-count 800 0 1"])
    }

    @Test("each kind can be allowed, and frequent ones do not hide rare ones that come later")
    func allowing() {
        var edges: [(Int, Bool, Int64)] = []
        for index in 0..<500 { edges.append((Self.clk, index % 2 == 0, Int64(1_000 + 10 * index))) }
        edges += [(Self.oe, false, 9_000), (Self.lat, true, 9_050), (Self.lat, false, 9_100)]
        let found = violations(edges)
        expectEqual(found.count, 51)
        expectEqual(found.last, "latch-while-lit 9050 50 0")
        expectEqual(violations(edges, allowing: [.clockPulse, .clockTooFast]), ["latch-while-lit 9050 50 0"])
        expectEqual(violations(edges, allowing: Set(HUB75ViolationKind.allCases)), [])
        var panel = SimulatedHUB75(columns: 2, rowPairs: 2)
        for (wire, level, time) in edges { panel.edge(on: wire, to: level, at: time) }
        expectEqual(panel.violationCounts, [.clockPulse: 499, .clockTooFast: 249, .latchWhileLit: 1])
    }

    @Test("every kind has a name for command lines and words")
    func names() throws {
        let names = [
            "clock-count", "clock-too-fast", "clock-pulse", "set-up", "hold", "latch-pulse", "latch-while-lit",
            "address-while-lit", "dark-gap", "settle", "latch-gap", "row-clock", "no-such-row", "row-count",
        ]
        expectEqual(HUB75ViolationKind.allCases.map(\.name), names)
        let kinds = try HUB75ViolationKind.kinds(parsing: "hold,latch-while-lit")
        expectEqual(kinds, [.hold, .latchWhileLit])
        var message = ""
        do throws(TextError) {
            _ = try HUB75ViolationKind.kinds(parsing: "latch-puls")
        } catch {
            message = error.description
        }
        #expect(
            message.hasPrefix(
                "unknown violation \"latch-puls\": did you mean \"latch-pulse\"? the known names are clock")
        )
        var panel = SimulatedHUB75(columns: 64, rowPairs: 16)
        for (wire, level, time) in row(at: 0, clocks: 3) { panel.edge(on: wire, to: level, at: time) }
        expectEqual(
            panel.violations.map(\.description),
            [
                "at 1020 ns: 3 clocks since the last latch; the panel's columns need 64 or a multiple"
            ])
    }
}
