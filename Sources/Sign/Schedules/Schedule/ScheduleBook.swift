import Timelines

/// Thousands of schedules, of which only those that are due are evaluated again.
///
/// A decision at a later time than the last looks at the times of some, and evaluates those that have changed since. A
/// decision at an earlier time (the clock was set back) evaluates them all. Both can be spread over several calls.
package struct ScheduleBook: Sendable {
    /// The schedules, in the order of their numbers.
    package let schedules: [Schedule]
    /// The zone of their days and times.
    package let zone: ZoneRules
    /// The time of the last evaluation.
    private var lookedAt = Int64.max
    /// When to evaluate each schedule again: the least time before it was evaluated, the largest for never.
    private var dues: [Int64] = []
    /// The earliest of these in each block of so many, so that a decision need not look at all.
    private var blocks: [Int64] = []
    private var active: [Int] = []
    private static let blockSize = 32

    /// Creates a book; nothing is decided yet.
    package init(_ schedules: [Schedule], zone: ZoneRules) {
        self.schedules = schedules
        self.zone = zone
    }

    /// Returns which schedules are active at a time, and when that next changes.
    package mutating func decide(at time: WallTime) -> (active: [Int], nextChange: WallTime?) {
        var looks = Int.max
        return decide(at: time, looks: &looks) ?? ([], nil)
    }

    /// Continues a decision; returns it, or nil if more schedules remain than this call may evaluate.
    ///
    /// - Parameter looks: how many schedules may be evaluated; reduced by those that were.
    /// - Returns: the numbers of the active schedules, ascending, and when the next decision is due; nil for never.
    package mutating func decide(
        at time: WallTime, looks: inout Int
    ) -> (active: [Int], nextChange: WallTime?)? {
        let now = time.seconds
        if now < lookedAt {
            dues = [Int64](repeating: .min, count: schedules.count)
            blocks = [Int64](repeating: .min, count: (dues.count + Self.blockSize - 1) / Self.blockSize)
            active = []
        }
        lookedAt = now
        for block in blocks.indices where blocks[block] <= now {
            let numbers = block * Self.blockSize..<min((block + 1) * Self.blockSize, dues.count)
            var earliest = Int64.max
            for number in numbers {
                if dues[number] <= now {
                    guard looks > 0 else { return nil }
                    looks -= 1
                    evaluate(number, at: now)
                }
                earliest = min(earliest, dues[number])
            }
            blocks[block] = earliest
        }
        let next = blocks.min() ?? .max
        return (active, next == .max ? nil : WallTime(seconds: next))
    }

    /// Whether a schedule is not active and never will be, as of the last decision.
    package func isOver(_ number: Int) -> Bool {
        dues.indices.contains(number) && dues[number] == .max && !active.contains(number)
    }

    /// Finds the state of a schedule, and when to evaluate it again: always later than now.
    private mutating func evaluate(_ number: Int, at now: Int64) {
        let start = schedules[number].next(isActive: true, from: now, in: zone)
        let place = active.count(notAfter: number)
        let wasActive = place > 0 && active[place - 1] == number
        if start == now, !wasActive { active.insert(number, at: place) }
        if start != now, wasActive { active.remove(at: place - 1) }
        guard start == now else {
            dues[number] = start ?? .max
            return
        }
        let end = schedules[number].next(isActive: false, from: now, in: zone)
        dues[number] = end.map { max($0, now + 1) } ?? .max
    }
}

extension CalendarFile {
    /// One schedule for each event, in their order.
    package var schedules: [Schedule] { events.map(Schedule.event) }

    /// While any of the events takes place.
    package var schedule: Schedule { .any(schedules) }
}
