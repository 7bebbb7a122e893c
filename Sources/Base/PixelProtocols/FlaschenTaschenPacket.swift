/// A packet of Flaschen Taschen: one picture in the binary form of PPM, and where it goes.
package struct FlaschenTaschenPacket {
    package let width: Int
    package let height: Int
    /// Where the picture's top left pixel goes, which may lie outside of the sign.
    package let x: Int
    package let y: Int
    /// The layer, 0 to 15; black pixels of layers above 0 are transparent.
    package let layer: Int
    /// Three bytes a pixel, red first, row by row.
    package let pixels: UnsafeRawBufferPointer

    /// Reads a datagram; nil for what is no such picture.
    ///
    /// Allocates nothing.
    package init?(_ datagram: UnsafeRawBufferPointer) {
        let packet = PacketBytes(datagram)
        guard packet.has("P6", at: 0), Self.isSpace(packet[2]) || packet[2] == UInt8(ascii: "#") else { return nil }
        var reader = Reader(packet: packet, index: 2)
        guard let width = reader.next(), let height = reader.next(), let maximum = reader.next(),
            (1...65_535).contains(width), (1...65_535).contains(height), maximum == 255,
            reader.index < packet.count, Self.isSpace(packet[reader.index])
        else { return nil }
        let start = reader.index + 1
        let length = width * height * 3
        guard length <= packet.count - start else { return nil }
        // A place may stand in a comment, or behind the pixels.
        var place = reader.place
        reader.index = start + length
        if let x = reader.next() { place = (x, reader.next() ?? 0, reader.next() ?? 0) }
        guard (0...15).contains(place.z) else { return nil }
        (self.width, self.height, x, y, layer) = (width, height, place.x, place.y, place.z)
        pixels = packet.part(start, length)
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Numbers in digits, with white space and comments before them.
    private struct Reader {
        let packet: PacketBytes
        var index: Int
        /// What a comment of the form `#FT: x y z` says.
        var place = (x: 0, y: 0, z: 0)

        /// The next number, which may be negative; nil where there is none.
        mutating func next() -> Int? {
            while index < packet.count {
                if FlaschenTaschenPacket.isSpace(packet[index]) {
                    index += 1
                } else if packet[index] == UInt8(ascii: "#") {
                    comment()
                } else {
                    break
                }
            }
            return number()
        }

        /// A number with or without a sign; one of more than five digits lies as far outside as can be.
        private mutating func number() -> Int? {
            let isNegative = index < packet.count && packet[index] == UInt8(ascii: "-")
            let hasSign = isNegative || index < packet.count && packet[index] == UInt8(ascii: "+")
            let start = index + (hasSign ? 1 : 0)
            var (value, end) = (0, start)
            while end < packet.count, (0x30...0x39).contains(packet[end]) {
                value = min(value * 10 + Int(packet[end] - 0x30), Self.farthest)
                end += 1
            }
            guard end > start else { return nil }
            index = end
            return isNegative ? -value : value
        }

        private static let farthest = 100_000

        private mutating func comment() {
            if packet.has("#FT:", at: index) {
                index += 4
                place = (nextOfLine(), nextOfLine(), nextOfLine())
            }
            while index < packet.count, packet[index] != 0x0A { index += 1 }
        }

        /// The next number on the same line; 0 without one.
        private mutating func nextOfLine() -> Int {
            while index < packet.count, packet[index] == 0x20 || packet[index] == 0x09 { index += 1 }
            return number() ?? 0
        }
    }
}

extension FlaschenTaschenPacket {
    /// The most pixels of a datagram: 65,507 bytes less the head.
    package static let maximumPixels = 21_800

    /// A datagram with a picture.
    package static func picture(
        _ pixels: some Collection<UInt8>, width: Int, height: Int, x: Int = 0, y: Int = 0, layer: Int = 0
    ) -> [UInt8] {
        Array("P6\n\(width) \(height)\n#FT: \(x) \(y) \(layer)\n255\n".utf8) + pixels
    }
}
