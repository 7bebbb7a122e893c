import PixelGraphics

/// The packets of a picture, as `PixelPackets` makes them, in memory that is allocated once: another picture replaces only their
/// levels and sequence numbers.
package struct PreparedPackets: Sendable {
    /// Where a packet lies in the memory, and which part of the picture it has.
    package struct Packet: Hashable, Sendable {
        /// Its first byte, and how many there are.
        package let start: Int
        package let length: Int
        package let headLength: Int
        /// The first level of the picture behind its head, and how many there are.
        package let firstLevel: Int
        package let levelCount: Int
        /// The universe of E1.31; 0 for others.
        package let universe: Int

        package var bytes: Range<Int> { start..<start + length }
    }

    package let packets: [Packet]
    /// All packets, one behind the other.
    package private(set) var bytes: [UInt8]
    /// How many levels a picture has.
    package let levelCount: Int
    private let `protocol`: PixelProtocol
    private var sequence: UInt8 = 1

    /// Makes room for the pictures of a sender; the first one is black.
    package init(_ sender: PixelPackets) {
        var sender = sender
        levelCount = sender.levelCount
        `protocol` = sender.protocol
        var (packets, bytes): ([Packet], [UInt8]) = ([], [])
        var first = 0
        for packet in sender.picture([UInt8](repeating: 0, count: levelCount)) {
            let count = min(sender.packetLevels, levelCount - first)
            let head =
                switch `protocol` {
                case .ddp: DDPPacket.headLength
                case .e131: E131Packet.slotsLayer
                case .artNet: ArtNetPacket.headLength
                // Its length depends on the numbers in it.
                case .flaschenTaschen, .http: packet.bytes.count - count
                }
            packets.append(
                Packet(
                    start: bytes.count, length: packet.bytes.count, headLength: head, firstLevel: first,
                    levelCount: count, universe: packet.universe ?? 0))
            bytes += packet.bytes
            first += count
        }
        (self.packets, self.bytes) = (packets, bytes)
    }

    /// Puts the levels of a picture into the packets.
    ///
    /// - Precondition: there are `levelCount` of them.
    package mutating func fill(_ levels: [UInt8]) {
        precondition(levels.count == levelCount, "the levels are those of another size")
        levels.withUnsafeBytes { levels in
            guard let from = levels.baseAddress else { return }
            change { packet, bytes in
                let start = bytes + packet.headLength
                UnsafeMutableRawPointer(start).copyMemory(from: from + packet.firstLevel, byteCount: packet.levelCount)
            }
        }
    }

    /// Makes the picture black.
    package mutating func clear() {
        change { packet, bytes in
            (bytes + packet.headLength).update(repeating: 0, count: packet.levelCount)
        }
    }

    /// Gives the packets the next sequence numbers; call it for each picture that is sent.
    package mutating func number() {
        guard let place = Self.sequencePlace(`protocol`) else { return }
        var number = sequence
        let isEach = `protocol` == .ddp
        change { _, bytes in
            bytes[place] = number
            if isEach { number = number % 15 + 1 }
        }
        sequence = number
        if `protocol` == .e131 { sequence &+= 1 }
        if `protocol` == .artNet { sequence = sequence == 255 ? 1 : sequence + 1 }
    }

    /// Says in the packets whether anything follows; only E1.31 can.
    package mutating func setTerminated(_ isTerminated: Bool) {
        guard canTerminate else { return }
        let options = isTerminated ? E131Packet.terminatedOption : 0
        change { _, bytes in bytes[E131Packet.optionsPlace] = options }
    }

    /// Changes the bytes of each packet, in order; allocates nothing.
    private mutating func change(_ body: (_ packet: Packet, _ bytes: UnsafeMutablePointer<UInt8>) -> Void) {
        packets.withUnsafeBufferPointer { packets in
            bytes.withUnsafeMutableBufferPointer { bytes in
                guard let first = packets.baseAddress, let bytes = bytes.baseAddress else { return }
                var index = 0
                while index < packets.count {
                    body(first[index], bytes + first[index].start)
                    index += 1
                }
            }
        }
    }

    /// Whether the protocol can say that nothing follows.
    package var canTerminate: Bool { `protocol` == .e131 }

    /// Where the byte of the number is in packets of a protocol; nil for those without one.
    package static func sequencePlace(_ protocol: PixelProtocol) -> Int? {
        switch `protocol` {
        case .ddp: DDPPacket.sequencePlace
        case .e131: E131Packet.sequencePlace
        case .artNet: ArtNetPacket.sequencePlace
        case .flaschenTaschen, .http: nil
        }
    }

    /// A black picture in short, for the guardian: the heads of the packets, with sequence number 0, and how many zeros follow each.
    package var blackHeads: [(head: [UInt8], zeros: Int, universe: Int)] {
        packets.map { packet in
            var head = Array(bytes[packet.start..<packet.start + packet.headLength])
            if let place = Self.sequencePlace(`protocol`) { head[place] = 0 }
            return (head, packet.length - packet.headLength, packet.universe)
        }
    }

    /// Where the sequence number lies that the guardian's black pictures need, so that receivers do not drop them as old; nil where 0
    /// means that there is none.
    package var neededSequencePlace: Int? { `protocol` == .e131 ? E131Packet.sequencePlace : nil }
}
