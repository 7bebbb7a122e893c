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

    static let headLength = 10
    static let sequencePlace = 1
    private static let defaultOutput: UInt8 = 1
    private static let statusOutput: UInt8 = 251
    private static let allOutputs: UInt8 = 255

    /// Flags of the first byte.
    private enum Flag {
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

extension DDPPacket {
    /// The most bytes of pixels in a packet that senders usually send: 480 pixels.
    package static let maximumData = 1_440

    /// A packet of pixels, RGB of 8 bits; without data it is a push alone.
    package static func pixels(
        _ data: some Collection<UInt8>, at offset: UInt32, sequence: UInt8, isPush: Bool
    ) -> [UInt8] {
        var packet: [UInt8] = []
        packet.append(Flag.version | (isPush ? Flag.push : 0))
        packet.append(sequence & 0x0F)
        packet.append(data.isEmpty ? 0 : 0x0B)
        packet.append(defaultOutput)
        packet.append(big32: offset)
        packet.append(big16: UInt16(clamping: data.count))
        packet.append(contentsOf: data.prefix(Int(UInt16.max)))
        return packet
    }

    /// The packets of a whole picture; the last one shows it.
    ///
    /// - Parameter sequence: the number of the first packet, 1 to 15; is that of the next picture afterwards.
    package static func picture(_ bytes: [UInt8], sequence: inout UInt8) -> [[UInt8]] {
        stride(from: 0, to: max(bytes.count, 1), by: maximumData).map { start in
            let end = min(start + maximumData, bytes.count)
            defer { sequence = sequence % 15 + 1 }
            return pixels(
                bytes[start..<end], at: UInt32(clamping: start), sequence: sequence, isPush: end == bytes.count)
        }
    }

    /// The answer to a query of the state of the display.
    ///
    /// - Parameters:
    ///   - model: such as the size of the sign; only letters, digits, spaces and marks that JSON takes unchanged.
    ///   - version: that of the program.
    package static func status(model: String, version: String) -> [UInt8] {
        let safe = { (text: String) in text.filter { $0.isASCII && $0 >= " " && $0 != "\"" && $0 != "\\" } }
        let text =
            #"{"status":{"man":"ledsign","mod":"\#(safe(model))","ver":"\#(safe(version))","push":true,"ntp":false}}"#
        return reply(statusOutput, text)
    }

    /// The answer to a query of something that there is not.
    package static func unsupported() -> [UInt8] { reply(0, "") }

    private static func reply(_ output: UInt8, _ text: String) -> [UInt8] {
        var packet: [UInt8] = []
        packet.append(Flag.version | Flag.reply | Flag.push)
        packet.append(0)
        packet.append(0)
        packet.append(output)
        packet.append(big32: 0)
        packet.append(big16: UInt16(clamping: text.utf8.count))
        packet.append(contentsOf: text.utf8)
        return packet
    }
}
