/// How pixels come to a sign, by the name in sign files and statistics.
package enum PixelProtocol: String, Hashable, Sendable, CaseIterable {
    case ddp
    case e131
    case artNet = "art-net"
    case flaschenTaschen = "flaschen-taschen"
    case http

    /// Those of packets, which a sign file may name.
    package static let ofPackets = allCases.filter { $0 != .http }
}

extension PixelProtocol {
    /// The port of UDP; nil for HTTP, which has none of its own.
    package var port: UInt16? {
        switch self {
        case .ddp: 4048
        case .e131: 5568
        case .artNet: 6454
        case .flaschenTaschen: 1337
        case .http: nil
        }
    }
}

/// What the bytes of a pixel are in packets that have no pixels of their own kind.
package enum PixelCoding: Hashable, Sendable, CaseIterable {
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and white, which is added to the three.
    case rgbw

    /// The bytes of a pixel.
    package var bytes: Int { self == .rgb ? 3 : 4 }
}
