import Glibc
import PanelDrivers
import PixelGraphics
import PixelProtocols
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// A network whose test decides how many packets it takes.
private struct ScriptedNetwork: DatagramPort, ~Copyable {
    /// The first level of each packet that left.
    var sent: [UInt8] = []
    /// How many packets there is room for; nil without a limit.
    var room: Int?
    /// The error that keeps all packets back.
    var code: Int32 = 0
    /// Whether there is room again once that is waited for, and whether the connection was given up.
    var getsRoom = false
    var isAbandoned = false

    init() { sent.reserveCapacity(10_000) }

    mutating func send(_ packets: borrowing PreparedPackets, from first: Int) -> DatagramOutcome {
        guard code == 0 else { return DatagramOutcome(next: first, code: code) }
        let end = min(packets.packets.count, first + (room ?? .max - first))
        for index in first..<end {
            let packet = packets.packets[index]
            sent.append(packets.bytes[packet.start + packet.headLength])
        }
        room? -= end - first
        return end < packets.packets.count
            ? DatagramOutcome(next: end, code: EAGAIN, isFull: true) : DatagramOutcome(next: end)
    }

    mutating func waitForRoom() -> Bool {
        if getsRoom { room = nil }
        return true
    }

    mutating func abandon() { isAbandoned = true }
}

@Suite("RefreshedReceiver")
struct RefreshedReceiverTests {
    private typealias Panel = RefreshedReceiver<ScriptedNetwork>

    /// The codes that were recorded.
    private final class Record {
        var codes: [Int32] = []
    }

    private let record = Record()

    /// Three universes of one pixel.
    private func panel(_ kind: PixelProtocol = .e131, limit: Int = 40) -> Panel {
        let sender = E131Packet.Sender(cid: PixelSenderKey(.e131, high: 1, low: 2), name: "test")
        var packets = PixelPackets(kind, size: Size(width: 3, height: 1), sender: sender)
        packets.universePixels = 1
        record.codes.reserveCapacity(10_000)
        return Panel(
            PreparedPackets(packets), port: ScriptedNetwork(), limit: limit, receiver: "10.0.0.9:5568",
            record: { [record] code, _ in record.codes.append(code) })
    }

    private func picture(_ value: UInt8) -> [UInt8] { [UInt8](repeating: value, count: 9) }

    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("it starts black, sends a picture when it is due, and the same one each second after that")
    func keepsAlive() throws {
        var panel = panel()
        try panel.start(at: at(0))
        try panel.show(picture(5), at: at(100))
        let (sent, due) = (panel.port.sent, panel.nextHealing)
        expectEqual(sent, [0, 0, 0, 5, 5, 5])
        expectEqual(due, at(1_100))
        try panel.heal(at: at(1_099))
        let early = panel.port.sent.count
        expectEqual(early, 6)
        try panel.heal(at: at(1_100))
        let (all, next, traffic) = (panel.port.sent, panel.nextHealing, panel.traffic)
        expectEqual(all, [0, 0, 0, 5, 5, 5, 5, 5, 5])
        expectEqual(next, at(2_100))
        expectEqual(traffic.messages, 3)
        expectEqual(traffic.healings, 1)
    }

    @Test("of pictures that come faster than the receiver takes them, the newest waits")
    func pacing() throws {
        var panel = panel(limit: 40)
        try panel.start(at: at(0))
        try panel.show(picture(1), at: at(100))
        try panel.show(picture(2), at: at(110))
        try panel.show(picture(3), at: at(120))
        let (sent, due) = (panel.port.sent, panel.nextHealing)
        expectEqual(sent, [0, 0, 0, 1, 1, 1])
        expectEqual(due, at(125))
        try panel.heal(at: at(125))
        let all = panel.port.sent
        expectEqual(all, [0, 0, 0, 1, 1, 1, 3, 3, 3])
    }

    @Test("a picture is sent whole before the next one begins, also where the kernel has no room for a while")
    func whole() throws {
        var panel = panel()
        try panel.start(at: at(0))
        panel.port.room = 2
        try panel.show(picture(1), at: at(100))
        let due = panel.nextHealing
        expectEqual(due, at(101))
        panel.port.room = 0
        try panel.show(picture(2), at: at(150))
        panel.port.room = nil
        try panel.heal(at: at(151))
        let sent = panel.port.sent
        expectEqual(sent, [0, 0, 0, 1, 1, 1, 2, 2, 2])
        expectEqual(record.codes, [0, 0, 0])
    }

