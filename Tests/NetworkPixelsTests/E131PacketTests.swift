import NetworkPixels
import PixelProtocols
import SignTestSupport
import Testing

/// A packet of E1.31 as the standard's tables lay it out.
func e131(
    _ slots: [UInt8], universe: UInt16 = 1, sequence: UInt8 = 0, priority: UInt8 = 100, cid: UInt8 = 9,
    synchronization: UInt16 = 0, options: UInt8 = 0, name: String = "Desk"
) -> [UInt8] {
    let two = { (value: Int) in [UInt8(value >> 8), UInt8(value & 255)] }
    var packet = bytes("0010 0000 4153432d45312e3137000000") + two(0x7000 + 110 + slots.count) + bytes("00000004")
    packet += [UInt8](repeating: 0, count: 15)
    packet.append(cid)
    packet += two(0x7000 + 88 + slots.count) + bytes("00000002") + text(name, 64)
    packet += [priority] + two(Int(synchronization)) + [sequence, options] + two(Int(universe))
    packet += two(0x7000 + 11 + slots.count) + bytes("02 a1 0000 0001") + two(slots.count + 1) + [0]
    return packet + slots
}

/// The synchronization packet of the facts, for an address.
func e131Sync(_ address: UInt16, cid: UInt8 = 9) -> [UInt8] {
    var packet = bytes("0010 0000 4153432d45312e3137000000 7021 00000008")
    packet += [UInt8](repeating: 0, count: 15)
    packet.append(cid)
    packet += bytes("700b 00000001 03")
    packet += [UInt8(address >> 8), UInt8(address & 255), 0, 0] as [UInt8]
    return packet
}

@Suite struct E131PacketTests {
    @Test("six slots of a universe are two pixels") func sixSlots() {
        let packet =
            bytes("0010 0000 4153432d45312e3137000000 7074 00000004 0102030405060708090a0b0c0d0e0f10 705e 00000002")
            + text("OLA", 64) + bytes("64 0000 00 00 0001 7011 02 a1 0000 0001 0007 00 ff 00 00 00 ff 00")
        expectEqual(packet.count, 132)
        var receiver = PixelReceiver(width: 2, height: 1)
        expectEqual(receiver.receive(packet, of: .e131), .finished)
        expectEqual(receiver.art, ["rg"])
        let owner = receiver.status(at: .zero).owner
        expectEqual(owner.map { String(decoding: $0.name, as: UTF8.self) }, "OLA")
        expectEqual(owner?.sender.key.high, 0x0102_0304_0506_0708)
        expectEqual(owner?.sender.key.low, 0x090a_0b0c_0d0e_0f10)
    }

    @Test("the 13 universes of a sign of 64x32 make a picture, the last one with 8 pixels") func thirteen() {
        var receiver = PixelReceiver(width: 64, height: 32)
        expectEqual(receiver.universes, 13)
        for universe in 1...12 {
            let packet = e131([UInt8](repeating: 255, count: 510), universe: UInt16(universe))
            expectEqual(packet.count, 636)
            let lengths: [UInt8] = [16, 38, 115, 123].flatMap { packet[$0..<$0 + 2] }
            expectEqual(lengths, bytes("726c 7256 7209 01ff"))
            expectEqual(receiver.receive(packet, of: .e131), .nothing)
        }
        expectEqual(receiver.receive(e131([UInt8](repeating: 255, count: 512), universe: 13), of: .e131), .finished)
        expectEqual(receiver.art, [String](repeating: String(repeating: "w", count: 64), count: 32))
    }

    @Test("a universe takes no pixels of the next one, whatever its length") func longUniverse() {
        var receiver = PixelReceiver(width: 4, height: 1, universePixels: 2)
        _ = receiver.receive(e131(colors("rrrr"), universe: 1), of: .e131)
        expectEqual(receiver.art, ["rr.."])
    }

    @Test("packets that are cut off, or have wrong lengths, break the rules") func malformed() {
        let good = e131(colors("rg"))
        var broken: [[UInt8]] = (0..<good.count).map { Array(good[..<$0]) }
        for (place, value) in [
            (1, 0x11), (4, 0x42), (16, 0x60), (17, 0xFF), (38, 0x60), (39, 0xFF), (115, 0x60), (116, 0xFF), (117, 1),
            (118, 0xA2), (120, 1), (122, 2), (124, 0), (123, 2), (124, 8),
        ] as [(Int, UInt8)] {
            var packet = good
            packet[place] = value
            broken.append(packet)
        }
        for packet in broken {
            var receiver = PixelReceiver(width: 2, height: 1)
            expectEqual(receiver.receive(packet, of: .e131), .nothing)
            expectEqual(receiver.counts.malformed, 1)
            #expect(receiver.ownerKey == nil)
        }
    }

    @Test("previews, other START codes, priorities above 200 and other universes are ignored") func ignored() {
        var startCode = e131(colors("rg"))
        startCode[125] = 0xDD
        var discovery = e131(colors("rg"))
        discovery[21] = 8
        discovery[43] = 2
        let packets = [
            startCode, discovery, e131(colors("rg"), priority: 201), e131(colors("rg"), options: 0x80),
            e131(colors("rg"), universe: 2), e131(colors("rg"), universe: 0), e131(colors("rg"), universe: 64_214),
        ]
        for packet in packets {
            var receiver = PixelReceiver(width: 2, height: 1)
            expectEqual(receiver.receive(packet, of: .e131), .nothing)
            expectEqual(receiver.counts.ignored, 1)
            #expect(receiver.ownerKey == nil)
        }
    }

    @Test("a packet up to 19 numbers behind the last one is dropped, and one farther behind begins anew") func order() {
        for (sequence, isTaken) in [(200, false), (199, false), (181, false), (180, true), (201, true), (7, true)] {
            var receiver = PixelReceiver(width: 1, height: 1)
            _ = receiver.receive(e131(colors("r"), sequence: 200), of: .e131)
            let outcome = receiver.receive(e131(colors("g"), sequence: UInt8(sequence)), of: .e131)
            expectEqual(outcome, (isTaken ? .finished : .nothing), "\(sequence)")
            expectEqual(receiver.art, [isTaken ? "g" : "r"])
        }
    }

    @Test("the writer writes the packets of the standard") func writing() {
        let cid = PixelSender.Key(.e131, high: 0, low: 9)
        let sender = E131Packet.Sender(cid: cid, name: "Desk")
        let levels = E131Packet.levels(colors("rg"), universe: 1, sequence: 0, from: sender)
        expectEqual(levels, e131(colors("rg")))
        expectEqual(
            E131Packet.levels([], universe: 300, sequence: 5, isTerminated: true, from: sender),
            e131([], universe: 300, sequence: 5, options: 0x40))
        expectEqual(e131Sync(7).count, 49)
    }
}
