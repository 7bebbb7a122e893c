/// A packet of ANSI E1.31-2018 (streaming ACN): the levels of a universe, or the order to show them.
package enum E131Packet {
    package struct Levels {
        /// The 16 bytes that identify the sender (CID); of two senders the smaller one is preferred.
        package let cid: PixelSenderKey
        /// The name of the sender, 64 bytes with zeros behind it; anything may be in it.
        package let name: UnsafeRawBufferPointer
        /// 0 to 200.
        package let priority: UInt8
        /// The universe whose synchronization packets show these levels; 0 for none.
        package let synchronization: UInt16
        package let sequence: UInt8
        /// Whether these levels are not for the stage.
        package let isPreview: Bool
        /// Whether the sender stops to send this universe.
        package let isTerminated: Bool
        /// Whether the levels may be shown without synchronization packets once these have ceased.
        package let continuesUnsynchronized: Bool
        package let universe: UInt16
        /// Up to 512 levels.
        package let slots: UnsafeRawBufferPointer
    }

    case levels(Levels)
    /// Shows the levels that wait for a universe of synchronization.
    case synchronization(address: UInt16)
    /// Is well-formed, but no levels: universe discovery, a START code of something else.
    case other
    /// Breaks the rules of the protocol.
    case malformed

    /// The universes of E1.31.
    package static let universes = 1...63_999
    package static let maximumPriority: UInt8 = 200

    /// The group of IPv4 to which a universe is sent, as a number: 239.255 and that of the universe.
    package static func group(ofUniverse universe: Int) -> UInt32 { 0xEFFF_0000 | UInt32(UInt16(clamping: universe)) }

    // The parts of the options byte.
    private static let previewOption: UInt8 = 0x80
    static let terminatedOption: UInt8 = 0x40
    private static let forceOption: UInt8 = 0x20
    // Where the layers begin.
    private static let rootLayer = 16
    private static let framingLayer = 38
    private static let valuesLayer = 115
    static let slotsLayer = 126
    static let sequencePlace = 111
    static let optionsPlace = 112

    /// Reads a datagram; allocates nothing.
    package static func read(_ datagram: UnsafeRawBufferPointer) -> E131Packet {
        let packet = PacketBytes(datagram)
        guard packet.count >= 49, packet.big32(0) == 0x0010_0000, packet.has("ASC-E1.17\0\0\0", at: 4),
            holds(packet, rootLayer, atLeast: 33), holds(packet, framingLayer, atLeast: 11)
        else { return .malformed }
        let cid = PixelSenderKey(.e131, high: packet.big64(22), low: packet.big64(30))
        switch (packet.big32(18), packet.big32(40)) {
        case (4, 2): return levels(packet, cid)
        case (8, 1): return .synchronization(address: packet.big16(45))
        default: return .other
        }
    }

    private static func levels(_ packet: PacketBytes, _ cid: PixelSenderKey) -> E131Packet {
        let count = Int(packet.big16(123))
        guard packet.count >= slotsLayer, holds(packet, framingLayer, atLeast: 88),
            holds(packet, valuesLayer, atLeast: 11), (1...513).contains(count),
            count <= Int(packet.big16(valuesLayer) & 0x0FFF) - 10,
            packet[117] == 2, packet[118] == 0xA1, packet.big16(119) == 0, packet.big16(121) == 1
        else { return .malformed }
        let priority = packet[108]
        let universe = packet.big16(113)
        guard packet[125] == 0, priority <= maximumPriority, universes.contains(Int(universe)) else { return .other }
        let options = packet[112]
        return .levels(
            Levels(
                cid: cid, name: packet.part(44, 64), priority: priority, synchronization: packet.big16(109),
                sequence: packet[111], isPreview: options & previewOption != 0,
                isTerminated: options & terminatedOption != 0, continuesUnsynchronized: options & forceOption != 0,
                universe: universe, slots: packet.part(slotsLayer, count - 1)))
    }

    /// Whether a layer's length is one that the datagram has.
    private static func holds(_ packet: PacketBytes, _ start: Int, atLeast least: Int) -> Bool {
        let word = packet.big16(start)
        let length = Int(word & 0x0FFF)
        return word >> 12 == 7 && length >= least && start + length <= packet.count
    }
}

extension E131Packet {
    /// What a sender says of itself in each packet.
    package struct Sender: Sendable {
        package var cid: PixelSenderKey
        package var name: String
        /// 0 to 200; 100 is usual.
        package var priority: UInt8 = 100

        package init(cid: PixelSenderKey, name: String) { (self.cid, self.name) = (cid, name) }
    }

    /// A packet with the levels of a universe, up to 512.
    package static func levels(
        _ slots: some Collection<UInt8>, universe: UInt16, sequence: UInt8, isTerminated: Bool = false,
        from sender: Sender
    ) -> [UInt8] {
        let count = UInt16(min(slots.count, 512))
        var packet: [UInt8] = []
        packet.append(big32: 0x0010_0000)
        packet.append(contentsOf: "ASC-E1.17\0\0\0".utf8)
        packet.append(big16: 0x7000 | (110 + count))
        packet.append(big32: 4)
        packet.append(big64: sender.cid.high)
        packet.append(big64: sender.cid.low)
        packet.append(big16: 0x7000 | (88 + count))
        packet.append(big32: 2)
        packet.append(text: sender.name, length: 64)
        packet.append(sender.priority)
        packet.append(big16: 0)
        packet.append(sequence)
        packet.append(isTerminated ? terminatedOption : 0)
        packet.append(big16: universe)
        packet.append(big16: 0x7000 | (11 + count))
        packet.append(2)
        packet.append(0xA1)
        packet.append(big16: 0)
        packet.append(big16: 1)
        packet.append(big16: 1 + count)
        packet.append(0)
        packet.append(contentsOf: slots.prefix(512))
        return packet
    }
}
