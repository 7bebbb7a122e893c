import SignTestSupport
import Testing

@testable import SignNetwork

/// What a client sends, byte by byte (MQTT 3.1.1, 3).
@Suite struct MQTTPacketTests {
    @Test("a connection: a clean session with a retained will of QoS 1, and a name and a password where there are some")
    func connection() {
        func connection(user: String? = nil, password: String? = nil) -> [UInt8] {
            MQTTPacket.connection(
                name: "s", keepAlive: 15, will: ("t/status", "offline"), user: user, password: password)
        }
        let head: [UInt8] = [0x00, 0x04, 0x4D, 0x51, 0x54, 0x54, 0x04]
        let tail: [UInt8] =
            [0x00, 0x0F, 0x00, 0x01, 0x73, 0x00, 0x08] + Array("t/status".utf8) + [0x00, 0x07] + Array("offline".utf8)
        // One array of literals and arrays with + takes the compiler seconds.
        func bytes(_ length: UInt8, flags: UInt8, _ credentials: [UInt8] = []) -> [UInt8] {
            [[0x10, length], head, [flags], tail, credentials].flatMap { $0 }
        }
        expectEqual(connection(), bytes(32, flags: 0x2E))
        expectEqual(connection(user: "u"), bytes(35, flags: 0xAE, [0, 1, 0x75]))
        expectEqual(connection(user: "u", password: "pw"), bytes(39, flags: 0xEE, [0, 1, 0x75, 0, 2, 0x70, 0x77]))
        expectEqual(connection(password: "pw"), bytes(32, flags: 0x2E))
    }

    @Test("messages, with lengths of one to three bytes")
    func messages() {
        expectEqual(
            MQTTPacket.message("a", [0x41], identifier: nil, isRetained: false), [0x30, 4, 0, 1, 0x61, 0x41])
        expectEqual(
            MQTTPacket.message("a", [0x41], identifier: 0x0102, isRetained: true), [0x33, 6, 0, 1, 0x61, 1, 2, 0x41])
        // The lengths at which another byte begins (MQTT 3.1.1, 2.2.3).
        for (count, length) in [
            (127, [0x7F]), (128, [0x80, 0x01]), (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 0x01]),
        ] as [(Int, [UInt8])] {
            let bytes = MQTTPacket.message(
                "a", [UInt8](repeating: 0, count: count - 3), identifier: nil, isRetained: false)
            expectEqual(Array(bytes.prefix(1 + length.count)), [0x30] + length)
            expectEqual(bytes.count, 1 + length.count + count)
        }
    }

    @Test("subscriptions and answers")
    func others() {
        expectEqual(MQTTPacket.subscription("a/+", identifier: 10), [0x82, 8, 0, 10, 0, 3, 0x61, 0x2F, 0x2B, 1])
        expectEqual(MQTTPacket.end(ofSubscription: "a", identifier: 11), [0xA2, 5, 0, 11, 0, 1, 0x61])
        expectEqual(MQTTPacket.confirmation(0x0A0B), [0x40, 2, 10, 11])
        expectEqual(MQTTPacket.ping, [0xC0, 0])
        expectEqual(MQTTPacket.disconnection, [0xE0, 0])
    }
}
