import NetworkPixels
import PixelProtocols
import SignFiles
import SignTestSupport
import Testing

/// An ArtDmx of the specification's layout.
func artNet(_ slots: [UInt8], universe: UInt16 = 0, sequence: UInt8 = 0) -> [UInt8] {
    bytes("41 72 74 2d 4e 65 74 00 00 50 00 0e")
        + [sequence, 0, UInt8(universe & 255), UInt8(universe >> 8), UInt8(slots.count >> 8), UInt8(slots.count & 255)]
        + slots
}

@Suite struct ArtNetPacketTests {
    private let sync = bytes("41 72 74 2d 4e 65 74 00 00 52 00 0e 00 00")

    @Test("the specification's packet for port address 0x123 is two pixels there") func twoPixels() {
        var settings = PixelSettings()
        settings.artNetUniverse = 0x123
        var receiver = PixelReceiver(settings, size: .init(width: 2, height: 1))
        let packet = bytes("41 72 74 2d 4e 65 74 00 00 50 00 0e 01 00 23 01 00 06 ff 00 00 00 ff 00")
        expectEqual(receiver.receive(packet, of: .artNet), .finished)
        expectEqual(receiver.art, ["rg"])
        expectEqual(ArtNetPacket.levels(colors("rg"), universe: 0x123, sequence: 1), packet)
    }

    @Test("an odd number of levels is written with one more") func oddLength() {
        expectEqual(
            ArtNetPacket.levels(colors("r"), universe: 0, sequence: 0)[16...], (bytes("00 04 ff 00 00 00")[...]))
    }

    @Test("levels wait for ArtSync once one has come, and again not after 4 s without") func synchronization() {
        var receiver = PixelReceiver(width: 1, height: 1, timeout: .seconds(60))
        expectEqual(receiver.receive(artNet(colors("r")), of: .artNet), .finished)
        expectEqual(receiver.receive(sync, of: .artNet), .nothing)
        expectEqual(receiver.receive(artNet(colors("g")), of: .artNet, at: milliseconds(100)), .nothing)
        expectEqual(receiver.due, milliseconds(60_100))
        expectEqual(receiver.receive(sync, of: .artNet, from: 3, at: milliseconds(110)), .nothing)
        expectEqual(receiver.receive(sync, of: .artNet, at: milliseconds(120)), .finished)
        expectEqual(receiver.receive(artNet(colors("b")), of: .artNet, at: milliseconds(4_119)), .nothing)
        expectEqual(receiver.receive(artNet(colors("b")), of: .artNet, at: milliseconds(4_120)), .finished)
    }

    @Test("a number that never changes counts, an older one is late") func sequences() {
        var receiver = PixelReceiver(width: 1, height: 1)
        for _ in 0..<3 { expectEqual(receiver.receive(artNet(colors("r"), sequence: 9), of: .artNet), .finished) }
        expectEqual(receiver.receive(artNet(colors("g"), sequence: 8), of: .artNet), .nothing)
        expectEqual(receiver.receive(artNet(colors("g"), sequence: 0), of: .artNet), .finished)
    }

    @Test("polls of any length are answered, targeted ones only in their range") func polls() {
        var receiver = PixelReceiver(width: 64, height: 32)
        let outcomes: [(String, PixelReceiver.Outcome)] = [
            ("41 72 74 2d 4e 65 74 00 00 20 00 0e 02 00", .artNetPoll),
            ("41 72 74 2d 4e 65 74 00 00 20 00 0e", .artNetPoll),
            ("41 72 74 2d 4e 65 74 00 00 20 00", .nothing),
            ("41 72 74 2d 4e 65 74 00 00 20 00 0e 20 00 00 0c 00 0c", .artNetPoll),
            ("41 72 74 2d 4e 65 74 00 00 20 00 0e 20 00 00 20 00 0d", .nothing),
        ]
        for (packet, outcome) in outcomes {
            expectEqual(receiver.receive(bytes(packet), of: .artNet), outcome, "\(packet)")
        }
        #expect(receiver.ownerKey == nil)
    }

    @Test("packets that are cut off break the rules") func malformed() {
        let good = artNet(colors("rg"))
        for count in 0..<good.count {
            var receiver = PixelReceiver(width: 2, height: 1)
            expectEqual(receiver.receive(Array(good[..<count]), of: .artNet), .nothing)
            expectEqual(receiver.counts.malformed, 1)
        }
    }

    @Test("universes are named in groups of four that share a sub-net") func groups() {
        expectEqual(ArtNetPacket.groups(of: 0...12), [0...3, 4...7, 8...11, 12...12])
        expectEqual(ArtNetPacket.groups(of: 14...18), [14...15, 16...18])
        expectEqual(ArtNetPacket.groups(of: 0x123...0x123), [0x123...0x123])
    }

    @Test("an answer has 239 bytes in the order of the specification") func pollReply() {
        let packet = ArtNetPacket.pollReply(
            0x123...0x125, number: 2, address: 0xC0A8_0105, name: "ledsign 64x32 at the window", isReceiving: true)
        var expected = bytes("41 72 74 2d 4e 65 74 00 00 21 c0 a8 01 05 36 19 00 01 01 02 00 ff 00 e0 00 00")
        expected += text("ledsign", 18) + text("ledsign 64x32 at the window", 64) + text("#0001 [0000] ready", 64)
        expected += bytes("00 03 80 80 80 00 00 00 00 00 80 80 80 00 00 00 00 00 03 04 05 00 00 00 00 00 00 00 00")
        expected += bytes("00 00 00 00 00 00 c0 a8 01 05 02 0d c0 c0 c0 00 00")
        expected += [UInt8](repeating: 0, count: 21)
        expectEqual(packet.count, 239)
        expectEqual(packet, expected)
    }
}
