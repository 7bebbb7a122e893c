import Timelines

/// Which schedules are active, and when that next changes.
public struct ScheduleDecision: Equatable, Sendable {
    /// The numbers of the active schedules, ascending.
    public let active: [Int]
    /// When another decision is due; nil for never.
    public let nextChange: WallTime?

    /// Creates a decision.
    public init(active: [Int], nextChange: WallTime?) {
        self.active = active
        self.nextChange = nextChange
    }
}

/// Thousands of schedules, of which only those are asked again whose time has come.
///
/// A decision at a later time than the last costs O(log n) for each schedule that has changed since, and a copy of the
/// active numbers; one at an earlier time (somebody has set the clock back) asks them all.
public struct ScheduleBook: Sendable {
    /// The schedules, in the order that their numbers count.
    public let schedules: [Schedule]
    /// The zone whose clocks they go by.
    public let zone: ZoneRules
    private var decidedAt: Int64?
    /// When each schedule is worth another look; a heap of these times, the earliest first.
    private var dues: [Due] = []
    private var active: [Int] = []

    private struct Due {
        var time: Int64
        var number: Int
    }

    /// Creates a book; nothing is decided yet.
    public init(_ schedules: [Schedule], zone: ZoneRules) {
        self.schedules = schedules
        self.zone = zone
    }

    /// Returns which schedules are active at a time, and when that next changes.
    public mutating func decide(at time: WallTime) -> ScheduleDecision {
        let now = time.seconds
        if let decidedAt, now >= decidedAt { update(to: now) } else { begin(at: now) }
        decidedAt = now
        let next = dues.first.flatMap { $0.time == .max ? nil : WallTime(seconds: $0.time) }
        return ScheduleDecision(active: active, nextChange: next)
    }

    private mutating func begin(at now: Int64) {
        active.removeAll(keepingCapacity: true)
        dues.removeAll(keepingCapacity: true)
        for number in schedules.indices {
            let (isActive, due) = look(number, at: now)
            if isActive { active.append(number) }
            dues.append(Due(time: due, number: number))
        }
        for index in (0..<dues.count / 2).reversed() { sink(index) }
    }

    private mutating func update(to now: Int64) {
        while let first = dues.first, first.time <= now {
            let (isActive, due) = look(first.number, at: now)
            note(first.number, isActive: isActive)
            dues[0].time = due
            sink(0)
        }
    }

    /// The state of a schedule, and when it is worth another look: always later than now.
    private func look(_ number: Int, at now: Int64) -> (isActive: Bool, due: Int64) {
        let start = schedules[number].nextActive(from: now, in: zone)
        guard start == now else { return (false, start ?? .max) }
        let end = schedules[number].nextInactive(from: now, in: zone)
        return (true, end.map { max($0, now + 1) } ?? .max)
    }

    private mutating func note(_ number: Int, isActive: Bool) {
        var (low, high) = (0, active.count)
        while low < high {
            let middle = (low + high) / 2
            if active[middle] < number { low = middle + 1 } else { high = middle }
        }
        let isNoted = low < active.count && active[low] == number
        if isActive, !isNoted { active.insert(number, at: low) }
        if !isActive, isNoted { active.remove(at: low) }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < dues.count && dues[child].time < dues[least].time
            {
                least = child
            }
            guard least != index else { return }
            dues.swapAt(index, least)
            index = least
        }
    }
}
