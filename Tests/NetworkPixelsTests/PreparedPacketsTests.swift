import PixelGraphics
import SignTestSupport
import Testing

@testable import NetworkPixels
@testable import PixelProtocols

@Suite("PreparedPackets")
struct PreparedPacketsTests {
    private static let sender = E131Packet.Sender(cid: PixelSender.Key(.e131, high: 1, low: 2), name: "test")

    private func packets(_ kind: PixelProtocol, _ size: Size) -> PixelPackets {
        var packets = PixelPackets(kind, size: size, sender: Self.sender)
        packets.universe = 7
        packets.universePixels = 50
        return packets
    }

    private func picture(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number &* 17) }
    }

    @Test("they are the packets of the sender, picture for picture", arguments: PixelProtocol.allCases)
    func sameAsSender(kind: PixelProtocol) {
        // The last of two tiles, the last universe and the last packet are not full; Art-Net fills up an odd number.
        for size in [Size(width: 1, height: 1), Size(width: 25, height: 41), Size(width: 3, height: 7_300)] {
            var sender = packets(kind, size)
            var prepared = PreparedPackets(sender)
            for number in 0..<300 where number < 20 || size.width == 1 {
                let levels = picture(number, 3 * size.width * size.height)
                prepared.fill(levels)
                prepared.number()
                let expected = sender.picture(levels)
                expectEqual(prepared.packets.map { Array(prepared.bytes[$0.bytes]) }, expected.map(\.bytes))
                expectEqual(prepared.packets.map(\.universe), expected.map { $0.universe ?? 0 })
            }
        }
    }

    @Test("a cleared picture is black, and the heads with zeros make the same", arguments: PixelProtocol.allCases)
    func black(kind: PixelProtocol) {
        let size = Size(width: 25, height: 41)
        var prepared = PreparedPackets(packets(kind, size))
        prepared.fill(picture(1, 3 * 25 * 41))
        prepared.clear()
        let black = packets(kind, size)
        let heads = PreparedPackets(black).blackHeads
        expectEqual(heads.count, prepared.packets.count)
        for (packet, head) in zip(prepared.packets, heads) {
            expectEqual(Array(prepared.bytes[packet.bytes]).count, head.head.count + head.zeros)
            #expect(prepared.bytes[packet.bytes].dropFirst(head.head.count).allSatisfy { $0 == 0 })
        }
    }

    @Test("only E1.31 can say that nothing follows, which ends the stream of a receiver")
    func termination() {
        var prepared = PreparedPackets(packets(.e131, Size(width: 2, height: 1)))
        prepared.setTerminated(true)
        prepared.number()
        expectEqual(prepared.bytes[112], 0x40)
        prepared.setTerminated(false)
        expectEqual(prepared.bytes[112], 0)
        for kind in PixelProtocol.allCases where kind != .e131 {
            #expect(!PreparedPackets(packets(kind, Size(width: 2, height: 1))).canTerminate)
        }
    }

    @Test("filling and numbering allocate nothing", arguments: PixelProtocol.allCases)
    func allocations(kind: PixelProtocol) {
        let size = Size(width: 25, height: 41)
        var prepared = PreparedPackets(packets(kind, size))
        let levels = picture(1, 3 * 25 * 41)
        let count = SignTestSupport.allocations {
            for _ in 0..<10 {
                prepared.fill(levels)
                prepared.number()
                prepared.clear()
                prepared.setTerminated(true)
            }
        }
        expectEqual(count, 0)
    }
}
