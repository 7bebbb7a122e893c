/// A timeline within another one: starts later and runs slower or faster.
///
/// local = origin + (global - origin - delay) * factor, rounded down to nanoseconds.
public struct TimeMapping: Hashable, Sendable {
    /// The instant that both timelines share when there is no delay.
    public let origin: Instant
    /// How much later the inner timeline starts.
    public let delay: Nanoseconds
    /// How fast the inner timeline runs: this many nanoseconds in `denominator` outer ones, 0 for standing still.
    public let numerator: Int64
    /// The outer nanoseconds in which the inner timeline runs `numerator`; positive.
    public let denominator: Int64

    /// The largest factor, and the largest numerator and denominator.
    public static let limit: Int64 = 1_000_000_000

    /// Creates a mapping whose factor is an exact fraction (125 beats a minute are 125/60), so that it never drifts.
    ///
    /// The numerator is clamped to 0...1,000,000,000, the denominator to 1...1,000,000,000.
    public init(
        origin: Instant = .zero, delay: Nanoseconds = .zero, numerator: Int64 = 1, denominator: Int64 = 1
    ) {
        self.origin = origin
        self.delay = delay
        self.numerator = min(max(numerator, 0), Self.limit)
        self.denominator = min(max(denominator, 1), Self.limit)
    }

    private var offset: Int128 { Int128(origin.nanoseconds) + Int128(delay.count) }

    /// Returns the inner instant of an outer one.
    public func local(_ instant: Instant) -> Instant {
        let elapsed = Int128(instant.nanoseconds) - offset
        let inner = (elapsed * Int128(numerator)).flooredQuotient(by: Int128(denominator))
        return Instant(nanoseconds: Int64(clamping: Int128(origin.nanoseconds) + inner))
    }

    /// Returns the first outer instant whose inner instant is `local` or later, or nil if there is none.
    public func global(_ local: Instant) -> Instant? {
        guard numerator > 0 else { return nil }
        let inner = Int128(local.nanoseconds) - Int128(origin.nanoseconds)
        let elapsed = (inner * Int128(denominator)).ceiledQuotient(by: Int128(numerator))
        return Int64(exactly: elapsed + offset).map { Instant(nanoseconds: $0) }
    }
}
