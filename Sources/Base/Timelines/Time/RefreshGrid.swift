/// The instants at which smooth motion may change: an epoch and a fixed interval, 60 Hz by default.
public struct RefreshGrid: Hashable, Sendable {
    /// One line of the grid.
    public let epoch: Instant
    /// The time between two lines, at least 1 microsecond.
    public let interval: Nanoseconds

    /// Creates a grid; the interval is at least 1 microsecond.
    public init(epoch: Instant = .zero, interval: Nanoseconds = Nanoseconds(16_666_667)) {
        self.epoch = epoch
        self.interval = max(interval, .microseconds(1))
    }

    /// Returns the last line at or before the instant.
    public func line(atOrBefore instant: Instant) -> Instant {
        line(number: 0, from: instant)
    }

    /// Returns the first line after the instant.
    public func line(after instant: Instant) -> Instant {
        line(number: 1, from: instant)
    }

    /// Returns the first line at or after the instant.
    public func line(atOrAfter instant: Instant) -> Instant {
        let before = line(atOrBefore: instant)
        return before == instant ? instant : line(after: instant)
    }

    /// The line that comes so many lines after the last one at or before an instant; saturates.
    private func line(number: Int128, from instant: Instant) -> Instant {
        let distance = Int128(instant.nanoseconds) - Int128(epoch.nanoseconds)
        let lines = distance.flooredQuotient(by: Int128(interval.count)) + number
        return Instant(nanoseconds: Int64(clamping: Int128(epoch.nanoseconds) + lines * Int128(interval.count)))
    }
}
