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

    /// Creates the schedule of every display refresh, or of a longer interval.
    ///
    /// - Parameters:
    ///   - grid: the display's refreshes.
    ///   - minimumInterval: ticks are whole refreshes apart, and no less than this.
    public init(grid: RefreshGrid = RefreshGrid(), minimumInterval: Nanoseconds = .zero) {
        let refreshes = max(Int128(minimumInterval.count).ceiledQuotient(by: Int128(grid.interval.count)), 1)
        let interval = Int64(clamping: refreshes * Int128(grid.interval.count))
        self.init(from: grid.epoch, by: Nanoseconds(interval))
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
        let number = instants.count(notAfter: instant) - 1
        return number < 0 ? nil : Tick(instant: instants[number], number: number)
    }

    /// Returns the first tick after the instant; O(log n).
    public func next(after instant: Instant) -> Instant? {
        let number = instants.count(notAfter: instant)
        return number < instants.count ? instants[number] : nil
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

/// Ticks at a list of offsets that repeats, each offset relative to the tick before (0.2 s, 0.2 s, 0.4 s, 0.2 s and so on).
///
/// The first tick comes one offset after the start.
public struct CyclicTicks: TickSchedule, Hashable {
    /// Where the offsets start to count.
    public let start: Instant
    /// The time from the start to each tick of the first cycle, ascending.
    private let ends: [Nanoseconds]

    /// Creates a schedule.
    ///
    /// Returns nil for an empty list, a negative offset, or offsets that sum up to less than 1 microsecond or more
    /// than a century.
    public init?(start: Instant, offsets: [Nanoseconds]) {
        var ends: [Nanoseconds] = []
        var sum = Nanoseconds.zero
        for offset in offsets {
            guard offset >= .zero else { return nil }
            sum = sum + offset
            ends.append(sum)
        }
        guard sum >= .microseconds(1), sum < .seconds(3_155_760_000) else { return nil }
        self.start = start
        self.ends = ends
    }

    private var length: Int64 { ends[ends.count - 1].count }

    /// Returns the last tick at or before the instant; of ticks that fall together the last one.
    ///
    /// O(log n).
    public func latest(at instant: Instant) -> Tick? {
        let elapsed = (instant - start).count
        guard elapsed >= 0 else { return nil }
        let (cycle, rest) = elapsed.quotientAndRemainder(dividingBy: length)
        let passed = ends.count(notAfter: Nanoseconds(rest))
        let number = Int(clamping: Int128(cycle) * Int128(ends.count) + Int128(passed) - 1)
        guard number >= 0 else { return nil }
        let time = passed == 0 ? cycle * length : cycle * length + ends[passed - 1].count
        return Tick(instant: start + Nanoseconds(time), number: number)
    }

    /// Returns the first tick after the instant; O(log n).
    public func next(after instant: Instant) -> Instant? {
        let elapsed = (instant - start).count
        guard elapsed >= 0 else { return start + ends[0] }
        let (cycle, rest) = elapsed.quotientAndRemainder(dividingBy: length)
        let next = start + Nanoseconds(cycle * length) + ends[ends.count(notAfter: Nanoseconds(rest))]
        return next > instant ? next : nil
    }
}

extension Array where Element: Comparable {
    /// How many elements of an ascending list are at or before a value; O(log n).
    @inlinable
    package func count(notAfter value: Element) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
