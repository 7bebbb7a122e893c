import NetworkPixels
import PixelProtocols
import SignTestSupport
import Testing

@Suite struct DDPPacketTests {
    /// Two pixels, shown: a literal of the protocol's text.
    private static let twoPixels = "41 01 0b 01 00 00 00 00 00 06 ff 00 00 00 ff 00"

    @Test("two pixels with a push are shown at once") func twoPixelsShown() {
        var receiver = PixelReceiver(width: 3, height: 1)
        expectEqual(receiver.receive(bytes(Self.twoPixels), of: .ddp), .finished)
        expectEqual(receiver.art, ["rg."])
    }

    @Test("a time code lies between head and pixels") func timeCode() {
        var receiver = PixelReceiver(width: 3, height: 1)
        let packet = bytes("51 01 0b 01 00 00 00 00 00 03 12 34 56 78 ff ff ff")
        expectEqual(receiver.receive(packet, of: .ddp), .finished)
        expectEqual(receiver.art, ["w.."])
    }

    @Test("a push alone shows what came") func pushAlone() {
        var receiver = PixelReceiver(width: 3, height: 1)
        expectEqual(receiver.receive(bytes("40 01 0b 01 00 00 00 03 00 03 00 00 ff"), of: .ddp), .nothing)
        expectEqual(receiver.receive(bytes("41 00 00 01 00 00 00 00 00 00"), of: .ddp), .finished)
        expectEqual(receiver.art, [".b."])
    }

    @Test("the packets of LedFx, which have one number for a picture, make that picture") func ledFx() {
        var receiver = PixelReceiver(width: 64, height: 32)
        let offsets = ["0000", "05a0", "0b40", "10e0"]
        for offset in offsets {
            let packet = bytes("40 02 0b 01 00 00 \(offset) 05 a0") + colors(String(repeating: "g", count: 480))
            expectEqual(receiver.receive(packet, of: .ddp), .nothing)
        }
        let last = bytes("41 02 0b 01 00 00 16 80 01 80") + colors(String(repeating: "g", count: 128))
        expectEqual(receiver.receive(last, of: .ddp), .finished)
        expectEqual(receiver.art, [String](repeating: String(repeating: "g", count: 64), count: 32))
    }

    @Test("without any push the last pixel finishes the picture") func noPush() {
        var receiver = PixelReceiver(width: 3, height: 1)
        expectEqual(receiver.receive(bytes("40 00 0b 01 00 00 00 00 00 03 ff 00 00"), of: .ddp), .nothing)
        expectEqual(receiver.receive(bytes("40 00 0b 01 00 00 00 06 00 03 00 00 ff"), of: .ddp), .finished)
        expectEqual(receiver.art, ["r.b"])
    }

    @Test("all types that can mean RGB of 8 bits are that: open ones, and what WLED and others write") func types() {
        for type in ["00", "01", "03", "05", "08", "0a", "0b", "0d"] {
            var receiver = PixelReceiver(width: 1, height: 1)
            expectEqual(receiver.receive(bytes("41 01 \(type) 01 00 00 00 00 00 03 ff 00 00"), of: .ddp), .finished)
            expectEqual(receiver.art, ["r"])
        }
    }

    @Test("other numbers of bits, other colours and types of customers are none of it") func otherTypes() {
        for type in ["09", "0c", "0e", "13", "23", "8b", "4b", "ff"] {
            for coding in PixelCoding.allCases {
                var receiver = PixelReceiver(width: 1, height: 1, coding: coding)
                expectEqual(
                    receiver.receive(bytes("41 01 \(type) 01 00 00 00 00 00 03 ff 00 00"), of: .ddp), .nothing,
                    "\(type)")
                expectEqual(receiver.counts.ignored, 1, "\(type)")
            }
        }
    }

    @Test("pixels with a white are taken by a sign that says so, and RGB besides them") func white() {
        for type in ["1b", "1a", "1e", "18"] {
            var receiver = PixelReceiver(width: 4, height: 1, coding: .rgbw)
            let packet = bytes("40 01 \(type) 01 00 00 00 00 00 08 ff 00 00 00 00 00 00 ff")
            expectEqual(receiver.receive(packet, of: .ddp), .nothing, "\(type)")
            // From the third pixel on, in bytes of the stream; the last one ends the picture.
            let rest = bytes("40 02 \(type) 01 00 00 00 08 00 08 00 80 00 7f 00 00 ff 00")
            expectEqual(receiver.receive(rest, of: .ddp), .finished, "\(type)")
            expectEqual(
                receiver.pixels, [255, 0, 0, 255, 255, 255, 0x7F, 0xFF, 0x7F, 0, 0, 255] as [UInt8], "\(type)")
            let plain = bytes("41 03 0b 01 00 00 00 03 00 03 00 ff 00")
            expectEqual(receiver.receive(plain, of: .ddp), .finished)
            expectEqual(Array(receiver.pixels.prefix(6)), [255, 0, 0, 0, 255, 0])
        }
    }

    @Test("lengths that the datagram does not have, and other versions, break the rules") func malformed() {
        let packets = [
            "", "41", "41 01 0b 01 00 00 00 00 00", "41 01 0b 01 00 00 00 00 00 06 ff 00 00 00 ff",
            "51 01 0b 01 00 00 00 00 00 03 12 34 56 78 ff ff", "81 01 0b 01 00 00 00 00 00 00",
            "41 01 0b 01 00 00 00 00 ff ff ff 00 00",
        ]
        for packet in packets {
            var receiver = PixelReceiver(width: 3, height: 1)
            expectEqual(receiver.receive(bytes(packet), of: .ddp), .nothing)
            expectEqual(receiver.counts.malformed, 1, "\(packet)")
            #expect(receiver.ownerKey == nil)
        }
    }

