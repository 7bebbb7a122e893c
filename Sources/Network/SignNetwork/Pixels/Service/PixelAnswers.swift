import CSignNetwork
import PixelProtocols
import SignFiles
import Timelines

/// Answers to those who ask what there is: polls of Art-Net and queries of DDP.
///
/// Bounded, so that a sign cannot be made to flood others: it remembers some polls, and answers some queries a second.
struct PixelAnswers {
    /// The most polls that wait, and the most queries answered a second.
    static let maximumPolls = 8
    static let maximumQueries = 20

    private let model: String
    private let version: String
    private let universes: ClosedRange<UInt16>
    private var polls: [(address: pixel_address, due: Instant)] = []
    private var queries = RateLimit(Self.maximumQueries, within: .seconds(1))
    private var generator: any RandomNumberGenerator

    /// - Parameters:
    ///   - model: the extent of the zone, such as `64x32`.
    ///   - universes: those of Art-Net.
    init(
        model: String, version: String, universes: ClosedRange<UInt16>,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        (self.model, self.version, self.universes, generator) = (model, version, universes, random)
    }

    /// When the next poll is to be answered; nil for never.
    var due: Instant? { polls.lazy.map(\.due).min() }

    /// Records a poll, which is answered within a second, as Art-Net asks, so that many nodes do not answer at once.
    mutating func poll(from address: pixel_address, at instant: Instant) {
        let isKnown = polls.contains { $0.address.high == address.high && $0.address.low == address.low }
        guard !isKnown, polls.count < Self.maximumPolls else { return }
        polls.append((address, instant + .milliseconds(Int64.random(in: 0...1_000, using: &generator))))
    }

    /// The answers that are due, and to whom they go.
    mutating func take(isReceiving: Bool, at instant: Instant) -> [(address: pixel_address, packets: [[UInt8]])] {
        let due = polls.filter { $0.due <= instant }
        polls.removeAll { $0.due <= instant }
        return due.map { poll in
            var address = poll.address
            address.port = PixelProtocol.artNet.port ?? 0
            let own = pixel_address_towards(PixelAddress(address).ipv4 ?? 0)
            let packets = ArtNetPacket.groups(of: universes).prefix(255).enumerated().map { offset, group in
                ArtNetPacket.pollReply(
                    group, number: UInt8(offset + 1), address: own, name: "ledsign \(version), \(model) pixels",
                    isReceiving: isReceiving)
            }
            return (address, packets)
        }
    }

    /// The answer to a query of DDP; nil where there were too many.
    mutating func answer(status isStatus: Bool, at instant: Instant) -> [UInt8]? {
        guard queries.take("", at: instant) == nil else { return nil }
        return isStatus ? DDPPacket.status(model: model, version: version) : DDPPacket.unsupported()
    }
}
