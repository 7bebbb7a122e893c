import Timelines

/// A wall clock that shows a given time at a given instant, and runs on from there.
public struct SteadyLocalTime: LocalTimeSource, Hashable, Sendable {
    private let instant: Instant
    private let time: LocalTime

    /// Creates a clock that shows `time` at `instant`.
    public init(_ time: LocalTime, at instant: Instant = .zero) {
        self.time = time
        self.instant = instant
    }

    /// Returns the local time.
    public func localTime(at instant: Instant) -> LocalTime? {
        LocalTime(nanoseconds: (Nanoseconds(time.nanoseconds) + (instant - self.instant)).count)
    }

    /// Zero: it is never set.
    public var revision: Int { 0 }
}
