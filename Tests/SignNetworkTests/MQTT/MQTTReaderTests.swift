import SignTestSupport
import Testing

@testable import SignNetwork

/// What a broker sends, read from its bytes (MQTT 3.1.1).
@Suite struct MQTTReaderTests {
    private typealias Packet = MQTTReader.Packet

    /// Reads bytes that come in pieces; returns the packets.
    private func read(_ bytes: [UInt8], pieces: Int = .max) throws(ConnectionError) -> [MQTTReader.Packet] {
        var reader = MQTTReader()
        var packets: [MQTTReader.Packet] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            var piece = rest.prefix(pieces)
            rest = rest.dropFirst(pieces)
            while let packet = try reader.next(&piece) { packets.append(packet) }
            #expect(piece.isEmpty)
        }
        return packets
    }

    private func words(_ bytes: [UInt8]) -> String? {
        do throws(ConnectionError) {
            _ = try read(bytes)
            return nil
        } catch {
            return error.description
        }
    }

    /// The head of a message of so many bytes at the topic `a/b`, of which nothing else is there.
    private func head(length: [UInt8], first: UInt8 = 0x30) -> [UInt8] {
        [first] + length + [0, 3] + Array("a/b".utf8)
    }

    @Test("packets are the same however their bytes come, also one by one")
    func pieces() throws {
        // CONNACK, SUBACK, PUBLISH of QoS 0 and of QoS 1 (retained, identifier 10), PUBACK, PINGRESP, an empty message.
        let bytes: [UInt8] = [
            0x20, 2, 0, 0, 0x90, 3, 0, 1, 1, 0x30, 7, 0, 3, 0x61, 0x2F, 0x62, 0x68, 0x69, 0x33, 8, 0, 3, 0x61, 0x2F,
            0x62,
            0, 10, 0x78, 0x40, 2, 0, 1, 0xD0, 0, 0x30, 3, 0, 1, 0x63,
        ]
        let expected: [Packet] = [
            .answer(0), .other,
            .message(.init(topic: "a/b", payload: Array("hi".utf8), isRetained: false)),
            .message(.init(topic: "a/b", payload: Array("x".utf8), isRetained: true, identifier: 10)), .confirmation,
            .other, .message(.init(topic: "c", payload: [], isRetained: false)),
        ]
        for count in 1...bytes.count { try expectEqual(read(bytes, pieces: count), expected) }
    }

    @Test("a message may have 65,536 bytes, one more is passed over, and what follows is read")
    func limit() throws {
        // 65,541 and 65,542 bytes: the topic takes five.
        let longest = head(length: [0x85, 0x80, 0x04]) + [UInt8](repeating: 0x41, count: 65_536)
        let longer = head(length: [0x86, 0x80, 0x04], first: 0x31) + [UInt8](repeating: 0x41, count: 65_537)
        let answer: [UInt8] = [0xD0, 0]
        for count in [1_000, 16_384, 1 << 20] {
            let packets = try read(longest + longer + answer, pieces: count)
            expectEqual(
                packets,
                [
                    .message(
                        .init(topic: "a/b", payload: [UInt8](repeating: 0x41, count: 65_536), isRetained: false)),
                    .tooLong(.init(topic: "a/b", bytes: 65_537, isRetained: true)), .passedAll(identifier: nil), .other,
                ])
        }
    }

    @Test("a message that is passed over is noted each mebibyte, and confirmed")
    func steps() throws {
        // 3,000,000 bytes, of which the topic takes five and the identifier two.
        let bytes = head(length: [0xC0, 0x8D, 0xB7, 0x01], first: 0x32) + [0, 7]
        let all = bytes + [UInt8](repeating: 0x41, count: 2_999_993) + [0xD0, 0]
        try expectEqual(
            read(all, pieces: 16_384),
            [
                .tooLong(.init(topic: "a/b", bytes: 2_999_993, isRetained: false)), .passed, .passed,
                .passedAll(identifier: 7), .other,
            ])
    }

    @Test("an announcement costs no memory, and neither does a message that does not end")
    func announcement() throws {
        var reader = MQTTReader()
        let heads = [
            head(length: [0xFF, 0xFF, 0xFF, 0x7F]), [0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF],
            head(length: [0x85, 0x80, 0x04]),
        ]
        for head in heads {
            reader = MQTTReader()
            var piece = head[...]
            while try reader.next(&piece) != nil {}
            #expect(reader.keptBytes <= 16, "\(head)")
        }
        // A topic as long as its length allows, and a payload of which the end is missing.
        reader = MQTTReader()
        var piece: ArraySlice<UInt8> = [0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF]
        #expect(try reader.next(&piece) == nil)
        var packets: [Packet] = []
        for _ in 0..<4_000 {
            piece = [UInt8](repeating: 0x41, count: 16_384)[...]
            while let packet = try reader.next(&piece) { packets.append(packet) }
            #expect(reader.keptBytes <= MQTTReader.maximumKept)
        }
        let topic = String(repeating: "A", count: 65_535)
        // 268,435,455 bytes less the topic and its length.
        expectEqual(packets.first, .tooLong(.init(topic: topic, bytes: 268_369_918, isRetained: false)))
        #expect(packets.dropFirst().allSatisfy { $0 == .passed })
    }

    @Test("a topic may have 1,024 bytes; messages at longer ones are passed over")
    func topics() throws {
        func message(_ count: Int) -> [UInt8] {
            let body = [UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 0x41, count: count)
            return [0x30, UInt8(body.count & 0x7F | 0x80), UInt8(body.count >> 7)] + body
        }
        let longest = String(repeating: "A", count: 1_024)
        try expectEqual(
            read(message(1_024) + message(1_025)),
            [
                .message(.init(topic: longest, payload: [], isRetained: false)),
                .tooLong(.init(topic: longest + "A", bytes: 0, isRetained: false)), .passedAll(identifier: nil),
            ])
    }

    @Test(
        "what is no MQTT 3.1.1 from a broker is an error, as soon as it can be known",
        arguments: [
            ([0x30, 0xFF, 0xFF, 0xFF, 0xFF], "it sends a length of more than four bytes"),
            ([0x30, 0x80, 0x80, 0x80, 0x80], "it sends a length of more than four bytes"),
            ([0x30, 0x00], "it sends a packet of 0 bytes that begins with 48"),
            ([0x30, 0x02], "it sends a packet of 2 bytes that begins with 48"),
            ([0x30, 0x05, 0x00, 0x04], "it sends a message that is shorter than its topic"),
            ([0x32, 0x05, 0x00, 0x02], "it sends a message that is shorter than its topic"),
            ([0x30, 0x03, 0x00, 0x00, 0x41], "it sends a message without a topic"),
            ([0x30, 0x03, 0x00, 0x01, 0xFF], "it sends a message without a topic"),
            ([0x30, 0x03, 0x00, 0x01, 0x2B], "it sends a message without a topic"),
            ([0x32, 0x05, 0x00, 0x01, 0x41, 0x00, 0x00], "it sends a message without an identifier"),
            ([0x34], "it sends a message of QoS 2 or 3, which the sign has not asked for"),
            ([0x36], "it sends a message of QoS 2 or 3, which the sign has not asked for"),
            ([0x20, 0xFF, 0xFF, 0xFF, 0x7F], "it sends a packet of 268435455 bytes that begins with 32"),
            ([0x20, 0x01], "it sends a packet of 1 bytes that begins with 32"),
            ([0x40, 0x03], "it sends a packet of 3 bytes that begins with 64"),
            ([0x90, 0xFF, 0x01], "it sends a packet of 255 bytes that begins with 144"),
            ([0xD0, 0x01], "it sends a packet of 1 bytes that begins with 208"),
            ([0x00], "it sends a packet that begins with 0"), ([0x10], "it sends a packet that begins with 16"),
            ([0xF0], "it sends a packet that begins with 240"), ([0x21], "it sends a packet that begins with 33"),
            ([0x48], "it sends a packet that begins with 72"),  // "HTTP/1.1"
        ] as [([UInt8], String)])
    func errors(_ bytes: [UInt8], _ expected: String) {
        expectEqual(words(bytes), expected)
    }
}
