/// A time line within another one: starts later and runs slower or faster.
///
/// local = origin + (global - origin - delay) * factor, rounded down to nanoseconds.
public struct TimeMapping: Hashable, Sendable {
    /// The instant that both time lines share when there is no delay.
    public let origin: Instant
    /// How much later the inner time line starts.
    public let delay: Nanoseconds
    /// How fast the inner time line runs, in thousandths; 1000 is as fast as the outer one, 0 stands still.
    public let factorThousandths: Int64

    /// Creates a mapping; the factor is clamped to 0...1,000,000 thousandths.
    public init(origin: Instant = .zero, delay: Nanoseconds = .zero, factorThousandths: Int64 = 1000) {
        self.origin = origin
        self.delay = delay
        self.factorThousandths = min(max(factorThousandths, 0), 1_000_000)
    }

    private var offset: Int128 { Int128(origin.nanoseconds) + Int128(delay.count) }

    /// Returns the inner instant of an outer one.
    public func local(_ instant: Instant) -> Instant {
        let elapsed = Int128(instant.nanoseconds) - offset
        let inner = (elapsed * Int128(factorThousandths)).flooredQuotient(by: 1000)
        return Instant(nanoseconds: Int64(clamping: Int128(origin.nanoseconds) + inner))
    }

    /// Returns the first outer instant whose inner instant is `local` or later, or nil where there is none.
    public func global(_ local: Instant) -> Instant? {
        guard factorThousandths > 0 else { return nil }
        let inner = Int128(local.nanoseconds) - Int128(origin.nanoseconds)
        let elapsed = (inner * 1000).ceiledQuotient(by: Int128(factorThousandths))
        return Int64(exactly: elapsed + offset).map { Instant(nanoseconds: $0) }
    }
}
