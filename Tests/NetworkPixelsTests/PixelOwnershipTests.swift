import NetworkPixels
import PixelProtocols
import SignTestSupport
import Testing
import Timelines

@Suite struct PixelOwnershipTests {
    private let red = bytes("41 00 0b 01 00 00 00 00 00 03 ff 00 00")
    private let green = bytes("41 00 0b 01 00 00 00 00 00 03 00 ff 00")

    @Test("who began owns the stream; the other one is counted and takes it over when the first is silent")
    func twoSenders() {
        var receiver = PixelReceiver(width: 1, height: 1)
        expectEqual(receiver.receive(red, of: .ddp, from: 2), .finished)
        for time in [100, 2_400] as [Int64] {
            expectEqual(receiver.receive(green, of: .ddp, from: 3, at: milliseconds(time)), .nothing)
        }
        expectEqual(receiver.counts.fromOthers, 2)
        expectEqual(receiver.status(at: milliseconds(2_400)).others.map(\.sender.address), [address(3)])
        expectEqual(receiver.art, ["r"])
        expectEqual(receiver.advance(to: milliseconds(2_500)), .nothing)
        #expect(receiver.ownerKey != nil)
        expectEqual(receiver.receive(green, of: .ddp, from: 3, at: milliseconds(2_600)), .finished)
        expectEqual(receiver.receive(red, of: .ddp, from: 2, at: milliseconds(2_700)), .nothing)
        expectEqual(receiver.art, ["g"])
    }

    @Test("a stream ends when nothing came for the timeout") func timeout() {
        var receiver = PixelReceiver(width: 1, height: 1)
        _ = receiver.receive(red, of: .ddp, at: milliseconds(1_000))
        expectEqual(receiver.due, milliseconds(3_500))
        expectEqual(receiver.advance(to: milliseconds(3_499)), .nothing)
        expectEqual(receiver.advance(to: milliseconds(3_500)), .ended)
        #expect(receiver.due == nil)
        expectEqual(receiver.art, ["."])
    }

    @Test("of sACN the highest priority wins, not the sender that began") func priority() {
        var receiver = PixelReceiver(width: 1, height: 1)
        _ = receiver.receive(e131(colors("r"), priority: 100, cid: 1), of: .e131)
        expectEqual(receiver.receive(e131(colors("g"), priority: 101, cid: 2), of: .e131), .finished)
        expectEqual(receiver.receive(e131(colors("r"), sequence: 1, priority: 100, cid: 1), of: .e131), .nothing)
        expectEqual(receiver.art, ["g"])
        expectEqual(receiver.receive(e131(colors("g"), sequence: 1, priority: 99, cid: 2), of: .e131), .finished)
        expectEqual(receiver.receive(e131(colors("r"), sequence: 2, priority: 100, cid: 1), of: .e131), .finished)
        expectEqual(receiver.art, ["r"])
    }

    @Test("of the same priority the smallest CID wins, not the sender that began") func smallestCID() {
        for order in [[1, 2], [2, 1]] as [[UInt8]] {
            var receiver = PixelReceiver(width: 1, height: 1)
            for cid in order + order {
                _ = receiver.receive(e131(colors(cid == 1 ? "r" : "g"), sequence: cid, cid: cid), of: .e131)
            }
            expectEqual(receiver.art, ["r"])
        }
    }

    @Test("a sender of sACN does not take over from one of another protocol, whatever its priority") func mixed() {
        var receiver = PixelReceiver(width: 1, height: 1)
        _ = receiver.receive(red, of: .ddp)
        expectEqual(receiver.receive(e131(colors("g"), priority: 200), of: .e131), .nothing)
        expectEqual(receiver.art, ["r"])
    }

