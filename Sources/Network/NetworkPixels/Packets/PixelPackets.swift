import PixelGraphics

/// Makes the packets that bring pictures to a sign, as senders of each protocol do.
package struct PixelPackets: Sendable {
    /// How pictures are sent.
    package struct Options: Sendable {
        package var `protocol`: PixelProtocol
        /// The extent of the pictures.
        package var size: Size
        /// The first universe of E1.31 or Art-Net.
        package var universe: Int
        /// How many pixels a universe has, 1 to 170.
        package var universePixels = 170
        /// Who sends, by E1.31.
        package var sender: E131Packet.Sender

        package init(_ protocol: PixelProtocol, size: Size, sender: E131Packet.Sender) {
            (self.protocol, self.size, self.sender) = (`protocol`, size, sender)
            universe = `protocol` == .artNet ? 0 : 1
        }
    }

    /// A packet, and the universe that it is of; nil for none.
    package struct Packet: Sendable {
        package let universe: Int?
        package let bytes: [UInt8]

        package init(universe: Int?, bytes: [UInt8]) { (self.universe, self.bytes) = (universe, bytes) }
    }

    package let options: Options
    private var sequence: UInt8 = 1

    package init(_ options: Options) { self.options = options }

    /// How many universes a picture has.
    package var universes: Int {
        let pixels = options.size.width * options.size.height
        return (pixels + options.universePixels - 1) / options.universePixels
    }

    /// The packets of a picture, three bytes a pixel, row by row.
    package mutating func picture(_ bytes: [UInt8]) -> [Packet] {
        switch options.protocol {
        case .ddp:
            return DDPPacket.picture(bytes, sequence: &sequence).map { Packet(universe: nil, bytes: $0) }
        case .e131:
            defer { sequence &+= 1 }
            return levels(bytes).map { index, slots in
                let universe = UInt16(clamping: options.universe + index)
                return Packet(
                    universe: Int(universe),
                    bytes: E131Packet.levels(slots, universe: universe, sequence: sequence, from: options.sender))
            }
        case .artNet:
            defer { sequence = sequence == 255 ? 1 : sequence + 1 }
            return levels(bytes).map { index, slots in
                let universe = UInt16(clamping: options.universe + index)
                return Packet(
                    universe: nil, bytes: ArtNetPacket.levels(slots, universe: universe, sequence: sequence))
            }
        case .flaschenTaschen: return tiles(bytes).map { Packet(universe: nil, bytes: $0) }
        case .http: return []
        }
    }

    /// The packets that say that nothing follows; none for protocols that cannot say it.
    package mutating func endOfStream() -> [Packet] {
        guard options.protocol == .e131 else { return [] }
        return (0..<3).flatMap { _ in
            defer { sequence &+= 1 }
            return (0..<universes).map { index in
                let universe = UInt16(clamping: options.universe + index)
                return Packet(
                    universe: Int(universe),
                    bytes: E131Packet.levels(
                        [], universe: universe, sequence: sequence, isTerminated: true, from: options.sender))
            }
        }
    }

    private func levels(_ bytes: [UInt8]) -> [(index: Int, slots: ArraySlice<UInt8>)] {
        let length = 3 * options.universePixels
        return stride(from: 0, to: bytes.count, by: length).map { start in
            (start / length, bytes[start..<min(start + length, bytes.count)])
        }
    }

    /// Pictures of as many rows as a datagram holds.
    private func tiles(_ bytes: [UInt8]) -> [[UInt8]] {
        let size = options.size
        guard !size.isEmpty else { return [] }
        let rows = max(FlaschenTaschenPacket.maximumPixels / size.width, 1)
        return stride(from: 0, to: size.height, by: rows).map { y in
            let height = min(rows, size.height - y)
            let pixels = bytes[(3 * y * size.width)..<(3 * (y + height) * size.width)]
            return FlaschenTaschenPacket.picture(pixels, width: size.width, height: height, y: y)
        }
    }
}
