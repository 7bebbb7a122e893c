import Timelines

/// Browsers that have given the token, which a cookie stands for from then on; in memory alone.
package struct Sessions: Sendable {
    private var entries: [(secret: [UInt8], end: Instant)] = []

    /// How long a session lasts.
    package static let lifetime = Nanoseconds.seconds(30 * 86_400)
    /// How many there may be; one more ends the oldest.
    package static let maximum = 64

    package init() {}

    /// Begins a session; returns what the cookie holds: 256 random bits in hexadecimal digits.
    package mutating func begin(at instant: Instant) -> String {
        entries.removeAll { $0.end <= instant }
        if entries.count >= Self.maximum { entries.removeFirst() }
        let secret = AccessToken.random()
        entries.append((Array(secret.utf8), instant + Self.lifetime))
        return secret
    }

    /// Whether a cookie stands for a session; looks at all of them, whichever it is.
    package func contains(_ secret: String, at instant: Instant) -> Bool {
        var isFound = false
        for entry in entries where entry.end > instant {
            if ConstantTime.isEqual(secret.utf8, entry.secret) { isFound = true }
        }
        return isFound
    }

    /// Ends a session.
    package mutating func end(_ secret: String) {
        entries.removeAll { ConstantTime.isEqual(secret.utf8, $0.secret) }
    }

    /// The number of sessions that have not ended.
    package var count: Int { entries.count }
}
