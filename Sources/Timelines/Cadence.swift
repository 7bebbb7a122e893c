/// How often content may look anew; content hides what its cadence cannot keep true.
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

/// A schedule slowed down to a cadence: its ticks are seen on the lines of a grid of seconds or minutes.
public struct CadencedTicks<Schedule: TickSchedule>: TickSchedule {
    private let schedule: Schedule
    private let grid: RefreshGrid?

    /// Creates a schedule.
    ///
    /// - Parameter epoch: an instant at which a second (or minute) of the wall clock starts.
    public init(_ schedule: Schedule, cadence: Cadence, epoch: Instant = .zero) {
        self.schedule = schedule
        grid = cadence == .live ? nil : RefreshGrid(epoch: epoch, interval: cadence.minimumInterval)
    }

    /// Returns the last tick at or before the last line of the grid.
    public func latest(at instant: Instant) -> Tick? {
        schedule.latest(at: grid?.line(atOrBefore: instant) ?? instant)
    }

    /// Returns the first line after the instant at which another tick has come.
    public func next(after instant: Instant) -> Instant? {
        guard let grid else { return schedule.next(after: instant) }
        guard let tick = schedule.next(after: grid.line(atOrBefore: instant)) else { return nil }
        let line = grid.line(atOrAfter: tick)
        return line > instant ? line : nil
    }
}
