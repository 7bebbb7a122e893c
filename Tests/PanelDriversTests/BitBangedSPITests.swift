import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

/// A clock that moves on a little with every reading, as real ones do.
private final class ReadingClock: MonotonicClock {
    private(set) var time = Instant.zero
    var now: Instant {
        time = time + Nanoseconds(7)
        return time
    }
}

/// Keeps the calls and when they were made, and fails where told to.
private struct RecordingPort: OutputPort {
    struct Failure: Error, Equatable {}
    struct Call: Equatable {
        let levels: UInt64
        let mask: UInt64
    }

    var calls: [Call] = []
    var times: [Instant] = []
    var clock: ReadingClock?
    var failingCall: Int?

    mutating func set(_ levels: UInt64, mask: UInt64) throws(Failure) {
        times.append(clock?.time ?? .zero)
        calls.append(Call(levels: levels & mask, mask: mask))
        if calls.count - 1 == failingCall { throw Failure() }
    }
}

@Suite struct BitBangedSPITests {
    /// A message of one transfer, or of several of equal length.
    private func message(_ transfers: [UInt8]...) -> SPIMessage {
        var message = SPIMessage(transferLength: transfers[0].count, transfers: transfers.count)
        message.fill(transfers: transfers.count) { bytes in
            for (index, byte) in transfers.joined().enumerated() { bytes[index] = byte }
        }
        return message
    }

    /// The calls as text: the lines that change, with + for up and - for down: C clock, D data, S chip select.
    private func text(_ calls: [RecordingPort.Call]) -> String {
        calls.map { call in
            ["C", "D", "S"].enumerated().map { line, name in
                guard call.mask >> UInt64(line) & 1 == 1 else { return "" }
                return name + (call.levels >> UInt64(line) & 1 == 1 ? "+" : "-")
            }.joined()
        }.joined(separator: " ")
    }

    @Test(
        "a byte: idle levels, chip select low, for every bit data with clock low and then clock high, chip select high")
    func oneByte() throws {
        var bus = try BitBangedSPI(port: RecordingPort(), clockRate: 1_000_000, clock: ManualClock())
        expectEqual(text(bus.port.calls), "C-D-S+")
        try bus.send(message([0b1011_0001]))
        expectEqual(
            text(bus.port.calls),
            "C-D-S+ S- D+ C+ C-D- C+ C-D+ C+ C- C+ C-D- C+ C- C+ C- C+ C-D+ C+ C- S+")
    }

    @Test("chip select rises after every transfer; an empty message calls nothing")
    func transfers() throws {
        var bus = try BitBangedSPI(port: RecordingPort(), clockRate: 1_000_000, clock: ManualClock())
        try bus.send(SPIMessage(transferLength: 2, transfers: 1))
        expectEqual(bus.port.calls.count, 1)
        try bus.send(message([0, 0], [0, 0], [0, 0]))
        let bits = Array(repeating: "C+ C-", count: 16).joined(separator: " ")
        expectEqual(text(bus.port.calls), "C-D-S+" + Array(repeating: " S- \(bits) S+", count: 3).joined())
    }

    @Test("no bit takes more than two calls, and no call names a line that does not change, for random messages")
    func fewestCalls() throws {
        var random = SeededRandom(seed: 8)
        var bus = try BitBangedSPI(port: RecordingPort(), clockRate: 1_000_000, clock: ManualClock())
        var expected = 1
        for _ in 0..<50 {
            let bytes = (0..<8).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try bus.send(message(bytes))
            expected += 2 * 64 + 3
            #expect(bus.port.calls.count <= expected)
            expected = bus.port.calls.count
        }
        var levels: UInt64 = 0b100
        for call in bus.port.calls.dropFirst() {
            expectEqual((call.levels ^ levels) & call.mask, call.mask)
            levels = (levels & ~call.mask) | call.levels
        }
    }

