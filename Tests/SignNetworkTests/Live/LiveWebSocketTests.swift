import SignTestSupport
import Testing

@testable import SignNetwork

@Suite("WebSocket frames")
struct LiveWebSocketTests {
    /// A codec that was fed some bytes in pieces, and what it says.
    private func fed(_ bytes: [UInt8], by pieces: Int = .max) throws -> (codec: WebSocketCodec, texts: [String]) {
        let codec = WebSocketCodec()
        for start in stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))) {
            Array(bytes[start..<min(start + min(pieces, bytes.count), bytes.count)]).withUnsafeBytes { codec.feed($0) }
        }
        return (codec, codec.takeMessages().map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    private func code(_ bytes: [UInt8], by pieces: Int = .max) throws -> [UInt8] {
        let codec = try fed(bytes, by: pieces).codec
        #expect(codec.isClosing)
        return codec.output
    }

    @Test("the masked Hello of RFC 6455 is read, whole and byte by byte")
    func hello() throws {
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        for pieces in 1...11 {
            let (codec, texts) = try fed(hello + hello, by: pieces)
            expectEqual(texts, ["Hello", "Hello"])
            #expect(codec.output.isEmpty)
            #expect(!codec.isClosing)
        }
    }

    @Test("ours are written as RFC 6455 shows them: never masked, the length in the fewest bytes")
    func written() throws {
        let codec = WebSocketCodec()
        codec.send(text: Array("Hello".utf8))
        expectEqual(codec.output, [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        codec.output = []
        codec.ping()
        expectEqual(codec.output, [0x89, 0x00])
        codec.output = []
        for (count, head) in [
            (0, [0x82, 0x00]), (125, [0x82, 0x7D]), (126, [0x82, 0x7E, 0, 126]), (6_144, [0x82, 0x7E, 0x18, 0x00]),
            (65_535, [0x82, 0x7E, 0xFF, 0xFF]), (65_536, [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            codec.send(binary: count) { $0 += bytes }
            expectEqual(codec.output, head + bytes)
            codec.output = []
        }
    }

    @Test("a ping is answered with its bytes, between the pieces of a text too")
    func pings() throws {
        let ping: [UInt8] = [0x89, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        let (codec, texts) = try fed(
            LivePeer.frame(1, Array("Hel".utf8), isLast: false) + ping + LivePeer.frame(0, Array("lo".utf8)))
        expectEqual(texts, ["Hello"])
        expectEqual(codec.output, [0x8A, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
    }

    @Test("a close is answered with its code, and ends the connection")
    func closes() throws {
        let (codec, texts) = try fed(LivePeer.frame(8, [0x03, 0xE8]) + LivePeer.text("late"))
        expectEqual(codec.output, [0x88, 0x02, 0x03, 0xE8])
        #expect(codec.isClosedByPeer)
        #expect(texts.isEmpty)
        codec.send(text: [65])
        codec.ping()
        codec.close(.goingAway)
        expectEqual(codec.output, [0x88, 0x02, 0x03, 0xE8])
        try expectEqual(code(LivePeer.frame(8, [])), [0x88, 0x00])
    }

    @Test("what breaks the protocol closes with 1002")
    func protocolErrors() throws {
        let expected: [UInt8] = [0x88, 0x02, 0x03, 0xEA]
        try expectEqual(code(LivePeer.frame(1, [65], mask: nil)), expected, "not masked")
        for reserved in UInt8(1)...7 {
            try expectEqual(code(LivePeer.frame(1, [65], reserved: reserved)), expected, "RSV \(reserved)")
        }
        for opcode in [3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF] as [UInt8] {
            try expectEqual(code(LivePeer.frame(opcode, [])), expected, "opcode \(opcode)")
        }
        try expectEqual(code(LivePeer.frame(0, [65])), expected, "a continuation of nothing")
        try expectEqual(
            code(LivePeer.frame(1, [65], isLast: false) + LivePeer.frame(1, [65])), expected, "a text in a text")
        try expectEqual(code(LivePeer.frame(9, [65], isLast: false)), expected, "a ping in pieces")
        try expectEqual(code(LivePeer.frame(9, [UInt8](repeating: 65, count: 126))), expected, "a ping of 126 bytes")
        try expectEqual(code([0x81, 0xFE, 0x00, 0x05] + [0, 0, 0, 0, 1, 1, 1, 1, 1]), expected, "a length too long")
        try expectEqual(code([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]), expected, "a length with the highest bit")
        try expectEqual(code(LivePeer.frame(8, [0x03, 0xED])), expected, "a close with 1005")
    }

    @Test("texts that are not UTF-8 close with 1007")
    func notUTF8() throws {
        let expected: [UInt8] = [0x88, 0x02, 0x03, 0xEF]
        for text in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
            try expectEqual(code(LivePeer.frame(1, text)), expected)
            try expectEqual(code(LivePeer.frame(1, [65] + text), by: 1), expected)
        }
        let (_, texts) = try fed(
            LivePeer.frame(1, [0xC3], isLast: false) + LivePeer.frame(0, [0xA4]), by: 1)
        expectEqual(texts, ["ä"], "a letter may be in two pieces")
    }

    @Test("a message of 4,096 bytes is read, and a longer one closes with 1009 before it has come")
    func tooBig() throws {
        let most = String(repeating: "x", count: 4_096)
        try expectEqual(fed(LivePeer.text(most), by: 1_000).texts, [most])
        let expected: [UInt8] = [0x88, 0x02, 0x03, 0xF1]
        try expectEqual(code(Array(LivePeer.text(most + "x").prefix(9))), expected)
        try expectEqual(code(Array(LivePeer.frame(1, [UInt8](repeating: 65, count: 70_000)).prefix(15))), expected)
        let half = [UInt8](repeating: 65, count: 2_049)
        try expectEqual(code(LivePeer.frame(1, half, isLast: false) + LivePeer.frame(0, half)), expected)
    }

    @Test("a message may come in 64 pieces; one in more closes with 1009, and a binary one with 1003")
    func pieces() throws {
        func text(pieces: Int) -> [UInt8] {
            (0..<pieces).flatMap { piece -> [UInt8] in
                LivePeer.frame(piece == 0 ? 1 : 0, [65], isLast: piece == pieces - 1)
            }
        }
        try expectEqual(fed(text(pieces: 64) + text(pieces: 64)).texts.map(\.count), [64, 64])
        try expectEqual(code(text(pieces: 65)), [0x88, 0x02, 0x03, 0xF1])
        try expectEqual(code(LivePeer.frame(2, [65])), [0x88, 0x02, 0x03, 0xEB])
    }

    @Test("a flood of pings whose answers are never read keeps a few kilobytes")
    func floods() throws {
        let codec = WebSocketCodec()
        let flood = (0..<30).flatMap { _ in LivePeer.frame(9, [UInt8](repeating: 7, count: 125)) }
        let growth = heapGrowth {
            for _ in 0..<1_000 { flood.withUnsafeBytes { codec.feed($0) } }
        }
        #expect(codec.output.count <= 4_096)
        #expect(growth < 64_000)
        codec.output = []
        LivePeer.frame(9, [1, 2]).withUnsafeBytes { codec.feed($0) }
        expectEqual(codec.output, [0x8A, 0x02, 1, 2], "it answers again when the answers were read")
    }

    @Test("after our own close nothing is read or written")
    func ownClose() throws {
        let codec = WebSocketCodec()
        codec.close(.goingAway)
        LivePeer.text("late").withUnsafeBytes { codec.feed($0) }
        codec.send(text: [65])
        expectEqual(codec.output, [0x88, 0x02, 0x03, 0xE9])
        #expect(codec.takeMessages().isEmpty)
    }
}
