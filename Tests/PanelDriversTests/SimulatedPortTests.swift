import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

@Suite struct SimulatedPortTests {
    private func port(start: Int64 = 0, callTime: Int64 = 50) -> SimulatedPort<WireTrace> {
        SimulatedPort(levels: SPIWires.idleLevels, callTime: callTime, start: start, into: .spi(start: start))
    }

    /// The edges as text: time, wire, level.
    private func text(_ trace: WireTrace) -> [String] {
        trace.edges.map { "\($0.time) \($0.wire) \($0.level ? "up" : "down")" }
    }

    @Test("lines of the mask that change are edges, in the order of the lines; every call takes its time")
    func edges() {
        var port = port(start: 100)
        port.set(0b011, mask: 0b111)
        port.set(0b000, mask: 0b010)
        port.set(0b001, mask: 0b001)
        port.set(0b000, mask: 0b001)
        expectEqual(
            text(port.listener),
            [
                "100 0 up", "100 1 up", "100 2 down", "150 1 down", "250 0 down",
            ])
        expectEqual(port.levels, 0)
        expectEqual(port.time, 300)
    }

    @Test("time only goes forward, and extreme times and call times do no harm")
    func time() {
        var port = port()
        port.advance(to: 500)
        port.advance(to: 20)
        port.set(0, mask: 0b100)
        expectEqual(text(port.listener), ["500 2 down"])

        for time in [Int64.min, .max] {
            var port = SimulatedPort(levels: [], callTime: time, start: time, into: WireTrace.spi())
            port.set(0, mask: 0)
            port.advance(to: time)
            #expect(port.time > 0)
        }
    }

    @Test("a port has up to 64 lines")
    func maximumLines() {
        let names = (0..<64).map { "L\($0)" }
        let levels = (0..<64).map { $0 % 2 == 1 }
        var port = SimulatedPort(levels: levels, into: WireTrace(names: names, initialLevels: levels))
        expectEqual(port.levels, 0xAAAA_AAAA_AAAA_AAAA)
        port.set(1, mask: .max)
        expectEqual(port.levels, 1)
        expectEqual(port.listener.edges.count, 33)
    }
}
