extension DDPPacket {
    /// The most bytes of pixels in a packet that senders usually send: 480 pixels.
    package static let mostData = 1_440

    /// A packet of pixels, RGB of 8 bits; without data it is a push alone.
    package static func pixels(
        _ data: some Collection<UInt8>, at offset: UInt32, sequence: UInt8, isPush: Bool
    ) -> [UInt8] {
        var writer = PacketWriter()
        writer.byte(Flag.version | (isPush ? Flag.push : 0))
        writer.byte(sequence & 0x0F)
        writer.byte(data.isEmpty ? 0 : 0x0B)
        writer.byte(defaultOutput)
        writer.big32(offset)
        writer.big16(UInt16(clamping: data.count))
        writer.data(data.prefix(Int(UInt16.max)))
        return writer.bytes
    }

    /// The packets of a whole picture; the last one shows it.
    ///
    /// - Parameter sequence: the number of the first packet, 1 to 15; is that of the next picture afterwards.
    package static func picture(_ bytes: [UInt8], sequence: inout UInt8) -> [[UInt8]] {
        stride(from: 0, to: max(bytes.count, 1), by: mostData).map { start in
            let end = min(start + mostData, bytes.count)
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
        var writer = PacketWriter()
        writer.byte(Flag.version | Flag.reply | Flag.push)
        writer.byte(0)
        writer.byte(0)
        writer.byte(output)
        writer.big32(0)
        writer.big16(UInt16(clamping: text.utf8.count))
        writer.data(text.utf8)
        return writer.bytes
    }
}
