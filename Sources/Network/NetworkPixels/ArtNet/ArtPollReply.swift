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
