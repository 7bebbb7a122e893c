/// One tick of a schedule.
public struct Tick: Hashable, Sendable {
    /// When it is due.
    public let instant: Instant
    /// Its number, counted from 0.
    public let number: Int

    /// Creates a tick.
    public init(instant: Instant, number: Int) {
        self.instant = instant
        self.number = number
    }
}

/// A sequence of instants at which content may change; programs may add their own.
///
/// Both questions are functions of the instant alone and agree with each other: `next(after: t)` is the first instant
/// at which `latest(at:)` answers another tick than at `t`.
public protocol TickSchedule: Sendable {
    /// Returns the last tick at or before the instant, or nil if none has come yet.
    func latest(at instant: Instant) -> Tick?

    /// Returns the first tick after the instant, or nil for never.
    func next(after instant: Instant) -> Instant?
}

/// Ticks at a fixed period: `from`, `from + by`, `from + 2 by`, ...
public struct PeriodicTicks: TickSchedule, Hashable {
    /// The first tick.
    public let from: Instant
    /// The period, at least 1 microsecond.
    public let by: Nanoseconds

    /// Creates a schedule; the period is at least 1 microsecond.
    public init(from: Instant, by: Nanoseconds) {
        self.from = from
        self.by = max(by, .microseconds(1))
    }

    /// Returns the last tick at or before the instant.
    public func latest(at instant: Instant) -> Tick? {
        guard instant >= from else { return nil }
        let number = (instant - from).count / by.count
        return Tick(instant: from + Nanoseconds(number * by.count), number: Int(number))
    }

    /// Returns the first tick after the instant.
    public func next(after instant: Instant) -> Instant? {
        guard let tick = latest(at: instant) else { return from }
        let next = tick.instant + by
        return next > instant ? next : nil
    }
}

/// Ticks at every display refresh, or at a longer minimum interval; none while paused.
public struct AnimationTicks: TickSchedule, Hashable {
    private let ticks: PeriodicTicks
    /// Whether it is paused.
    public let isPaused: Bool

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - grid: the display's refreshes.
    ///   - minimumInterval: ticks are whole refreshes apart, and no less than this.
    public init(grid: RefreshGrid = RefreshGrid(), minimumInterval: Nanoseconds = .zero, isPaused: Bool = false) {
        let refreshes = max(Int128(minimumInterval.count).ceiledQuotient(by: Int128(grid.interval.count)), 1)
        let interval = Int64(clamping: refreshes * Int128(grid.interval.count))
        ticks = PeriodicTicks(from: grid.epoch, by: Nanoseconds(interval))
        self.isPaused = isPaused
    }

    /// Returns the last tick at or before the instant.
    public func latest(at instant: Instant) -> Tick? { isPaused ? nil : ticks.latest(at: instant) }

    /// Returns the first tick after the instant.
    public func next(after instant: Instant) -> Instant? { isPaused ? nil : ticks.next(after: instant) }
}

/// Ticks at the instants of a list.
public struct ListedTicks: TickSchedule, Hashable {
    /// The instants, ascending, each once.
    public let instants: [Instant]

    /// Creates a schedule; the instants may come in any order and more than once.
    public init(_ instants: [Instant]) {
        self.instants = Set(instants).sorted()
    }

    /// Returns the last tick at or before the instant; O(log n).
    public func latest(at instant: Instant) -> Tick? {
        let number = count(notAfter: instant) - 1
        return number < 0 ? nil : Tick(instant: instants[number], number: number)
    }

    /// Returns the first tick after the instant; O(log n).
    public func next(after instant: Instant) -> Instant? {
        let number = count(notAfter: instant)
        return number < instants.count ? instants[number] : nil
    }

    private func count(notAfter instant: Instant) -> Int {
        var (low, high) = (0, instants.count)
        while low < high {
            let middle = (low + high) / 2
            if instants[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// How often content may change; content hides what its cadence cannot keep true.
///
/// A clock drops its seconds in the minutes cadence. A dimmed or power-saving sign lowers the cadence.
public enum Cadence: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// At every tick.
    case live
    /// At most once a second.
    case seconds
    /// At most once a minute.
    case minutes

    /// The shortest time between two looks; zero for live.
    public var minimumInterval: Nanoseconds {
        switch self {
        case .live: return .zero
        case .seconds: return .seconds(1)
        case .minutes: return .seconds(60)
        }
    }

    /// Orders by how often: live comes first.
    public static func < (left: Cadence, right: Cadence) -> Bool { left.rawValue < right.rawValue }
}
