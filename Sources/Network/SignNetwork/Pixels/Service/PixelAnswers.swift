import CSignNetwork
import NetworkPixels
import Timelines

/// Answers to those who ask what there is: polls of Art-Net and queries of DDP.
///
/// Bounded, so that a sign cannot be made to flood others: it remembers some polls, and answers some queries a second.
struct PixelAnswers {
    /// What senders learn about the sign.
    struct Subject {
        /// The extent of the zone, such as `64x32`.
        var model: String
        var version: String
        var universes: ClosedRange<UInt16>
    }

    /// The most polls that wait, and the most queries answered a second.
    static let maximumPolls = 8
    static let maximumQueries = 20

    private let subject: Subject
    private var polls: [(address: pixel_address, due: Instant)] = []
    private var second = Instant.zero
    private var queries = 0
    private var generator: any RandomNumberGenerator

    init(_ subject: Subject, random: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
        (self.subject, generator) = (subject, random)
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
            let reply = ArtPollReply(
                address: own, shortName: "ledsign", longName: "ledsign \(subject.version), \(subject.model) pixels")
            let groups = ArtPollReply.groups(of: subject.universes).prefix(255)
            return (
                address,
                groups.enumerated().map {
                    reply.packet(for: $0.element, number: UInt8($0.offset + 1), isReceiving: isReceiving)
                }
            )
        }
    }

    /// The answer to a query of DDP; nil where there were too many.
    mutating func answer(status isStatus: Bool, at instant: Instant) -> [UInt8]? {
        if instant - second >= .seconds(1) { (second, queries) = (instant, 0) }
        queries += 1
        guard queries <= Self.maximumQueries else { return nil }
        return isStatus
            ? DDPPacket.status(model: subject.model, version: subject.version) : DDPPacket.unsupported()
    }
}
