import NetworkPixels
import PixelProtocols
import SignTestSupport
import Testing

@Suite struct FlaschenTaschenPacketTests {
    @Test("a picture goes to the place that its comment names") func comment() {
        var receiver = PixelReceiver(width: 8, height: 10)
        let packet = bytes("50 36 0a 32 20 31 0a 23 46 54 3a 20 35 20 38 20 31 33 0a 32 35 35 0a ff 00 00 00 ff 00")
        expectEqual(receiver.receive(packet, of: .flaschenTaschen), .finished)
        expectEqual(receiver.art[8], ".....rg.")
        expectEqual(receiver.art.filter { $0 == "........" }.count, 9)
        expectEqual(FlaschenTaschenPacket.picture(colors("rg"), width: 2, height: 1, x: 5, y: 8, layer: 13), packet)
    }

    @Test("a place may stand behind the pixels") func footer() {
        var receiver = PixelReceiver(width: 3, height: 2)
        let packet = Array("P6 1 1 255\n".utf8) + colors("b") + Array("2 1 0\n".utf8)
        expectEqual(receiver.receive(packet, of: .flaschenTaschen), .finished)
        expectEqual(receiver.art, ["...", "..b"])
    }

    @Test("comments and white space of any kind separate numbers") func spaces() {
        var receiver = PixelReceiver(width: 2, height: 1)
        let packet = Array("P6# by hand\n\t2\r\n# one row\n1\n\n255 ".utf8) + colors("gb")
        expectEqual(receiver.receive(packet, of: .flaschenTaschen), .finished)
        expectEqual(receiver.art, ["gb"])
    }

    @Test("black is transparent above the background, and black in it") func layers() {
        var receiver = PixelReceiver(width: 3, height: 1)
        let draw = { (letters: String, layer: Int) in
            FlaschenTaschenPacket.picture(colors(letters), width: 3, height: 1, layer: layer)
        }
        _ = receiver.receive(draw("rrr", 0), of: .flaschenTaschen)
        _ = receiver.receive(draw(".g.", 1), of: .flaschenTaschen)
        expectEqual(receiver.art, ["rgr"])
        _ = receiver.receive(draw(".b.", 0), of: .flaschenTaschen)
        expectEqual(receiver.art, [".b."])
    }

    @Test("a picture that is larger than the sign is cut off") func large() {
        var receiver = PixelReceiver(width: 2, height: 1)
        let packet = FlaschenTaschenPacket.picture(colors("rgbw.w"), width: 3, height: 2, x: 1)
        expectEqual(receiver.receive(packet, of: .flaschenTaschen), .finished)
        expectEqual(receiver.art, [".r"])
    }

    @Test(
        "a picture that begins outside of the sign is cut off at its place, wherever its place stands",
        arguments: [
            ("-1 0 0", ["gr.", "br.", "..."]), ("0 -1 0", ["rbr", "...", "..."]), ("-1 -1 0", ["br.", "...", "..."]),
            ("+1 1 0", ["...", ".rg", ".rb"]), ("-2 2", ["...", "...", "r.."]), ("2 -1", ["..r", "...", "..."]),
        ])
    func outside(_ place: String, _ expected: [String]) {
        // The rows are `rgr` and `rbr`; where the place cuts them off, what was there stays.
        for isComment in [true, false] {
            var receiver = PixelReceiver(width: 3, height: 3)
            let picture = colors("rgrrbr")
            let head = isComment ? "P6\n3 2\n#FT: \(place)\n255\n" : "P6\n3 2\n255\n"
            let packet = Array(head.utf8) + picture + (isComment ? [] : Array((place + "\n").utf8))
            expectEqual(receiver.receive(packet, of: .flaschenTaschen), .finished)
            expectEqual(receiver.art, expected, "\(isComment)")
        }
    }

    @Test(
        "a picture that lies outside altogether is ignored, however far",
        arguments: ["-3 0", "0 -2", "3 0", "0 3", "100000 0", "-99999999999999999999 0", "0 99999999999999999999"])
    func farOutside(_ place: String) {
        var receiver = PixelReceiver(width: 3, height: 3)
        let packet = Array("P6\n3 2\n#FT: \(place) 0\n255\n".utf8) + colors("rgrrbr")
        expectEqual(receiver.receive(packet, of: .flaschenTaschen), .nothing)
        expectEqual(receiver.counts.ignored, 1)
        #expect(receiver.ownerKey == nil)
    }

    @Test("heads that are no PPM of 255 levels, or whose pixels are missing, break the rules") func malformed() {
        let heads = [
            "", "P6", "P5\n1 1\n255\n", "P6\n1 1\n65535\n", "P6\n1 1\n255", "P6\n0 1\n255\n", "P6\n-1 1\n255\n",
            "P6\n100000 1\n255\n", "P6\n99999 99999\n255\n", "P6\n2 1\n255\n", "P6\n1 x\n255\n", "P61 1\n255\n",
            "P6\n1 1\n#FT: 0 0 16\n255\n", "P6\n1 1\n#FT: 0 0 -1\n255\n", "P6\n-1 -1\n255\n",
        ]
        for head in heads {
            var receiver = PixelReceiver(width: 2, height: 1)
            expectEqual(receiver.receive(Array(head.utf8) + [1, 2, 3], of: .flaschenTaschen), .nothing)
            expectEqual(receiver.counts.malformed, 1, "\(head)")
        }
    }
}
