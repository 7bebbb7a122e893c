import PixelGraphics

/// How pixels come to a sign, by the name in sign files and statistics.
package enum PixelProtocol: String, Hashable, Sendable, CaseIterable {
    case ddp
    case e131
    case artNet = "art-net"
    case flaschenTaschen = "flaschen-taschen"
    case http

    /// Those of packets, which a sign file may name.
    package static let ofPackets = allCases.filter { $0 != .http }

    /// Whether its pixels come one after the other; those of the others have places.
    package var hasOrder: Bool { self != .flaschenTaschen && self != .http }
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

/// Where the pixels of packets that have no places lie in the zone: the first one is at the top left.
package enum PixelOrder: String, Hashable, Sendable, CaseIterable {
    /// Row by row, each from the left.
    case rows
    /// Row by row; every second one from the right.
    case serpentine
    /// Column by column, each from the top.
    case columns
    /// Column by column; every second one from the bottom.
    case serpentineColumns = "serpentine-columns"
}

extension PixelOrder {
    /// The place of a pixel, counted row by row.
    package func place(of index: Int, in size: Size) -> Int {
        switch self {
        case .rows: return index
        case .serpentine:
            let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
            return y * size.width + (y % 2 == 0 ? x : size.width - 1 - x)
        case .columns:
            let (x, y) = index.quotientAndRemainder(dividingBy: size.height)
            return y * size.width + x
        case .serpentineColumns:
            let (x, y) = index.quotientAndRemainder(dividingBy: size.height)
            return (x % 2 == 0 ? y : size.height - 1 - y) * size.width + x
        }
    }
}
