import Timelines

/// Who may send pixels to a sign over the network, how, and where they are shown.
package struct PixelSettings: Equatable, Sendable {
    /// A protocol of pixels in packets.
    package enum PacketProtocol: String, Hashable, Sendable, CaseIterable {
        case ddp
        case e131
        case artNet = "art-net"
        case flaschenTaschen = "flaschen-taschen"
    }

    /// Where the pixels of packets that have no places lie in the zone: the first one is at the top left.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Row by row, each from the left.
        case rows
        /// Row by row; every second one from the right.
        case serpentine
        /// Column by column, each from the top.
        case columns
        /// Column by column; every second one from the bottom.
        case serpentineColumns = "serpentine-columns"
    }

    /// What the channels of a pixel are in universes.
    package enum Coding: String, Hashable, Sendable, CaseIterable {
        /// Red, green and blue.
        case rgb
        /// Red, green, blue and white.
        case rgbw

        /// The channels of a pixel.
        package var channels: Int { self == .rgb ? 3 : 4 }
    }

    /// What is listened for, each once; none for HTTP alone.
    package var protocols = PacketProtocol.allCases
    /// The zone in which they are shown; nil for the whole sign.
    package var zone: String?
    /// Where the zone stands in the file.
    package internal(set) var zonePlace = FilePlace()
    /// As that of a message, 0 to 9.
    package var priority = 5
    /// How long nothing may come before the stream has ended.
    package var timeout = Nanoseconds.milliseconds(2_500)
    /// The first universe of E1.31, 1 to 63,999.
    package var universe = 1
    /// The first universe of Art-Net, 0 to 32,767.
    package var artNetUniverse = 0
    /// How many whole pixels a universe has, 1 to 170; to 128 with a white.
    package var universePixels = 170
    /// How many channels of pixels a universe has, 1 to 512, whole pixels or not; nil for those of `universePixels`.
    package var universeChannels: Int?
    package var order = Order.rows
    package var coding = Coding.rgb
    /// Who may send; none for everyone of the local networks.
    package var from: [AddressRange] = []
    /// The network interface for groups; nil for the one that the system chooses.
    package var interface: String?
    /// Whether a stream lights a sign that was switched off by a brightness of 0.
    package var wakes = true

    /// All protocols, over the whole sign.
    package init() {}

    static let universes = 1...63_999
    static let artNetUniverses = 0...32_767
    static let mostChannels = 512
    static let timeouts = Nanoseconds.milliseconds(100)...Nanoseconds.seconds(3_600)
    /// How many address ranges there may be.
    static let mostRanges = 64
    /// The bytes of an interface's name (IFNAMSIZ without the end).
    static let longestInterface = 15
}
