import Timelines

/// Waits until changes have stopped, because a file is often saved in several steps; a pure value.
package struct ChangeDebounce: Hashable, Sendable {
    /// The time without a change after which a change counts.
    package let quiet: Nanoseconds
    private var first: Instant?
    private var last: Instant?

    /// How many quiet times a change waits at most if changes never stop.
    private static let mostQuietTimes: Int64 = 10

    /// - Parameter quiet: with zero, every change counts at once.
    package init(quiet: Nanoseconds) {
        self.quiet = max(quiet, .zero)
    }

    /// Notes a change.
    package mutating func note(at instant: Instant) {
        first = first ?? instant
        last = instant
    }

    /// When the noted changes count; nil without changes.
    package var due: Instant? {
        guard let first, let last else { return nil }
        let longest = Nanoseconds(Int64(clamping: Int128(quiet.count) * Int128(Self.mostQuietTimes)))
        return min(last + quiet, first + longest)
    }

    /// Takes the changes, if they count; returns whether they do.
    package mutating func take(at instant: Instant) -> Bool {
        guard let due, instant >= due else { return false }
        (first, last) = (nil, nil)
        return true
    }
}
