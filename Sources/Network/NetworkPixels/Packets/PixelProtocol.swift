/// How pixels come to a sign.
package enum PixelProtocol: UInt8, Hashable, Sendable, CaseIterable {
    case ddp
    case e131
    case artNet
    case flaschenTaschen
    case http

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

    /// The name in sign files and statistics.
    package var name: String {
        switch self {
        case .ddp: "ddp"
        case .e131: "e131"
        case .artNet: "art-net"
        case .flaschenTaschen: "flaschen-taschen"
        case .http: "http"
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
