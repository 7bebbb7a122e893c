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

    static func head(_ writer: inout PacketWriter, _ operation: UInt16) {
        writer.data("Art-Net\0".utf8)
        writer.little16(operation)
        writer.big16(version)
    }
}
