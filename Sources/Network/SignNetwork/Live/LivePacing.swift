import Timelines

/// How often one viewer gets a picture.
///
/// A pure value: the instants are passed in.
package struct LivePacing: Hashable, Sendable {
    /// The rates that a viewer may ask for, in frames per second.
    package static let rates = 1...60
    /// The default frames per second, and the default limit.
    package static let defaultLimit = 30

    /// The frames per second.
    package private(set) var rate: Int
    /// The earliest instant of the next frame; nil before the first one.
    package private(set) var next: Instant?
    private let limit: Int
    private var last: Instant?

    /// - Parameter limit: the most frames per second, whatever is asked for.
    package init(limit: Int = defaultLimit) {
        self.limit = min(max(limit, Self.rates.lowerBound), Self.rates.upperBound)
        rate = self.limit
    }

    private var interval: Nanoseconds { Nanoseconds(1_000_000_000 / Int64(rate)) }

    /// Takes what the viewer asks for; it gets no more than the limit.
    package mutating func ask(_ rate: Int) {
        self.rate = min(max(rate, Self.rates.lowerBound), limit)
        next = last.map { $0 + interval }
    }

    /// Whether a frame may be sent.
    package func allows(at instant: Instant) -> Bool { next.map { $0 <= instant } ?? true }

    /// Records that a frame was sent.
    ///
    /// The one after a frame that was a little late is not late too: otherwise every small lateness would lower the rate.
    package mutating func sent(at instant: Instant) {
        let planned = next.map { $0 + interval } ?? instant
        next = planned > instant ? planned : instant + interval
        last = instant
    }
}

/// When the other end of a WebSocket gets a ping, and when it counts as gone.
///
/// A pure value: the instants are passed in.
package struct LiveKeepAlive: Hashable, Sendable {
    /// The time between two pings.
    package static let interval = Nanoseconds.seconds(20)
    /// How long it may be silent; browsers and servers answer pings by themselves.
    package static let timeout = Nanoseconds.seconds(40)

    private var lastHeard: Instant
    private var nextPing: Instant

    /// Begins when the connection does.
    package init(at instant: Instant) {
        lastHeard = instant
        nextPing = instant + Self.interval
    }

    /// The next instant at which something is to be done.
    package var due: Instant { min(nextPing, lastHeard + Self.timeout) }

    /// Records that it has sent something.
    package mutating func heard(at instant: Instant) { lastHeard = max(lastHeard, instant) }

    /// Whether it counts as gone.
    package func isGone(at instant: Instant) -> Bool { instant - lastHeard >= Self.timeout }

    /// Whether to send a ping now; then the next one is due an interval later.
    package mutating func takePing(at instant: Instant) -> Bool {
        guard instant >= nextPing else { return false }
        nextPing = instant + Self.interval
        return true
    }
}
