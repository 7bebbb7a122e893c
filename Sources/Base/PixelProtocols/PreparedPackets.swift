import PixelGraphics

/// The packets of a picture, as `PixelPackets` makes them, in memory that is there from the beginning: another picture replaces
/// only their levels and numbers, which allocates nothing.
package struct PreparedPackets: Sendable {
    /// Where a packet lies in the memory, and which part of the picture it has.
    package struct Packet: Hashable, Sendable {
        package let bytes: Range<Int>
        /// The levels of the picture that follow its head.
        package let levels: Range<Int>
        package let headLength: Int
        /// The universe of E1.31; 0 for others.
        package let universe: Int
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
            let levels = first..<min(first + sender.packetLevels, levelCount)
            let head =
                switch `protocol` {
                case .ddp: DDPPacket.headLength
                case .e131: E131Packet.slotsLayer
                case .artNet: ArtNetPacket.headLength
                // Its length depends on the numbers in it.
                case .flaschenTaschen, .http: packet.bytes.count - levels.count
                }
            packets.append(
                Packet(
                    bytes: bytes.count..<bytes.count + packet.bytes.count, levels: levels, headLength: head,
                    universe: packet.universe ?? 0))
            bytes += packet.bytes
            first = levels.upperBound
        }
        (self.packets, self.bytes) = (packets, bytes)
    }

    /// Puts the levels of a picture into the packets.
    ///
    /// - Precondition: there are `levelCount` of them.
    package mutating func fill(_ levels: [UInt8]) {
        precondition(levels.count == levelCount, "the levels are those of another size")
        let packets = packets
        bytes.withUnsafeMutableBytes { bytes in
            levels.withUnsafeBytes { levels in
                guard let to = bytes.baseAddress, let from = levels.baseAddress else { return }
                for packet in packets {
                    let start = to + packet.bytes.lowerBound + packet.headLength
                    start.copyMemory(from: from + packet.levels.lowerBound, byteCount: packet.levels.count)
                }
            }
        }
    }

    /// Makes the picture black.
    package mutating func clear() {
        let packets = packets
        bytes.withUnsafeMutableBytes { bytes in
            guard let to = bytes.baseAddress else { return }
            for packet in packets {
                let start = to + packet.bytes.lowerBound + packet.headLength
                start.initializeMemory(as: UInt8.self, repeating: 0, count: packet.levels.count)
            }
        }
    }

    /// Gives the packets the numbers that follow those of before, as receivers expect it of a picture that is sent.
    package mutating func number() {
        let packets = packets
        bytes.withUnsafeMutableBufferPointer { bytes in
            for packet in packets {
                if let place = Self.sequencePlace(`protocol`) { bytes[packet.bytes.lowerBound + place] = sequence }
                if `protocol` == .ddp { sequence = sequence % 15 + 1 }
            }
        }
        if `protocol` == .e131 { sequence &+= 1 }
        if `protocol` == .artNet { sequence = sequence == 255 ? 1 : sequence + 1 }
    }

    /// Says in the packets whether anything follows; only E1.31 can.
    package mutating func setTerminated(_ isTerminated: Bool) {
        guard `protocol` == .e131 else { return }
        let (packets, options) = (packets, isTerminated ? E131Packet.terminatedOption : 0)
        bytes.withUnsafeMutableBufferPointer { bytes in
            for packet in packets { bytes[packet.bytes.lowerBound + E131Packet.optionsPlace] = options }
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

    /// What a black picture is made of, for a process that has none of this: the heads of the packets, whose numbers are 0, and how
    /// many zeros follow each.
    package var blackHeads: [(head: [UInt8], zeros: Int, universe: Int)] {
        packets.map { packet in
            var head = Array(bytes[packet.bytes.prefix(packet.headLength)])
            if let place = Self.sequencePlace(`protocol`) { head[place] = 0 }
            return (head, packet.bytes.count - packet.headLength, packet.universe)
        }
    }

    /// Where the number is that the black pictures of another process need, so that receivers do not take them for old ones; nil
    /// where a number of 0 means that there is none.
    package var neededSequencePlace: Int? { `protocol` == .e131 ? E131Packet.sequencePlace : nil }
}
