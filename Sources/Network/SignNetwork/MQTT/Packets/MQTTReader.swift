import Glibc
import LinuxSystem

/// Reads the packets of a broker from bytes as they come (MQTT 3.1.1, 2 and 3).
///
/// Pure. Looks at the length that a packet announces before it keeps anything: of a message that is too long it keeps the
/// topic and passes over the rest, so that no message costs more memory than `maximumKept`, and an announcement costs none.
package struct MQTTReader: Sendable {
    /// What a broker has sent.
    package enum Packet: Hashable, Sendable {
        /// CONNACK: 0, or why the broker refuses.
        case answer(UInt8)
        case message(Message)
        /// The head of a message that is too long; the rest is passed over.
        case tooLong(Excess)
        /// A mebibyte more of that message has been passed over.
        case passed
        /// All of that message has been passed over.
        case passedAll(identifier: UInt16?)
        /// PUBACK.
        case confirmation
        /// Another answer.
        case other
    }

    /// A message, as it came.
    package struct Message: Hashable, Sendable {
        package var topic: String
        package var payload: [UInt8]
        package var isRetained: Bool
        /// What to confirm it by; nil for a message of QoS 0.
        package var identifier: UInt16?
    }

    /// What is known of a message that is too long.
    package struct Excess: Hashable, Sendable {
        package var topic: String
        /// The bytes of its payload.
        package var bytes: Int
        package var isRetained: Bool
    }

    private enum State: Hashable, Sendable {
        /// Between two packets.
        case begin
        /// In the length after a first byte, with what it is so far.
        case length(first: UInt8, length: Int, digits: Int)
        /// In the body, of which `kept` has the beginning.
        case body(first: UInt8, length: Int)
        /// In a payload that is too long.
        case passing(left: Int, identifier: UInt16?)
    }

    private var state = State.begin
    private var kept: [UInt8] = []

    /// The bytes that the payload of a message may have.
    package static let maximumBytes = 65_536
    /// The bytes that the topic of a message may have: the sign listens at none that is longer.
    package static let maximumTopicBytes = 1_024
    /// The most bytes that are kept: a topic as long as MQTT's lengths allow, with its length and an identifier, and a payload.
    package static let maximumKept = 2 + 65_535 + 2 + maximumBytes
    /// How many bytes are passed over at a time.
    package static let step = 1 << 20

    package init() {}

    /// The bytes that are kept of a packet that is not complete.
    package var keptBytes: Int { kept.count }

    /// Takes bytes from the beginning of `bytes` up to the end of a packet; returns nil if they end before that.
    ///
    /// - Throws: what is no MQTT. Then there is no way to find the next packet.
    package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(ConnectionError) -> Packet? {
        while true {
            switch state {
            case .begin:
                guard let first = bytes.popFirst() else { return nil }
                try Self.check(first)
                state = .length(first: first, length: 0, digits: 0)
            case .length(let first, var length, let digits):
                guard let digit = bytes.popFirst() else { return nil }
                length |= Int(digit & 0x7F) << (7 * digits)
                if digit & 0x80 == 0 {
                    try Self.check(first, length: length)
                    state = .body(first: first, length: length)
                } else if digits < 3 {
                    state = .length(first: first, length: length, digits: digits + 1)
                } else {
                    throw Self.noMQTT("a length of more than four bytes")
                }
            case .body(let first, let length):
                return try readBody(first, length, &bytes)
            case .passing(let left, let identifier):
                return pass(left, identifier, &bytes)
            }
        }
    }

    // MARK: Bodies

    /// Reads on in a body; returns nil if it wants more bytes.
    private mutating func readBody(
        _ first: UInt8, _ length: Int, _ bytes: inout ArraySlice<UInt8>
    ) throws(ConnectionError) -> Packet? {
        guard first >> 4 == 3 else {
            guard keep(length, &bytes) else { return nil }
            defer { end() }
            switch first >> 4 {
            case 2: return .answer(kept[1])
            case 4: return .confirmation
            default: return .other
            }
        }
        guard keep(2, &bytes) else { return nil }
        let topicBytes = Int(kept[0]) << 8 | Int(kept[1])
        let hasIdentifier = first & 0x06 != 0
        let head = 2 + topicBytes + (hasIdentifier ? 2 : 0)
        guard head <= length else { throw Self.noMQTT("a message that is shorter than its topic") }
        guard keep(head, &bytes) else { return nil }
        let isTooLong = length - head > Self.maximumBytes || topicBytes > Self.maximumTopicBytes
        if !isTooLong, !keep(length, &bytes) { return nil }
        let topic = try Self.topic(kept[2..<2 + topicBytes])
        let identifier = hasIdentifier ? UInt16(kept[head - 2]) << 8 | UInt16(kept[head - 1]) : nil
        guard identifier != 0 else { throw Self.noMQTT("a message without an identifier") }
        let isRetained = first & 1 != 0
        let payload = isTooLong ? [] : Array(kept[head...])
        end()
        guard isTooLong else {
            return .message(
                Message(topic: topic, payload: payload, isRetained: isRetained, identifier: identifier))
        }
        state = .passing(left: length - head, identifier: identifier)
        return .tooLong(Excess(topic: topic, bytes: length - head, isRetained: isRetained))
    }

    /// Keeps the beginning of a body, up to so many bytes; returns whether it has them.
    private mutating func keep(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> Bool {
        let wanted = max(count - kept.count, 0)
        kept += bytes.prefix(wanted)
        bytes = bytes.dropFirst(wanted)
        return kept.count >= count
    }

    /// Ends a packet, and gives its memory back.
    private mutating func end() {
        state = .begin
        kept = []
    }

    private mutating func pass(_ left: Int, _ identifier: UInt16?, _ bytes: inout ArraySlice<UInt8>) -> Packet? {
        // Up to the next whole number of steps from the end.
        let piece = left % Self.step == 0 ? min(left, Self.step) : left % Self.step
        let count = min(piece, bytes.count)
        bytes = bytes.dropFirst(count)
        guard count < left else {
            end()
            return .passedAll(identifier: identifier)
        }
        state = .passing(left: left - count, identifier: identifier)
        return count == piece ? .passed : nil
    }

    private static func topic(_ bytes: ArraySlice<UInt8>) throws(ConnectionError) -> String {
        guard let topic = String(validating: bytes, as: UTF8.self), !topic.isEmpty,
            !topic.unicodeScalars.contains(where: { $0 == "\0" || $0 == "+" || $0 == "#" })
        else { throw Self.noMQTT("a message without a topic") }
        return topic
    }

    private static func noMQTT(_ words: String) -> ConnectionError {
        ConnectionError("it sends \(words)", isLasting: true)
    }

    // MARK: Heads

    /// The packets that a client can get besides messages: their first bytes, and how long they can be.
    private static let lengths: [UInt8: ClosedRange<Int>] = [
        // Brokers that speak another version may add to their refusal.
        0x20: 2...64, 0x40: 2...2, 0x90: 3...64, 0xB0: 2...2, 0xD0: 0...0,
    ]

    /// Throws unless a client can get a packet that begins so.
    private static func check(_ first: UInt8) throws(ConnectionError) {
        guard first & 0xF4 != 0x34 else {
            throw Self.noMQTT("a message of QoS 2 or 3, which the sign has not asked for")
        }
        guard first >> 4 == 3 || lengths[first] != nil else {
            throw Self.noMQTT("a packet that begins with \(first)")
        }
    }

    /// Throws unless a packet can be so long.
    private static func check(_ first: UInt8, length: Int) throws(ConnectionError) {
        guard (lengths[first] ?? 3...268_435_455).contains(length) else {
            throw Self.noMQTT("a packet of \(length) bytes that begins with \(first)")
        }
    }
}
