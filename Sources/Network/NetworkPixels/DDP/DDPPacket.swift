/// A packet of the Distributed Display Protocol, version 1 (3waylabs): pixels at an offset of the sign's bytes.
package enum DDPPacket {
    /// Pixels, or the order to show what came.
    package struct Pixels {
        /// 1 to 15, or 0 where the sender does not count.
        package let sequence: UInt8
        /// Whether the picture is complete now.
        package let isPush: Bool
        /// The first byte of the sign's pixels that the data are for.
        package let offset: UInt32
        /// Three bytes each, red first; empty for a push alone.
        package let data: UnsafeRawBufferPointer
    }

    case pixels(Pixels)
    /// Asks for the state of the display, which a JSON text answers.
    case statusQuery
    /// Asks for something else.
    case otherQuery
    /// Is well-formed, but not for this sign: an answer, another output, or pixels that are not RGB of 8 bits.
    case other
    /// Breaks the rules of the protocol.
    case malformed

    static let defaultOutput: UInt8 = 1
    static let statusOutput: UInt8 = 251
    static let allOutputs: UInt8 = 255

    /// Flags of the first byte.
    enum Flag {
        static let version: UInt8 = 0x40
        static let versions: UInt8 = 0xC0
        static let time: UInt8 = 0x10
        static let storage: UInt8 = 0x08
        static let reply: UInt8 = 0x04
        static let query: UInt8 = 0x02
        static let push: UInt8 = 0x01
    }

    /// Reads a datagram; allocates nothing.
    package static func read(_ datagram: UnsafeRawBufferPointer) -> DDPPacket {
        let packet = PacketBytes(datagram)
        let flags = packet[0]
        guard packet.count >= 10, flags & Flag.versions == Flag.version else { return .malformed }
        let output = packet[3]
        if flags & Flag.reply != 0 { return .other }
        if flags & Flag.query != 0 { return output == statusOutput ? .statusQuery : .otherQuery }
        guard output == defaultOutput || output == allOutputs || output == 0 else {
            return .other
        }
        let header = flags & Flag.time == 0 ? 10 : 14
        let length = Int(packet.big16(8))
        guard packet.count >= header + length else { return .malformed }
        let isPush = flags & Flag.push != 0
        guard flags & Flag.storage == 0, length == 0 || isRGB(packet[2]) else { return .other }
        return .pixels(
            Pixels(
                sequence: packet[1] & 0x0F, isPush: isPush, offset: packet.big32(4), data: packet.part(header, length)))
    }

    /// Whether a type means RGB of 8 bits; old senders write 0 or 1 for it.
    private static func isRGB(_ type: UInt8) -> Bool { type == 0x0B || type == 0 || type == 1 }
}
