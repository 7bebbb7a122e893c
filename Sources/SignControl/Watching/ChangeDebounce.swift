import Timelines

/// Waits until changes have stopped: a file is often saved in several steps.
///
/// A pure value.
public struct ChangeDebounce: Hashable, Sendable {
    /// The time without a change after which a change counts.
    public let quiet: Nanoseconds
    private var first: Instant?
    private var last: Instant?

    /// How many times the quiet time a change waits at most, where changes never stop.
    private static let mostQuietTimes: Int64 = 10

    /// - Parameter quiet: zero lets every change count at once.
    public init(quiet: Nanoseconds) {
        self.quiet = max(quiet, .zero)
    }

    /// Notes a change.
    public mutating func note(at instant: Instant) {
        first = first ?? instant
        last = instant
    }

    /// When the changes count that were noted; nil without any.
    public var due: Instant? {
        guard let first, let last else { return nil }
        let longest = Nanoseconds(Int64(clamping: Int128(quiet.count) * Int128(Self.mostQuietTimes)))
        return min(last + quiet, first + longest)
    }

    /// Takes the changes, if they count; returns whether they do.
    public mutating func take(at instant: Instant) -> Bool {
        guard let due, instant >= due else { return false }
        (first, last) = (nil, nil)
        return true
    }
}
