extension E131Packet {
    /// What a sender says of itself in each packet.
    package struct Sender: Sendable {
        package var cid: CID
        package var name: String
        /// 0 to 200; 100 is usual.
        package var priority: UInt8 = 100
        /// The universe whose synchronization packets show the levels; 0 for none.
        package var synchronization: UInt16 = 0

        package init(cid: CID, name: String) { (self.cid, self.name) = (cid, name) }
    }

    /// A packet with the levels of a universe, up to 512.
    package static func levels(
        _ slots: some Collection<UInt8>, universe: UInt16, sequence: UInt8, isTerminated: Bool = false,
        from sender: Sender
    ) -> [UInt8] {
        let count = UInt16(min(slots.count, 512))
        var writer = PacketWriter()
        head(&writer, length: 110 + count, vector: 4, sender.cid)
        writer.big16(0x7000 | (88 + count))
        writer.big32(2)
        writer.text(sender.name, length: 64)
        writer.byte(sender.priority)
        writer.big16(sender.synchronization)
        writer.byte(sequence)
        writer.byte(isTerminated ? Option.terminated : 0)
        writer.big16(universe)
        writer.big16(0x7000 | (11 + count))
        writer.byte(2)
        writer.byte(0xA1)
        writer.big16(0)
        writer.big16(1)
        writer.big16(1 + count)
        writer.byte(0)
        writer.data(slots.prefix(512))
        return writer.bytes
    }

    /// A packet that shows the levels which wait for a universe of synchronization.
    package static func synchronization(address: UInt16, sequence: UInt8, cid: CID) -> [UInt8] {
        var writer = PacketWriter()
        head(&writer, length: 33, vector: 8, cid)
        writer.big16(0x7000 | 11)
        writer.big32(1)
        writer.byte(sequence)
        writer.big16(address)
        writer.big16(0)
        return writer.bytes
    }

    private static func head(_ writer: inout PacketWriter, length: UInt16, vector: UInt32, _ cid: CID) {
        writer.big32(0x0010_0000)
        writer.data("ASC-E1.17\0\0\0".utf8)
        writer.big16(0x7000 | length)
        writer.big32(vector)
        writer.big64(cid.high)
        writer.big64(cid.low)
    }
}