    @Test("an offset at the end of 32 bits stores nothing") func farOffset() {
        var receiver = PixelReceiver(width: 3, height: 1)
        expectEqual(receiver.receive(bytes("41 01 0b 01 ff ff ff ff 00 06 ff 00 00 00 ff 00"), of: .ddp), .finished)
        expectEqual(receiver.art, ["..."])
    }

    @Test("what lies beyond the last pixel is dropped") func beyond() {
        var receiver = PixelReceiver(width: 3, height: 1)
        expectEqual(receiver.receive(bytes("41 01 0b 01 00 00 00 06 00 06 ff 00 00 00 ff 00"), of: .ddp), .finished)
        expectEqual(receiver.art, ["..r"])
    }

    @Test("answers, other outputs, storage and other kinds of pixels are ignored") func others() {
        let packets = [
            "45 01 0b 01 00 00 00 00 00 03 ff 00 00", "41 01 0b 02 00 00 00 00 00 03 ff 00 00",
            "41 01 0b f6 00 00 00 00 00 03 ff 00 00", "49 01 0b 01 00 00 00 00 00 03 ff 00 00",
            "41 01 1b 01 00 00 00 00 00 04 ff 00 00 00",
        ]
        for packet in packets {
            var receiver = PixelReceiver(width: 1, height: 1)
            expectEqual(receiver.receive(bytes(packet), of: .ddp), .nothing)
            expectEqual(receiver.counts.ignored, 1, "\(packet)")
            #expect(receiver.ownerKey == nil)
        }
    }

    @Test("queries are answered, and keep no stream alive") func queries() {
        var receiver = PixelReceiver(width: 1, height: 1)
        expectEqual(receiver.receive(bytes("42 00 00 fb 00 00 00 00 00 00"), of: .ddp), .ddpStatus)
        expectEqual(receiver.receive(bytes("42 00 00 fa 00 00 00 00 00 00"), of: .ddp), .ddpUnsupported)
        #expect(receiver.ownerKey == nil)
        let answer = DDPPacket.status(model: "64x32", version: "1.0")
        expectEqual(Array(answer[..<8]), bytes("45 00 00 fb 00 00 00 00"))
        expectEqual(Int(answer[8]) * 256 + Int(answer[9]), answer.count - 10)
        let json = #"{"status":{"man":"ledsign","mod":"64x32","ver":"1.0","push":true,"ntp":false}}"#
        expectEqual(Array(answer[10...]), Array(json.utf8))
        expectEqual(DDPPacket.unsupported(), bytes("45 00 00 00 00 00 00 00 00 00"))
    }

    @Test("pushes without pixels do not keep a stream alive") func emptyPushes() {
        var receiver = PixelReceiver(width: 3, height: 1)
        _ = receiver.receive(bytes(Self.twoPixels), of: .ddp)
        _ = receiver.receive(bytes("41 00 00 01 00 00 00 00 00 00"), of: .ddp, at: milliseconds(2_000))
        expectEqual(receiver.due, milliseconds(2_500))
        expectEqual(receiver.advance(to: milliseconds(2_500)), .ended)
    }

    @Test("a packet up to four numbers before the last push is late") func late() {
        var receiver = PixelReceiver(width: 1, height: 1)
        expectEqual(receiver.receive(bytes("41 02 0b 01 00 00 00 00 00 03 ff 00 00"), of: .ddp), .finished)
        for sequence in ["01", "0f", "0e", "0d"] {
            expectEqual(receiver.receive(bytes("41 \(sequence) 0b 01 00 00 00 00 00 03 00 ff 00"), of: .ddp), .nothing)
        }
        expectEqual(receiver.counts.late, 4)
        expectEqual(receiver.art, ["r"])
        expectEqual(receiver.receive(bytes("41 03 0b 01 00 00 00 00 00 03 00 00 ff"), of: .ddp), .finished)
        expectEqual(receiver.art, ["b"])
    }

    @Test("pictures of more packets than there are numbers are whole") func manyPackets() {
        var receiver = PixelReceiver(width: 128, height: 64)
        for frame in 0..<40 as Range<UInt8> {
            for number in 0..<18 {
                let count = number < 17 ? 1_440 : 96
                let flags: UInt8 = number < 17 ? 0x40 : 0x41
                let sequence = UInt8((Int(frame) * 18 + number) % 15 + 1)
                let offset = number * 1_440
                let head = [flags, sequence, 0x0B, 1, 0, 0, UInt8(offset >> 8), UInt8(offset & 255)]
                let length = [UInt8(count >> 8), UInt8(count & 255)]
                let packet = head + length + [UInt8](repeating: frame, count: count)
                expectEqual(receiver.receive(packet, of: .ddp), (number < 17 ? .nothing : .finished))
            }
            expectEqual(receiver.pixels, [UInt8](repeating: frame, count: 128 * 64 * 3))
        }
        expectEqual(receiver.counts.late, 0)
    }

    @Test("the writer writes what the protocol's text shows") func writing() {
        expectEqual(DDPPacket.pixels([255, 0, 0, 0, 255, 0], at: 0, sequence: 1, isPush: true), bytes(Self.twoPixels))
        var sequence: UInt8 = 15
        let packets = DDPPacket.picture([UInt8](repeating: 7, count: 64 * 32 * 3), sequence: &sequence)
        expectEqual(packets.map(\.count), [1_450, 1_450, 1_450, 1_450, 394])
        expectEqual(packets.map { $0[0] }, [0x40, 0x40, 0x40, 0x40, 0x41])
        expectEqual(packets.map { $0[1] }, [15, 1, 2, 3, 4])
        expectEqual(sequence, 5)
    }
}