    @Test("termination ends the stream at once, and its values are ignored") func terminated() {
        var receiver = PixelReceiver(width: 2, height: 1, universePixels: 1)
        for universe in [1, 2] as [UInt16] { _ = receiver.receive(e131(colors("r"), universe: universe), of: .e131) }
        let last = { (universe: UInt16) in e131(colors("g"), universe: universe, sequence: 1, options: 0x40) }
        expectEqual(receiver.receive(last(1), of: .e131), .nothing)
        expectEqual(receiver.art, ["rr"])
        expectEqual(receiver.receive(last(2), of: .e131), .ended)
        for _ in 0..<2 { expectEqual(receiver.receive(last(2), of: .e131), .nothing) }
        #expect(receiver.ownerKey == nil)
    }

    @Test("after a termination the next one in order takes over without a pause") func succession() {
        var receiver = PixelReceiver(width: 1, height: 1)
        for (cid, priority) in [(1, 150), (2, 90), (3, 100), (4, 100)] as [(UInt8, UInt8)] {
            _ = receiver.receive(e131(colors("r"), priority: priority, cid: cid), of: .e131)
        }
        expectEqual(receiver.receive(e131(colors("r"), sequence: 1, cid: 1, options: 0x40), of: .e131), .nothing)
        expectEqual(receiver.status(at: .zero).owner?.sender.key.low, 3)
    }

    @Test("who was stopped stays so until it was silent for the timeout") func stopped() {
        var receiver = PixelReceiver(width: 1, height: 1)
        _ = receiver.receive(red, of: .ddp)
        expectEqual(receiver.stop(at: milliseconds(10)), .ended)
        for time in [20, 2_000, 4_000] as [Int64] {
            expectEqual(receiver.receive(red, of: .ddp, at: milliseconds(time)), .nothing)
        }
        expectEqual(receiver.counts.refused, 3)
        expectEqual(receiver.status(at: milliseconds(4_000)).stopped.count, 1)
        expectEqual(receiver.receive(green, of: .ddp, from: 3, at: milliseconds(4_000)), .finished)
        expectEqual(receiver.receive(red, of: .ddp, at: milliseconds(6_499)), .nothing)
        expectEqual(receiver.advance(to: milliseconds(7_000)), .ended)
        expectEqual(receiver.receive(red, of: .ddp, at: milliseconds(8_999)), .finished)
    }

    @Test("allow ends the refusal") func allowed() {
        var receiver = PixelReceiver(width: 1, height: 1)
        _ = receiver.receive(red, of: .ddp)
        _ = receiver.stop(at: .zero)
        receiver.allow()
        expectEqual(receiver.receive(red, of: .ddp), .finished)
    }

    @Test("a flood of senders drives out neither the owner nor who was stopped") func flood() {
        var receiver = PixelReceiver(width: 1, height: 1)
        _ = receiver.receive(green, of: .ddp, from: 9)
        _ = receiver.stop(at: .zero)
        _ = receiver.receive(red, of: .ddp, from: 2)
        for number in 10..<250 as Range<UInt32> { _ = receiver.receive(green, of: .ddp, from: number) }
        expectEqual(receiver.receive(green, of: .ddp, from: 9), .nothing)
        expectEqual(receiver.counts.refused, 1)
        expectEqual(receiver.receive(red, of: .ddp, from: 2), .finished)
        #expect(receiver.status(at: .zero).others.count <= PixelOwnership.maximumSenders - 1)
    }

    @Test("local networks are those that no router passes on") func local() {
        let yes: [UInt32] = [0x7F00_0001, 0x0A01_0203, 0xAC10_0001, 0xAC1F_FFFF, 0xC0A8_0001, 0xA9FE_0001]
        let no: [UInt32] = [0x0808_0808, 0xAC20_0001, 0xAC0F_FFFF, 0xC0A9_0001, 0xA9FD_0001, 0x0B00_0001]
        for number in yes { #expect(PixelAddress(ipv4: number).isLocal) }
        for number in no { #expect(!PixelAddress(ipv4: number).isLocal) }
        #expect(PixelAddress(high: 0, low: 1).isLocal)
        #expect(PixelAddress(high: 0xFE80_0000_0000_0000, low: 5).isLocal)
        #expect(PixelAddress(high: 0xFD12_0000_0000_0000, low: 5).isLocal)
        #expect(!PixelAddress(high: 0x2001_0DB8_0000_0000, low: 5).isLocal)
    }
}
