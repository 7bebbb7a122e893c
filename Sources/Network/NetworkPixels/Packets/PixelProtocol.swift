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
