import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

/// The mapping of the tests: OE on line 18, CLK on 17, LAT on 4, R1 on 11, A on the high line 30.
private let wiring = [18: 13, 17: 11, 4: 12, 11: 0, 30: 6]

/// A program of words.
private func program(_ words: [(ScanWord.Operation, UInt32)]) -> ScanProgram {
    var program = ScanProgram(capacity: words.count)
    for (operation, payload) in words {
        program.storage[program.count] = ScanWord(operation, payload).rawValue
        program.count += 1
    }
    return program
}

private let oe: UInt32 = 1 << 18
private let clk: UInt32 = 1 << 17
private let lat: UInt32 = 1 << 4
private let r1: UInt32 = 1 << 11
private let a: UInt32 = 1 << 2

/// The edges as `OE- 120`.
private func edges(_ trace: WireTrace) -> [String] {
    trace.edges.map { "\(trace.names[$0.wire])\($0.level ? "+" : "-") \($0.time)" }
}

private func port(writeTime: Int64 = 20, takesToggles: Bool = true, start: Int64 = 0) -> SimulatedScanPort<WireTrace> {
    SimulatedScanPort(
        wireOfLine: wiring, writeTime: writeTime, takesToggles: takesToggles, start: start,
        into: .hub75(chains: 1, start: start))
}

@Suite struct SimulatedScanPortTests {
    @Test("every write is one instant, and the next one comes a write time later; levels that are there make no edge")
    func writes() throws {
        var port = port(start: 1_000)
        try port.play(
            program([
                (.setLow, r1 | clk), (.clearLow, clk), (.setLow, r1), (.setHigh, a), (.nothing, 7), (.clearHigh, a),
                (.clearLow, r1 | oe),
            ]))
        expectEqual(
            edges(port.listener),
            [
                "R1+ 1000", "CLK+ 1000", "CLK- 1020", "A+ 1060", "A- 1080", "R1- 1100", "OE- 1100",
            ])
        expectEqual(port.writes, 6)
        expectEqual(port.pads, 0)
        expectEqual(port.time, 1_120)
        expectEqual(port.lines, 0)
    }

    @Test("joined words act with the next write, as one; before a word that does not write they are a write themselves")
    func joined() throws {
        var port = port()
        try port.play(program([(.setLow, clk | r1), (.setHigh, a)]))
        try port.play(
            program([
                (.clearLowWithNext, clk), (.clearHighWithNext, a), (.setLow, lat), (.clearLowWithNext, lat), (.pad, 2),
                (.clearLowWithNext, r1),
            ]))
        expectEqual(
            edges(port.listener),
            [
                "R1+ 0", "CLK+ 0", "A+ 20", "LAT+ 40", "CLK- 40", "A- 40", "LAT- 60", "R1- 120",
            ])
        expectEqual(port.writes, 5)
        expectEqual(port.pads, 2)
    }

    @Test("a line that is cleared and set by one write is high, and makes no edge when it was")
    func clearedAndSet() throws {
        var port = port()
        try port.play(program([(.setLow, clk), (.clearLowWithNext, clk), (.setLow, clk | lat)]))
        expectEqual(edges(port.listener), ["CLK+ 0", "LAT+ 20"])
    }

    @Test("toggles invert where there are any, and are refused elsewhere; so are unknown words")
    func toggles() throws {
        let words = program([(.toggleLow, r1 | clk), (.toggleLow, clk)])
        var able = port()
        try able.play(words)
        expectEqual(edges(able.listener), ["R1+ 0", "CLK+ 0", "CLK- 20"])
        var unable = port(takesToggles: false)
        try unable.play(words)
        #expect(unable.listener.edges.isEmpty)
        expectEqual(unable.writes, 0)
        expectEqual(unable.refusedWords, 2)
        var unknown = ScanProgram(capacity: 1)
        unknown.storage[0] = 0xF000_0001
        unknown.count = 9
        try unable.play(unknown)
        expectEqual(unable.refusedWords, 3)
    }

