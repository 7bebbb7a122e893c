/// The packets that a client sends (MQTT 3.1.1, 3).
enum MQTTPacket {
    /// CONNECT, for a session that ends with the connection.
    ///
    /// - Parameters:
    ///   - keepAlive: how long the client may be silent, in seconds; the broker waits half as long again (3.1.2.10).
    ///   - will: the topic and the payload of the last will, which the broker keeps.
    ///   - password: counts only with a user.
    static func connection(
        name: String, keepAlive: UInt16, will: (topic: String, payload: String), user: String? = nil,
        password: String? = nil
    ) -> [UInt8] {
        // A clean session, and a will of QoS 1 that is retained.
        var flags: UInt8 = 0x2E
        if user != nil { flags |= 0x80 }
        if user != nil, password != nil { flags |= 0x40 }
        var body = text("MQTT") + [4, flags] + number(keepAlive)
        body += text(name) + text(will.topic) + text(will.payload)
        if let user { body += text(user) }
        if user != nil, let password { body += text(password) }
        return packet(0x10, body)
    }

    /// PUBLISH.
    ///
    /// - Parameter identifier: that of a message of QoS 1, which the broker confirms; nil for one of QoS 0.
    static func message(_ topic: String, _ payload: [UInt8], identifier: UInt16?, isRetained: Bool) -> [UInt8] {
        let head = text(topic) + (identifier.map(number) ?? [])
        return packet(0x30 | (identifier == nil ? 0 : 2) | (isRetained ? 1 : 0), head + payload)
    }

    /// PUBACK.
    static func confirmation(_ identifier: UInt16) -> [UInt8] { packet(0x40, number(identifier)) }

    /// SUBSCRIBE, with QoS 1.
    static func subscription(_ filter: String, identifier: UInt16) -> [UInt8] {
        packet(0x82, number(identifier) + text(filter) + [1])
    }

    /// UNSUBSCRIBE.
    static func end(ofSubscription filter: String, identifier: UInt16) -> [UInt8] {
        packet(0xA2, number(identifier) + text(filter))
    }

    /// PINGREQ.
    static let ping: [UInt8] = [0xC0, 0]
    /// DISCONNECT.
    static let disconnection: [UInt8] = [0xE0, 0]

    // MARK: Parts

    /// - Parameter first: the type, and its flags.
    private static func packet(_ first: UInt8, _ body: [UInt8]) -> [UInt8] {
        var head = [first]
        var length = body.count
        repeat {
            let digit = UInt8(length & 0x7F)
            length >>= 7
            head.append(length > 0 ? digit | 0x80 : digit)
        } while length > 0
        return head + body
    }

    private static func number(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    /// A text with its length; cut at the most bytes that MQTT has room for.
    private static func text(_ text: String) -> [UInt8] {
        let bytes = text.utf8.prefix(Int(UInt16.max))
        return number(UInt16(bytes.count)) + bytes
    }
}
