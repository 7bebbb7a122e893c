import Timelines

/// Thousands of schedules, of which only those that are due are evaluated again.
///
/// A decision at a later time than the last costs O(log n) for each schedule that has changed since, and a copy of the
/// active numbers. A decision at an earlier time (the clock was set back) evaluates them all. Both can be spread over
/// several calls.
package struct ScheduleBook: Sendable {
    /// The schedules, in the order of their numbers.
    package let schedules: [Schedule]
    /// The zone of their days and times.
    package let zone: ZoneRules
    /// The time of the last evaluation.
    private var lookedAt: Int64?
    /// Whether the schedules are still being evaluated one after the other, as far as `dues` reaches.
    private var isIncomplete = true
    /// When to evaluate each schedule again: a heap of times, the earliest first.
    private var dues: [(time: Int64, number: Int)] = []
    private var active: [Int] = []

    /// Creates a book; nothing is decided yet.
    package init(_ schedules: [Schedule], zone: ZoneRules) {
        self.schedules = schedules
        self.zone = zone
    }

    /// Returns which schedules are active at a time, and when that next changes.
    package mutating func decide(at time: WallTime) -> (active: [Int], nextChange: WallTime?) {
        while true {
            var looks = Int.max
            if let decision = decide(at: time, looks: &looks) { return decision }
        }
    }

    /// Continues a decision; returns it, or nil if more schedules remain than this call may evaluate.
    ///
    /// - Parameter looks: how many schedules may be evaluated; reduced by those that were.
    /// - Returns: the numbers of the active schedules, ascending, and when the next decision is due; nil for never.
    package mutating func decide(
        at time: WallTime, looks: inout Int
    ) -> (active: [Int], nextChange: WallTime?)? {
        let now = time.seconds
        if lookedAt.map({ now < $0 }) ?? true { (isIncomplete, active, dues) = (true, [], []) }
        lookedAt = now
        guard complete(at: now, &looks), update(to: now, &looks) else { return nil }
        return (active, dues.first.flatMap { $0.time == .max ? nil : WallTime(seconds: $0.time) })
    }

    /// Whether a schedule is not active and never will be, as of the last decision; O(1) while it is active.
    package func isOver(_ number: Int) -> Bool {
        guard !isIncomplete, !active.contains(number) else { return false }
        return dues.contains { $0.number == number && $0.time == .max }
    }

    /// Evaluates the remaining schedules; returns whether all are done.
    private mutating func complete(at now: Int64, _ looks: inout Int) -> Bool {
        guard isIncomplete else { return true }
        while dues.count < schedules.count, looks > 0 {
            looks -= 1
            let number = dues.count
            let (isActive, due) = look(number, at: now)
            if isActive { active.append(number) }
            dues.append((due, number))
        }
        guard dues.count == schedules.count else { return false }
        isIncomplete = false
        for index in (0..<dues.count / 2).reversed() { sink(index) }
        return true
    }

    /// Evaluates those that are due; returns whether all of them are done.
    private mutating func update(to now: Int64, _ looks: inout Int) -> Bool {
        while let first = dues.first, first.time <= now {
            guard looks > 0 else { return false }
            looks -= 1
            let (isActive, due) = look(first.number, at: now)
            record(first.number, isActive: isActive)
            dues[0].time = due
            sink(0)
        }
        return true
    }

    /// The state of a schedule, and when to evaluate it again: always later than now.
    private func look(_ number: Int, at now: Int64) -> (isActive: Bool, due: Int64) {
        let start = schedules[number].nextActive(from: now, in: zone)
        guard start == now else { return (false, start ?? .max) }
        let end = schedules[number].nextInactive(from: now, in: zone)
        return (true, end.map { max($0, now + 1) } ?? .max)
    }

    private mutating func record(_ number: Int, isActive: Bool) {
        var (low, high) = (0, active.count)
        while low < high {
            let middle = (low + high) / 2
            if active[middle] < number { low = middle + 1 } else { high = middle }
        }
        let isRecorded = low < active.count && active[low] == number
        if isActive, !isRecorded { active.insert(number, at: low) }
        if !isActive, isRecorded { active.remove(at: low) }
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

extension CalendarFile {
    /// One schedule for each event, in their order.
    package var schedules: [Schedule] { events.map(Schedule.event) }

    /// While any of the events takes place.
    package var schedule: Schedule { .any(schedules) }

    /// A book of the events: its active numbers are indices of `events`.
    package func book(zone: ZoneRules) -> ScheduleBook { ScheduleBook(schedules, zone: zone) }
}