    @Test("waits end at their time after the mark or the start, and pass where it is over; pads take a write time each")
    func waits() throws {
        var port = port(start: 500)
        try port.play(
            program([
                (.clearLow, oe), (.mark, 0), (.waitAfterMark, 130), (.setLow, oe),  // 500, 630
                (.pad, 3), (.setLow, clk),  // 650 to 710
                (.mark, 0), (.waitAfterMark, 15), (.clearLow, clk),  // 730
                (.waitAfterStart, 1_000), (.setLow, lat), (.waitAfterStart, 1_000), (.clearLow, lat),  // 1500, 1520
            ]))
        expectEqual(
            edges(port.listener),
            [
                "OE- 500", "OE+ 630", "CLK+ 710", "CLK- 730", "LAT+ 1500", "LAT- 1520",
            ])
        expectEqual(port.writes, 6)
        expectEqual(port.pads, 3)
        try port.play(program([(.waitAfterStart, 60), (.setLow, lat)]))
        port.advance(to: 2_000)
        port.advance(to: 100)
        try port.play(program([(.clearLow, lat)]))
        expectEqual(edges(port.listener).suffix(2), ["LAT+ 1600", "LAT- 2000"])
    }

    @Test("after padding the mark is the last write of it")
    func markAfterPadding() throws {
        var port = port()
        try port.play(program([(.clearLow, oe), (.pad, 5), (.mark, 0), (.waitAfterMark, 50), (.setLow, oe)]))
        expectEqual(edges(port.listener), ["OE- 0", "OE+ 150"])
    }

    @Test("write times are rounded up to the grid of 10 ns", arguments: [(0, 10), (10, 10), (11, 20), (2_000, 2_000)])
    func grid(given: Int64, used: Int64) {
        expectEqual(port(writeTime: given).writeTime, used)
    }

    @Test("a write that is set to fail does not happen and ends the program")
    func failure() throws {
        var port = port()
        port.failingWrite = 3
        let words = program([(.clearLow, oe), (.setLow, clk), (.setLow, lat), (.setLow, oe)])
        let error = HardwareError(
            operation: "write to", path: "the simulated port", code: 5, reason: "write 3 fails, as the test has set")
        #expect(throws: error) { try port.play(words) }
        expectEqual(edges(port.listener), ["OE- 0", "CLK+ 20"])
        try port.play(program([(.setLow, oe)]))
        expectEqual(edges(port.listener).last, "OE+ 40")
        expectEqual(port.writes, 4)
    }

    @Test("another process writes half a write time after ours, and the port knows the levels")
    func foreign() throws {
        var port = port(writeTime: 40)
        port.foreignWrites = [
            (after: 0, set: UInt64(lat), clear: 0), (after: 1, set: 0, clear: UInt64(oe)),
            (after: 2, set: UInt64(oe), clear: UInt64(lat)),
        ]
        try port.play(program([(.setLow, r1), (.setLow, clk), (.toggleLow, oe), (.clearLow, lat)]))
        expectEqual(
            edges(port.listener),
            [
                "LAT+ 0", "R1+ 0", "OE- 20", "CLK+ 40", "LAT- 60", "OE+ 60", "OE- 80",
            ])
        expectEqual(port.writes, 4)
    }

    @Test("levels of unconnected lines are stored but reach no wire")
    func unwired() throws {
        var port = port()
        try port.play(program([(.setLow, clk | 1 << 3), (.clearHigh, 1 << 27)]))
        expectEqual(edges(port.listener), ["CLK+ 0"])
        expectEqual(port.unwiredLines, 1 << 3 | 1 << 55)
    }

    @Test("a small program lights a panel for exactly its times")
    func lightsAPanel() throws {
        let panel = SimulatedHUB75(columns: 2, rowPairs: 2)
        var port = SimulatedScanPort(wireOfLine: wiring, writeTime: 30, into: panel)
        let words = program([
            (.setLow, r1), (.setLow, clk), (.clearLow, clk | r1), (.pad, 1), (.setLow, clk), (.clearLow, clk),
            (.setHigh, a), (.setLow, lat), (.clearLow, lat),
            (.clearLow, oe), (.mark, 0), (.waitAfterMark, 130), (.setLow, oe),
            (.clearLow, oe), (.setLow, oe),
        ])
        try port.play(words)
        // The second pulse is a write long.
        port.listener.advance(to: port.time)
        expectEqual(light(port.listener), [[0, 0], [160, 0], [0, 0], [0, 0]])
        expectEqual(summary(port.listener), [])
    }
}