    @Test("half a period lies between two edges", arguments: [1, 3, 9_600, 1_000_000, 7_000_000, 10_000_000])
    func keepsClockRate(rate: Int) throws {
        // 7 ns for a reading: slow rates would take too long to read.
        guard rate > 1_000 else {
            var bus = try BitBangedSPI(port: RecordingPort(), clockRate: rate, clock: ManualClock())
            try bus.send(message([0xA5]))
            #expect(bus.port.calls.count > 16)
            return
        }
        let clock = ReadingClock()
        var bus = try BitBangedSPI(port: RecordingPort(clock: clock), clockRate: rate, clock: clock)
        try bus.send(message([0xA5, 0x0F], [0x00, 0xFF]))
        let times = bus.port.times.map(\.nanoseconds)
        let halfPeriod = (1_000_000_000 + 2 * rate - 1) / (2 * rate)
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.min() ?? 0 >= halfPeriod)
        #expect(gaps.max() ?? .max <= halfPeriod + 100)
    }

    @Test(
        "a clock that stands still, and rates that are none, do not stop it", arguments: [0, -5, Int.min, Int.max, 1])
    func standingClock(rate: Int) throws {
        var bus = try BitBangedSPI(port: RecordingPort(), clockRate: rate, clock: ManualClock())
        try bus.send(message([0xFF]))
        expectEqual(bus.port.calls.count, 1 + 1 + 1 + 16 + 1)
    }

    @Test("after a failure the lines are idle before the next message, and it is sent from its start")
    func failure() throws {
        for failing in 1..<20 {
            var bus = try BitBangedSPI(
                port: RecordingPort(failingCall: failing), clockRate: 1_000_000, clock: ManualClock())
            var failed = false
            do { try bus.send(message([0b1011_0001])) } catch { failed = error == RecordingPort.Failure() }
            #expect(failed)
            let calls = bus.port.calls.count
            expectEqual(calls, failing + 1)
            try bus.send(message([0x80]))
            #expect(text(Array(bus.port.calls[calls...])).hasPrefix("C-D-S+ S- D+ C+ C-D- C+ C- C+"))
        }
        var failed = false
        do {
            _ = try BitBangedSPI(port: RecordingPort(failingCall: 0), clockRate: 1, clock: ManualClock())
        } catch { failed = true }
        #expect(failed)
    }

    @Test("sending allocates nothing")
    func allocatesNothing() {
        struct Silence: WireListener {
            func edge(on wire: Int, to level: Bool, at time: Int64) {}
        }
        let port = SimulatedPort(levels: SPIWires.idleLevels, into: Silence())
        var bus = BitBangedSPI(port: port, clockRate: 1_000_000, clock: ManualClock())
        let message = message([0x0C, 0x01, 0x0C, 0x01], [0x0A, 0x07, 0x0A, 0x07])
        bus.send(message)
        expectEqual(allocations { bus.send(message) }, 0)
        expectEqual(bus.transfersPerCall(ofLength: 510), .max)
    }

    @Test("random pictures are decoded correctly from the bit-banged wires, without violations")
    func roundTrip() {
        var random = SeededRandom(seed: 74)
        for modules in [1, 2, 4, 5] {
            // 60 ns for a call keep the data sheet's limits by themselves.
            let port = SimulatedPort(
                levels: SPIWires.idleLevels, callTime: 60, into: SimulatedMAX7219Chain(count: modules))
            let bus = BitBangedSPI(port: port, clockRate: 10_000_000, clock: ReadingClock())
            var panel = MAX7219Panel(chain: MAX7219Chain(count: modules), device: bus)
            panel.start(at: .zero)
            for _ in 0..<10 {
                let picture = randomBitmap(width: 8 * modules, using: &random)
                panel.show(frame(picture), at: .zero)
                expectEqual(art(panel.device.port.listener.picture), art(picture))
            }
            #expect(panel.device.port.listener.violations.isEmpty)
        }
    }
}
