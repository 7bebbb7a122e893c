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

    /// What packets are for; it comes with the least significant byte first.
    fileprivate enum Operation {
        static let poll: UInt16 = 0x2000
        static let pollReply: UInt16 = 0x2100
        static let levels: UInt16 = 0x5000
        static let synchronization: UInt16 = 0x5200
    }

    /// The version of the protocol that all packets have.
    private static let version: UInt16 = 14
    package static let universes: ClosedRange<UInt16> = 0...32_767

    /// Reads a datagram; allocates nothing.
    package static func read(_ datagram: UnsafeRawBufferPointer) -> ArtNetPacket {
        let packet = PacketBytes(datagram)
        guard packet.count >= 10, packet.has("Art-Net\0", at: 0) else { return .malformed }
        switch packet.little16(8) {
        case Operation.levels: return levels(packet)
        case Operation.synchronization: return packet.count >= 12 ? .synchronization : .malformed
        case Operation.poll: return poll(packet)
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
        var writer = PacketWriter()
        head(&writer, Operation.levels)
        writer.byte(sequence)
        writer.byte(0)
        writer.little16(universe)
        writer.big16(UInt16(max(2, count + count % 2)))
        writer.data(slots.prefix(512))
        writer.zeros(max(2 - count, count % 2))
        return writer.bytes
    }

    /// A packet that shows the levels which came.
    package static func synchronization() -> [UInt8] {
        var writer = PacketWriter()
        head(&writer, Operation.synchronization)
        writer.big16(0)
        return writer.bytes
    }

    private static func head(_ writer: inout PacketWriter, _ operation: UInt16) {
        writer.data("Art-Net\0".utf8)
        writer.little16(operation)
        writer.big16(version)
    }
}

/// The answer of an Art-Net node to a poll, without which many senders send nothing.
package struct ArtPollReply: Sendable {
    /// The node's address, IPv4.
    package var address: UInt32
    /// The names that senders show to people, of at most 17 and 63 bytes.
    package var shortName: String
    package var longName: String

    package init(address: UInt32, shortName: String, longName: String) {
        (self.address, self.shortName, self.longName) = (address, shortName, longName)
    }

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

    /// The packet of a group of universes.
    ///
    /// - Parameters:
    ///   - universes: as `groups` gives them.
    ///   - number: that of the group, from 1.
    ///   - isReceiving: whether pixels of them come now.
    package func packet(for universes: ClosedRange<UInt16>, number: UInt8, isReceiving: Bool) -> [UInt8] {
        let ports = min(universes.count, 4)
        var writer = PacketWriter()
        writer.data("Art-Net\0".utf8)
        writer.little16(ArtNetPacket.Operation.pollReply)
        writer.big32(address)
        writer.little16(6454)
        writer.big16(1)
        writer.byte(UInt8(universes.lowerBound >> 8 & 0x7F))
        writer.byte(UInt8(universes.lowerBound >> 4 & 0xF))
        writer.big16(0x00FF)
        writer.byte(0)
        writer.byte(0xE0)
        writer.little16(0)
        writer.text(shortName, length: 18)
        writer.text(longName, length: 64)
        writer.text("#0001 [0000] ready", length: 64)
        writer.big16(UInt16(ports))
        each(ports, &writer) { _ in 0x80 }
        writer.zeros(4)
        each(ports, &writer) { _ in isReceiving ? 0x80 : 0 }
        writer.zeros(4)
        each(ports, &writer) { UInt8(universes.lowerBound & 0xF) + $0 }
        writer.zeros(6)
        writer.byte(0)
        writer.zeros(6)
        writer.big32(address)
        writer.byte(number)
        // Port addresses of 15 bits, and configured by a page.
        writer.byte(0x0D)
        each(ports, &writer) { _ in 0xC0 }
        writer.zeros(1 + 6 + 2 + 2 + 11)
        return writer.bytes
    }

    private func each(_ ports: Int, _ writer: inout PacketWriter, _ value: (UInt8) -> UInt8) {
        for port in 0..<4 { writer.byte(port < ports ? value(UInt8(port)) : 0) }
    }
}
