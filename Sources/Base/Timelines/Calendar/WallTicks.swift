/// Ticks at the start of every minute (or hour, or second) of a wall clock.
public struct WallTicks: TickSchedule {
    private let source: any LocalTimeSource & Sendable
    private let period: Int64
    private let start: Instant

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - source: the clock; while its time is unknown, periods count from `start`.
    ///   - period: at least 1 microsecond, and a divisor of a day.
    public init(_ source: any LocalTimeSource & Sendable, period: Nanoseconds = .seconds(60), start: Instant = .zero) {
        self.source = source
        self.period = max(period.count, 1000)
        self.start = start
    }

    /// Returns the start of the period that the instant lies in; its number counts from 1970.
    public func latest(at instant: Instant) -> Tick? {
        let passed = passed(at: instant)
        let (number, rest) = passed.quotientAndRemainder(dividingBy: period)
        guard rest < 0 else { return Tick(instant: instant - Nanoseconds(rest), number: Int(number)) }
        return Tick(instant: instant - Nanoseconds(rest + period), number: Int(number) - 1)
    }

    /// Returns the start of the next period.
    public func next(after instant: Instant) -> Instant? {
        let rest = passed(at: instant) % period
        let next = instant + Nanoseconds(rest < 0 ? 0 - rest : period - rest)
        return next > instant ? next : nil
    }

    private func passed(at instant: Instant) -> Int64 {
        source.localTime(at: instant)?.nanoseconds ?? (instant - start).count
    }
}
