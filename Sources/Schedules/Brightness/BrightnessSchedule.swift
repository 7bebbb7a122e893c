import Timelines

/// The brightness of a sign in the course of the day: from each moment on until the next.
public struct BrightnessSchedule: Hashable, Sendable {
    /// From a moment of the day on.
    public struct Entry: Hashable, Sendable {
        /// When it begins.
        public var moment: DayMoment
        /// The brightness from then on, 0 to 100.
        public var percent: Int

        /// Creates an entry; the percentage is kept within 0 to 100.
        public init(at moment: DayMoment, percent: Int) {
            self.moment = moment
            self.percent = min(max(percent, 0), 100)
        }
    }

    /// The brightness where there are no entries, or none has begun yet.
    public let usual: Int
    /// The entries, in any order; of two at the same moment the later in the list counts.
    public let entries: [Entry]
    /// Where the sun is looked at; entries by the sun are never without a place.
    public let place: Place?

    /// The most days without any entry's moment that are looked through: a polar night is shorter.
    private static let mostDays = 200

    /// Creates a schedule; the usual brightness is kept within 0 to 100.
    public init(usual: Int, entries: [Entry] = [], place: Place? = nil) {
        self.usual = min(max(usual, 0), 100)
        self.entries = entries
        self.place = place
    }

    /// Returns the brightness at a time, 0 to 100.
    public func percent(at time: WallTime, in zone: ZoneRules) -> Int {
        guard !entries.isEmpty else { return usual }
        let today = zone.civil(at: time).date
        var known: [Int: [Start]] = [:]
        for back in 0...Self.mostDays {
            let starts = starts(during: today.adding(days: -back), in: zone, &known)
            if let last = starts.last(where: { $0.time <= time }) { return last.percent }
        }
        return usual
    }

    /// A moment from which on an entry counts.
    private struct Start {
        var time: WallTime
        /// The day it belongs to, which may be another one than that on which it is.
        var day: Int
        var order: Int64
        var percent: Int

        func isBefore(_ other: Start) -> Bool { (time, day, order) < (other.time, other.day, other.order) }
    }

    /// The moments within a day of the zone's calendar, in their order; of those at the same time the last counts.
    ///
    /// Sunsets may be after midnight, and offsets move moments by half a day more, so they may be those of days around it.
    ///
    /// - Parameter known: the moments of days that were looked at already.
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
            entry.moment.occurrence(on: day, at: place, in: zone).map { found in
                Start(time: found.time, day: day.dayNumber, order: found.order, percent: entry.percent)
            }
        }
    }

    /// Returns when the brightness next changes after a time; nil for never.
    public func nextChange(after time: WallTime, in zone: ZoneRules) -> WallTime? {
        let present = percent(at: time, in: zone)
        guard entries.contains(where: { $0.percent != present }) else { return nil }
        let today = zone.civil(at: time).date
        var known: [Int: [Start]] = [:]
        for ahead in 0...Self.mostDays {
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
