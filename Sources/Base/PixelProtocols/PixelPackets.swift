import PixelGraphics

/// A request of HTTP that brings a picture to a sign.
package struct PictureRequest: Hashable, Sendable {
    /// The sign, and its port if it is not 80.
    package var host = ""
    /// The token of the sign; nil for one that needs none.
    package var token: String?

    /// Creates a request to nowhere.
    package init() {}

    /// The address of pictures within the API.
    package static let path = "/api/v1/pixels"

    /// The request, with the levels of the picture as its body.
    func bytes(_ levels: [UInt8]) -> [UInt8] {
        let secret = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let head =
            "PUT \(Self.path) HTTP/1.1\r\nHost: \(host)\r\n\(secret)Content-Type: application/octet-stream\r\n"
            + "Content-Length: \(levels.count)\r\n\r\n"
        return Array(head.utf8) + levels
    }
}

/// Makes the packets that bring pictures to a sign, as senders of each protocol do.
package struct PixelPackets: Sendable {
    /// A packet, or the one request of HTTP, and the universe that it is of; nil for none.
    package typealias Packet = (universe: Int?, bytes: [UInt8])

    let `protocol`: PixelProtocol
    /// The extent of the pictures.
    private let size: Size
    /// Who sends, by E1.31.
    private let sender: E131Packet.Sender
    /// The first universe of E1.31 or Art-Net.
    package var universe: Int
    /// How many pixels a universe has, 1 to 170.
    package var universePixels = 170
    /// Where a request of HTTP goes, and the token that it has.
    package var request = PictureRequest()
    private var sequence: UInt8 = 1

    package init(_ protocol: PixelProtocol, size: Size, sender: E131Packet.Sender) {
        (self.protocol, self.size, self.sender) = (`protocol`, size, sender)
        universe = `protocol` == .artNet ? 0 : 1
    }

    /// How many levels a picture has: three of each pixel.
    var levelCount: Int { 3 * size.width * size.height }

    /// How many levels a packet has that is full.
    var packetLevels: Int {
        switch `protocol` {
        case .ddp: DDPPacket.maximumData
        case .e131, .artNet: 3 * universePixels
        case .flaschenTaschen: 3 * size.width * tileRows
        case .http: levelCount
        }
    }

    /// How many universes a picture has.
    package var universes: Int {
        let pixels = size.width * size.height
        return (pixels + universePixels - 1) / universePixels
    }

    /// The packets of a picture, three bytes a pixel, row by row.
    package mutating func picture(_ bytes: [UInt8]) -> [Packet] {
        switch `protocol` {
        case .ddp:
            return DDPPacket.picture(bytes, sequence: &sequence).map { (nil, $0) }
        case .e131:
            defer { sequence &+= 1 }
            return levels(bytes).map { e131($0.index, $0.slots) }
        case .artNet:
            defer { sequence = sequence == 255 ? 1 : sequence + 1 }
            return levels(bytes).map { index, slots in
                let universe = UInt16(clamping: self.universe + index)
                return (nil, ArtNetPacket.levels(slots, universe: universe, sequence: sequence))
            }
        case .flaschenTaschen: return tiles(bytes).map { (nil, $0) }
        case .http: return [(nil, request.bytes(bytes))]
        }
    }

    /// The packets that say that nothing follows; none for protocols that cannot say it.
    package mutating func endOfStream() -> [Packet] {
        guard `protocol` == .e131 else { return [] }
        return (0..<3).flatMap { _ in
            defer { sequence &+= 1 }
            return (0..<universes).map { e131($0, [], isTerminated: true) }
        }
    }

    private func e131(_ index: Int, _ slots: ArraySlice<UInt8>, isTerminated: Bool = false) -> Packet {
        let number = UInt16(clamping: universe + index)
        let packet = E131Packet.levels(
            slots, universe: number, sequence: sequence, isTerminated: isTerminated, from: sender)
        return (Int(number), packet)
    }

    private func levels(_ bytes: [UInt8]) -> [(index: Int, slots: ArraySlice<UInt8>)] {
        let length = 3 * universePixels
        return stride(from: 0, to: bytes.count, by: length).map { start in
            (start / length, bytes[start..<min(start + length, bytes.count)])
        }
    }

    /// How many rows a datagram of Flaschen Taschen holds.
    private var tileRows: Int { max(FlaschenTaschenPacket.maximumPixels / max(size.width, 1), 1) }

    /// Pictures of as many rows as a datagram holds.
    private func tiles(_ bytes: [UInt8]) -> [[UInt8]] {
        guard !size.isEmpty else { return [] }
        let rows = tileRows
        return stride(from: 0, to: size.height, by: rows).map { y in
            let height = min(rows, size.height - y)
            let pixels = bytes[(3 * y * size.width)..<(3 * (y + height) * size.width)]
            return FlaschenTaschenPacket.picture(pixels, width: size.width, height: height, y: y)
        }
    }
}
