/// A packet of Art-Net 4: the levels of a universe, the order to show them, or the question who is there.
package enum ArtNetPacket {
    package struct Levels {
        /// 1 to 255, or 0 where the sender does not count.
        package let sequence: UInt8
        /// The port address, 0 to 32,767: net, sub-net and universe.
        package let universe: UInt16
        /// Up to 512 levels.
        package let slots: UnsafeRawBufferPointer
    }

    case levels(Levels)
    /// Shows the levels that came since the last one.
    case synchronization
    /// Asks which nodes have universes of a range.
    case poll(universes: ClosedRange<UInt16>)
    /// Is well-formed, but for others.
    case other
    /// Breaks the rules of the protocol.
    case malformed

    // What packets are for (OpCode); it comes with the least significant byte first.
    private static let opPoll: UInt16 = 0x2000
    private static let opPollReply: UInt16 = 0x2100
    private static let opLevels: UInt16 = 0x5000
    private static let opSynchronization: UInt16 = 0x5200

    static let headLength = 18
    static let sequencePlace = 12

    /// The version of the protocol that all packets have.
    private static let version: UInt16 = 14
    package static let universes: ClosedRange<UInt16> = 0...32_767

    /// Reads a datagram; allocates nothing.
    package static func read(_ datagram: UnsafeRawBufferPointer) -> ArtNetPacket {
        let packet = PacketBytes(datagram)
        guard packet.count >= 10, packet.has("Art-Net\0", at: 0) else { return .malformed }
        switch packet.little16(8) {
        case opLevels: return levels(packet)
        case opSynchronization: return packet.count >= 12 ? .synchronization : .malformed
        case opPoll: return poll(packet)
        default: return .other
        }
    }

    private static func levels(_ packet: PacketBytes) -> ArtNetPacket {
        let length = Int(packet.big16(16))
        guard packet.count >= 18, packet.big16(10) >= version, (1...512).contains(length), packet.count >= 18 + length
        else { return .malformed }
        let universe = packet.little16(14)
        guard universes.contains(universe) else { return .other }
        return .levels(Levels(sequence: packet[12], universe: universe, slots: packet.part(18, length)))
    }

    private static func poll(_ packet: PacketBytes) -> ArtNetPacket {
        guard packet.count >= 12 else { return .malformed }
        // Only a targeted poll of 18 bytes and more names a range.
        guard packet[12] & 0x20 != 0, packet.count >= 18 else { return .poll(universes: universes) }
        let (top, bottom) = (packet.big16(14), packet.big16(16))
        return bottom <= top ? .poll(universes: bottom...top) : .malformed
    }
}

extension ArtNetPacket {
    /// A packet with the levels of a universe, up to 512; an odd number gets one more, as the protocol asks.
    package static func levels(_ slots: some Collection<UInt8>, universe: UInt16, sequence: UInt8) -> [UInt8] {
        let count = min(slots.count, 512)
        var packet: [UInt8] = []
        packet.append(contentsOf: "Art-Net\0".utf8)
        packet.append(little16: opLevels)
        packet.append(big16: version)
        packet.append(sequence)
        packet.append(0)
        packet.append(little16: universe)
        packet.append(big16: UInt16(max(2, count + count % 2)))
        packet.append(contentsOf: slots.prefix(512))
        packet.append(zeros: max(2 - count, count % 2))
        return packet
    }
}

/// The answer of a node to a poll, without which many senders send nothing.
extension ArtNetPacket {
    /// The universes that one packet can name: up to four that share a net and a sub-net.
    package static func groups(of universes: ClosedRange<UInt16>) -> [ClosedRange<UInt16>] {
        var groups: [ClosedRange<UInt16>] = []
        var next = Int(universes.lowerBound)
        while next <= Int(universes.upperBound) {
            let last = min(next + 3, next | 0xF, Int(universes.upperBound))
            groups.append(UInt16(next)...UInt16(last))
            next = last + 1
        }
        return groups
    }

    /// The answer to a poll for a group of universes.
    ///
    /// - Parameters:
    ///   - universes: as `groups` gives them.
    ///   - number: that of the group, from 1.
    ///   - name: what senders show to people, of at most 63 bytes.
    package static func pollReply(
        _ universes: ClosedRange<UInt16>, number: UInt8, address: UInt32, name: String, isReceiving: Bool
    ) -> [UInt8] {
        let ports = min(universes.count, 4)
        var packet: [UInt8] = []
        packet.append(contentsOf: "Art-Net\0".utf8)
        packet.append(little16: opPollReply)
        packet.append(big32: address)
        packet.append(little16: 6454)
        packet.append(big16: 1)
        packet += [UInt8(universes.lowerBound >> 8 & 0x7F), UInt8(universes.lowerBound >> 4 & 0xF)]
        packet += [0x00, 0xFF, 0, 0xE0, 0, 0]
        packet.append(text: "ledsign", length: 18)
        packet.append(text: name, length: 64)
        packet.append(text: "#0001 [0000] ready", length: 64)
        packet.append(big16: UInt16(ports))
        each(ports, &packet) { _ in 0x80 }
        packet.append(zeros: 4)
        each(ports, &packet) { _ in isReceiving ? 0x80 : 0 }
        packet.append(zeros: 4)
        each(ports, &packet) { UInt8(universes.lowerBound & 0xF) + $0 }
        packet.append(zeros: 6 + 1 + 6)
        packet.append(big32: address)
        packet.append(number)
        // Port addresses of 15 bits, and configured by a page.
        packet.append(0x0D)
        each(ports, &packet) { _ in 0xC0 }
        packet.append(zeros: 1 + 6 + 2 + 2 + 11)
        return packet
    }

    private static func each(_ ports: Int, _ packet: inout [UInt8], _ value: (UInt8) -> UInt8) {
        for port in 0..<4 { packet.append(port < ports ? value(UInt8(port)) : 0) }
    }
}
