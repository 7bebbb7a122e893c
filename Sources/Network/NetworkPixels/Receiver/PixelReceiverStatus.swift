import Timelines

/// Who sends pixels to a sign, and how many.
package struct PixelReceiverStatus: Sendable {
    /// A sender as people see it.
    package struct Sender: Sendable {
        package let sender: PixelSender
        /// What it calls itself, which may be anything.
        package let name: [UInt8]
    }

    /// Whose pixels are shown; nil for none.
    package let owner: Sender?
    /// Those whose pixels came lately and are not shown.
    package let others: [Sender]
    /// Those who were stopped by hand and still send.
    package let stopped: [Sender]
    package let counts: PixelCounts
}

extension PixelReceiver {
    /// Says who sends; allocates.
    package func status(at instant: Instant) -> PixelReceiverStatus {
        let named = { PixelReceiverStatus.Sender(sender: $0, name: ownership.name(of: $0.key)) }
        return PixelReceiverStatus(
            owner: ownership.owner.map(named), others: ownership.others(at: instant).map(named),
            stopped: ownership.stopped(at: instant).map(named), counts: counts)
    }
}

/// How many packets came, and what became of them.
package struct PixelCounts: Hashable, Sendable {
    /// All that came, also those that were dropped.
    package internal(set) var packets: UInt64 = 0
    /// Pictures that were finished.
    package internal(set) var frames: UInt64 = 0
    /// Packets that break the rules of their protocol.
    package internal(set) var malformed: UInt64 = 0
    /// Packets that are not for this sign: other universes and outputs, previews, unknown kinds.
    package internal(set) var ignored: UInt64 = 0
    /// Packets that came too late, or a second time.
    package internal(set) var late: UInt64 = 0
    /// Packets that never came, going by their numbers.
    package internal(set) var lost: UInt64 = 0
    /// Packets of senders that do not own the stream.
    package internal(set) var fromOthers: UInt64 = 0
    /// Packets of senders that were stopped by hand.
    package internal(set) var refused: UInt64 = 0
    /// Packets from addresses that may not send.
    package internal(set) var foreign: UInt64 = 0

    /// Packets whose pixels were not shown.
    package var dropped: UInt64 { malformed &+ ignored &+ late &+ fromOthers &+ refused &+ foreign }
}
