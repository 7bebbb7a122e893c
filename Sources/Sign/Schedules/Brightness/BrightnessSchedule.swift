import Timelines

/// The brightness of a sign over the day: each entry is valid until the next.
package struct BrightnessSchedule: Hashable, Sendable {
    /// A brightness from a moment of the day on.
    package struct Entry: Hashable, Sendable {
        /// When it begins.
        package var moment: DayMoment
        /// The brightness from then on, 0 to 100.
        package var percent: Int

        /// Creates an entry; the percentage is clamped to 0 to 100.
        package init(at moment: DayMoment, percent: Int) {
            self.moment = moment
            self.percent = min(max(percent, 0), 100)
        }
    }

    /// The brightness without entries, or before the first one.
    package let defaultPercent: Int
    /// The entries, in any order; of two at the same moment, the later one in the list wins.
    package let entries: [Entry]
    /// The location for sunrise and sunset; without one, entries by the sun never apply.
    package let location: Location?

    /// The number of days that are searched for a moment; a polar night is shorter.
    private static let maximumDays = 200

    /// Creates a schedule; the default brightness is clamped to 0 to 100.
    package init(default percent: Int, entries: [Entry] = [], location: Location? = nil) {
        defaultPercent = min(max(percent, 0), 100)
        self.entries = entries
        self.location = location
    }

    /// Returns the brightness at a time, 0 to 100.
    package func percent(at time: WallTime, in zone: ZoneRules) -> Int {
        guard !entries.isEmpty else { return defaultPercent }
        let today = zone.civil(at: time).date
        var known: [Int: [Start]] = [:]
        for back in 0...Self.maximumDays {
            let starts = starts(during: today.adding(days: -back), in: zone, &known)
            if let last = starts.last(where: { $0.time <= time }) { return last.percent }
        }
        return defaultPercent
    }

    /// The moment when an entry starts to apply.
    private struct Start {
        var time: WallTime
        /// The day to which it belongs, which may differ from the day on which it falls.
        var day: Int
        var order: Int64
        var percent: Int

        func isBefore(_ other: Start) -> Bool { (time, day, order) < (other.time, other.day, other.order) }
    }

    /// The moments within a day of the zone's calendar, in order; of those at the same time, the last one wins.
    ///
    /// Sunsets may be after midnight, and offsets add up to half a day, so moments of the days before and after may
    /// fall on it.
    ///
    /// - Parameter known: the moments of days that were computed before.
    private func starts(during date: CivilDate, in zone: ZoneRules, _ known: inout [Int: [Start]]) -> [Start] {
        var starts: [Start] = []
        for day in date.dayNumber - 2...date.dayNumber + 1 {
            let own = known[day] ?? self.starts(of: CivilDate(dayNumber: day), in: zone)
            known[day] = own
            starts += own.filter { zone.civil(at: $0.time).date == date }
        }
        return starts.enumerated().sorted { first, second in
            if first.element.isBefore(second.element) { return true }
            return !second.element.isBefore(first.element) && first.offset < second.offset
        }.map(\.element)
    }

    private func starts(of day: CivilDate, in zone: ZoneRules) -> [Start] {
        entries.compactMap { entry in
            entry.moment.occurrence(on: day, at: location, in: zone).map { found in
                Start(time: found.time, day: day.dayNumber, order: found.order, percent: entry.percent)
            }
        }
    }

    /// Returns when the brightness next changes after a time; nil for never.
    package func nextChange(after time: WallTime, in zone: ZoneRules) -> WallTime? {
        let present = percent(at: time, in: zone)
        guard entries.contains(where: { $0.percent != present }) else { return nil }
        let today = zone.civil(at: time).date
        var known: [Int: [Start]] = [:]
        for ahead in 0...Self.maximumDays {
            let starts = starts(during: today.adding(days: ahead), in: zone, &known)
            for (index, start) in starts.enumerated() where start.time > time && start.percent != present {
                // Of those at the same time the last counts.
                let isLast = index + 1 == starts.count || starts[index + 1].time > start.time
                if isLast { return start.time }
            }
        }
        return nil
    }
}
