import Timelines

/// When a viewer gets a ping, and when it counts as gone.
///
/// A pure value: the instants are passed in.
package struct LiveKeepAlive: Hashable, Sendable {
    /// The time between two pings.
    package static let interval = Nanoseconds.seconds(20)
    /// How long a viewer may be silent; browsers answer pings by themselves.
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

    /// Records that the viewer has sent something.
    package mutating func heard(at instant: Instant) { lastHeard = max(lastHeard, instant) }

    /// Whether the viewer counts as gone.
    package func isGone(at instant: Instant) -> Bool { instant - lastHeard >= Self.timeout }

    /// Whether to send a ping now; then the next one is due an interval later.
    package mutating func takePing(at instant: Instant) -> Bool {
        guard instant >= nextPing else { return false }
        nextPing = instant + Self.interval
        return true
    }
}
