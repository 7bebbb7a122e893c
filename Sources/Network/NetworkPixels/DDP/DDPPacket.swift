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
        /// Whether each pixel has a white besides red, green and blue.
        package let coding: PixelCoding
        /// The bytes of the pixels, red first; empty for a push alone.
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
    ///
    /// - Parameter takesWhite: whether pixels with a white are for this sign, too.
    package static func read(_ datagram: UnsafeRawBufferPointer, takesWhite: Bool = false) -> DDPPacket {
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
        let coding = length == 0 ? .rgb : coding(packet[2])
        guard flags & Flag.storage == 0, let coding, coding == .rgb || takesWhite else { return .other }
        return .pixels(
            Pixels(
                sequence: packet[1] & 0x0F, isPush: isPush, offset: packet.big32(4), coding: coding,
                data: packet.part(header, length)))
    }

    /// How a type codes pixels with 8 bits a colour; nil for another coding.
    ///
    /// The bits are `C R TTT SSS`: TTT is 0 undefined, 1 RGB, 3 RGBW; SSS is 0 undefined, 3 for 8 bits a colour, 5 and 6 for the 24
    /// and 32 bits of a pixel. WLED has called RGB 0x0A and RGBW 0x1A, and old senders write 0x01.
    private static func coding(_ type: UInt8) -> PixelCoding? {
        switch type {
        // Undefined, in part or altogether: RGB of 8 bits is the usual one.
        case 0x00, 0x01, 0x03, 0x05, 0x08, 0x0A, 0x0B, 0x0D: .rgb
        case 0x18, 0x1A, 0x1B, 0x1E: .rgbw
        default: nil
        }
    }
}
