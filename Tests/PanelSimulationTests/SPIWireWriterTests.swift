import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

extension SPIWireWriter {
    /// Sends one transfer of these bytes.
    mutating func send(bytes: [UInt8]) {
        var message = SPIMessage(transferLength: bytes.count, transfers: 1)
        message.fill(transfers: 1) { target in
            for index in bytes.indices { target[index] = bytes[index] }
        }
        send(message)
    }
}

@Suite struct SPIWireWriterTests {
    /// Edges as `wire level @time`, the wires by their names.
    private func text(_ trace: WireTrace) -> [String] {
        trace.edges.map { "\(trace.names[$0.wire]) \($0.level ? 1 : 0) @\($0.time)" }
    }

    @Test("one byte at 10 MHz: mode 0, high bit first, data at the falling edge, chip select around it")
    func oneByte() {
        var writer = SPIWireWriter(timing: SPIWireTiming(clockRate: 10_000_000), into: WireTrace.spi())
        writer.send(bytes: [0xA1])
        expectEqual(
            text(writer.listener),
            [
                "CS 0 @100", "DIN 1 @100", "CLK 1 @150", "CLK 0 @200",
                "DIN 0 @200", "CLK 1 @250", "CLK 0 @300",
                "DIN 1 @300", "CLK 1 @350", "CLK 0 @400",
                "DIN 0 @400", "CLK 1 @450", "CLK 0 @500",
                "CLK 1 @550", "CLK 0 @600",
                "CLK 1 @650", "CLK 0 @700",
                "CLK 1 @750", "CLK 0 @800",
                "DIN 1 @800", "CLK 1 @850", "CLK 0 @900", "CS 1 @950",
            ])
    }

    @Test("the period is rounded up to the 10 ns grid: 8 MHz becomes 130 ns, never faster than asked")
    func grid() {
        expectEqual(SPIWireTiming(clockRate: 8_000_000).period, 130)
        expectEqual(SPIWireTiming(clockRate: 8_000_000).clockHigh, 60)
        expectEqual(SPIWireTiming(clockRate: 1_000_000).period, 1_000)
        expectEqual(SPIWireTiming(clockRate: 3_000_000).period, 340)
        expectEqual(SPIWireTiming(clockRate: 0).period, 1_000_000_000)
        expectEqual(SPIWireTiming(clockRate: .max).period, 20)
    }

    @Test("transfers are a chip select gap apart, 10 us by default")
    func gap() {
        var writer = SPIWireWriter(timing: SPIWireTiming(clockRate: 10_000_000), into: WireTrace.spi())
        var message = SPIMessage(transferLength: 1, transfers: 2)
        message.fill(transfers: 2) { _ in }
        writer.send(message)
        let edges = writer.listener.edges.filter { $0.wire == SPIWires.chipSelect }
        expectEqual(edges.map(\.level), [false, true, false, true])
        expectEqual(edges[2].time - edges[1].time, 10_000)
    }

    @Test("messages start at the given time, on the grid, and not before the last one is over")
    func startInstant() {
        var writer = SPIWireWriter(
            timing: SPIWireTiming(clockRate: 10_000_000), start: 1_500_000_001, into: WireTrace.spi())
        writer.send(bytes: [0])
        expectEqual(writer.listener.edges.first?.time, 1_500_000_110)
        writer.advance(to: 1_600_000_005)
        writer.advance(to: 0)
        writer.send(bytes: [0])
        let falls = writer.listener.edges.filter { $0.wire == SPIWires.chipSelect && !$0.level }
        expectEqual(falls.last?.time, 1_600_000_010)
        #expect(writer.listener.edges.allSatisfy { $0.time % 10 == 0 })
    }

    @Test("a capture ends with one idle clock, chip select high, data unchanged")
    func finish() {
        var writer = SPIWireWriter(timing: SPIWireTiming(clockRate: 10_000_000), into: WireTrace.spi())
        writer.send(bytes: [0])
        let count = writer.listener.edges.count
        writer.finish()
        let idle = writer.listener.edges[count...]
        expectEqual(idle.map(\.wire), [SPIWires.clock, SPIWires.clock])
        expectEqual(idle.map(\.level), [true, false])
        #expect(writer.time > (idle.last?.time ?? .max))
    }

    @Test("every clock rate up to 10 MHz keeps the limits of the chips")
    func keepsLimits() {
        for rate in [1_000, 333_333, 1_000_000, 3_000_000, 7_000_000, 8_000_000, 9_999_999, 10_000_000] {
            var writer = SPIWireWriter(
                timing: SPIWireTiming(clockRate: rate, gap: 10), into: SimulatedMAX7219Chain(count: 1))
            for byte: UInt8 in [0x55, 0xAA, 0xFF, 0x00] { writer.send(bytes: [byte, ~byte]) }
            writer.finish()
            #expect(writer.listener.violations.isEmpty, "\(rate) Hz: \(writer.listener.violations)")
        }
        var tooFast = SPIWireWriter(
            timing: SPIWireTiming(clockRate: 12_000_000), into: SimulatedMAX7219Chain(count: 1))
        tooFast.send(bytes: [0x55, 0xAA])
        #expect(tooFast.listener.violations.contains { $0.kind == .clockTooFast })
    }
}
