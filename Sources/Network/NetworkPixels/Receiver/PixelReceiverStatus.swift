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
