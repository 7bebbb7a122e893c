/// The timeline that the signs of a panel wall share without communicating: UTC without jumps.
///
/// At the start, each sign samples the offset between its wall clock and its monotonic clock. When the wall clock is set
/// later, the offset follows at a bounded rate. The shared time never goes back and never jumps, and neither does the picture.
///
/// A pure value; all instants are `Instant`s, of the sign's monotonic clock or of the shared timeline, whose zero is
/// 1970-01-01T00:00Z.
public struct PanelWallEpoch: Hashable, Sendable {
    /// How far the offset moves at most, in millionths of the time that passes: 1800 ms in an hour.
    public static let defaultSlewPerMillion: Int64 = 500
    /// Differences up to this are those of reading two clocks, and are left alone.
    public static let tolerance = Nanoseconds.microseconds(100)

    private let slewPerMillion: Int64
    /// When the offset starts to move.
    private var from: Instant
    /// Shared time less monotonic time at `from`.
    private var offset: Int64
    /// The offset that it moves to.
    private var target: Int64
    /// Whether a synchronized clock has been seen.
    private var isSynchronized: Bool

    /// Starts with a sample of both clocks.
    ///
    /// - Parameters:
    ///   - wallTime: nanoseconds since 1970-01-01T00:00Z at `instant`.
    ///   - isSynchronized: whether the wall clock is synchronized; until it is, the first synchronized sample is used at once.
    ///   - slewPerMillion: how fast the offset follows, 1 to 100,000 millionths.
    public init(
        wallTime: Int64, at instant: Instant, isSynchronized: Bool = true,
        slewPerMillion: Int64 = defaultSlewPerMillion
    ) {
        self.slewPerMillion = min(max(slewPerMillion, 1), 100_000)
        self.isSynchronized = isSynchronized
        from = instant
        offset = Self.difference(wallTime, instant)
        target = offset
    }

    private static func difference(_ wallTime: Int64, _ instant: Instant) -> Int64 {
        (Nanoseconds(wallTime) - Nanoseconds(instant.nanoseconds)).count
    }

    /// Takes another sample; returns whether the shared time runs differently from now on.
    public mutating func record(wallTime: Int64, at instant: Instant, isSynchronized: Bool = true) -> Bool {
        guard isSynchronized || !self.isSynchronized else { return false }
        let sample = Self.difference(wallTime, instant)
        if isSynchronized, !self.isSynchronized {
            self = PanelWallEpoch(wallTime: wallTime, at: instant, slewPerMillion: slewPerMillion)
            return true
        }
        let distance = Nanoseconds(sample) - Nanoseconds(target)
        guard distance.count.magnitude > Self.tolerance.count.magnitude else { return false }
        offset = offset(at: instant)
        from = instant
        target = sample
        return true
    }

    /// Shared time less monotonic time.
    private func offset(at instant: Instant) -> Int64 {
        let elapsed = max(Int128(instant.nanoseconds) - Int128(from.nanoseconds), 0)
        let distance = Int128(target) - Int128(offset)
        let moved = min(elapsed * Int128(slewPerMillion) / 1_000_000, abs(distance))
        return Int64(clamping: Int128(offset) + (distance < 0 ? -moved : moved))
    }

    /// Returns the shared instant of a monotonic one; never decreases.
    public func shared(_ instant: Instant) -> Instant {
        Instant(nanoseconds: (Nanoseconds(instant.nanoseconds) + Nanoseconds(offset(at: instant))).count)
    }

    /// Returns the first monotonic instant whose shared one is `shared` or later; nil if there is none.
    public func monotonic(_ shared: Instant) -> Instant? {
        guard shared < .distantFuture else { return nil }
        let begin = self.shared(from)
        if shared <= begin { return Instant(nanoseconds: shared.nanoseconds) - Nanoseconds(offset) }
        let distance = Int128(target) - Int128(offset)
        let rate = Int128(distance.signum()) * Int128(slewPerMillion)
        let wanted = Int128(shared.nanoseconds) - Int128(begin.nanoseconds)
        // As long as the offset moves, and when it stands again: a growing one has to have come that far in both.
        let moving = wanted * 1_000_000 / (1_000_000 + rate)
        let standing = wanted - distance
        let elapsed = distance < 0 ? min(moving, standing) : max(moving, standing)
        guard let estimate = Int64(exactly: Int128(from.nanoseconds) + elapsed) else { return nil }
        return exact(near: Instant(nanoseconds: estimate), of: shared)
    }

    /// The first instant whose shared one is `shared` or later, given one that is a few nanoseconds off: offsets move in whole
    /// nanoseconds.
    private func exact(near estimate: Instant, of shared: Instant) -> Instant {
        var instant = estimate
        for _ in 0..<8 where self.shared(instant) < shared { instant = instant + .one }
        for _ in 0..<8 where self.shared(instant - .one) >= shared { instant = instant - .one }
        return instant
    }
}
