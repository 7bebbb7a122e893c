/// A packet of Art-Net 4: the levels of a universe, the order to show them, or the question who is there.
package enum ArtNetPacket {
    /// The levels of a universe.
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
    enum Operation {
        static let poll: UInt16 = 0x2000
        static let pollReply: UInt16 = 0x2100
        static let levels: UInt16 = 0x5000
        static let synchronization: UInt16 = 0x5200
    }

    /// The version of the protocol that all packets have.
    static let version: UInt16 = 14
    /// The port addresses.
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