    @Test("a network that is down is no error: pictures are tried as ever, and counted")
    func lost() throws {
        var panel = panel()
        try panel.start(at: at(0))
        panel.port.code = ENETUNREACH
        try panel.show(picture(1), at: at(100))
        try panel.show(picture(2), at: at(200))
        let (lost, due) = (panel.traffic.lost, panel.nextHealing)
        expectEqual(lost, 2)
        expectEqual(due, at(1_200))
        panel.port.code = 0
        try panel.heal(at: at(1_200))
        let sent = panel.port.sent
        expectEqual(sent, [0, 0, 0, 2, 2, 2])
        expectEqual(record.codes, [0, ENETUNREACH, ENETUNREACH, 0])
    }

    @Test("room is looked for less and less often, and after three seconds the picture and the connection are given up")
    func roomTimeout() throws {
        var panel = panel()
        try panel.start(at: at(0))
        panel.port.room = 1
        try panel.show(picture(1), at: at(100))
        var instants: [Int64] = []
        while let due = panel.nextHealing, instants.count < 8 {
            try panel.heal(at: due)
            instants.append((due - .zero).count / 1_000_000)
        }
        expectEqual(instants, [101, 103, 107, 115, 131, 147, 163, 179])
        try panel.heal(at: at(3_099))
        let isKept = !panel.port.isAbandoned
        try panel.heal(at: at(3_100))
        let (isAbandoned, lost) = (panel.port.isAbandoned, panel.traffic.lost)
        #expect(isKept && isAbandoned)
        expectEqual(lost, 1)
        expectEqual(record.codes, [0, ETIMEDOUT])
    }

    @Test("at the end it waits for room, and a receiver that has none is given up")
    func waitsAtEnd() throws {
        var panel = panel(.ddp)
        try panel.start(at: at(0))
        panel.port.room = 0
        panel.port.getsRoom = true
        let before = panel.port.sent.count
        try panel.stop()
        expectEqual(panel.port.sent.count - before, 3)
        (panel.port.room, panel.port.getsRoom) = (0, false)
        var words = ""
        do { try panel.stop() } catch { words = "\(error)" }
        #expect(
            words.hasPrefix("cannot send a black picture to 10.0.0.9:5568: Resource temporarily unavailable"),
            "\(words)")
        let isAbandoned = panel.port.isAbandoned
        #expect(isAbandoned)
    }

    @Test("while the receiver was not found, the first picture waits for it")
    func waitsForReceiver() throws {
        var panel = panel()
        panel.port.code = EDESTADDRREQ
        try panel.start(at: at(0))
        try panel.show(picture(1), at: at(10))
        let (lost, due) = (panel.traffic.lost, panel.nextHealing)
        expectEqual(lost, 0)
        expectEqual(due, at(110))
        panel.port.code = 0
        try panel.heal(at: at(110))
        let (sent, next) = (panel.port.sent, panel.nextHealing)
        // What began to be sent at 0 is out, and the picture waited long enough.
        expectEqual(sent, [0, 0, 0, 1, 1, 1])
        expectEqual(next, at(1_110))
        #expect(record.codes.allSatisfy { $0 == 0 })
    }

    @Test("at the end three black pictures are sent, and that nothing follows where the protocol can")
    func darkness() throws {
        for (kind, pictures) in [(PixelProtocol.ddp, 3), (.artNet, 3), (.e131, 6)] {
            var panel = panel(kind)
            try panel.start(at: at(0))
            try panel.show(picture(9), at: at(100))
            let before = panel.port.sent.count
            try panel.stop()
            let sent = panel.port.sent[before...]
            expectEqual(sent.count, pictures * (kind == .ddp ? 1 : 3))
            #expect(sent.allSatisfy { $0 == 0 })
        }
    }

    @Test("a panel that could not be made dark is told, and one that was never lit is not")
    func darknessFails() throws {
        var panel = panel()
        panel.port.code = EDESTADDRREQ
        try panel.start(at: at(0))
        try panel.stop()
        panel.port.code = ENETUNREACH
        var words = ""
        do { try panel.stop() } catch { words = "\(error)" }
        expectEqual(words, "cannot send a black picture to 10.0.0.9:5568: Network is unreachable (error 101)")
    }

    @Test("pictures are sent without allocations")
    func allocations() throws {
        var panel = panel()
        try panel.start(at: at(0))
        let (first, second) = (picture(1), picture(2))
        func showAll(from start: Int64) throws {
            for step in 0..<100 {
                let instant = at(start + 30 * Int64(step))
                try panel.show(step % 2 == 0 ? first : second, at: instant)
                if let due = panel.nextHealing, due <= instant { try panel.heal(at: instant) }
            }
        }
        try showAll(from: 100)
        try expectEqual(SignTestSupport.allocations { try showAll(from: 4_000) }, 0)
        let messages = panel.traffic.messages
        expectEqual(messages, 201)
    }
}
