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
        for back in -1...Self.mostDays {
            // Offsets move moments by half a day, so a day before may have a later one.
            let days = [today.adding(days: -back), today.adding(days: -back - 1)]
            var last: (time: WallTime, percent: Int)?
            for day in days.reversed() {
                for entry in entries {
                    guard let start = entry.moment.time(on: day, at: place, in: zone), start <= time else { continue }
                    if start >= last?.time ?? .distantPast { last = (start, entry.percent) }
                }
            }
            if let last { return last.percent }
        }
        return usual
    }

    /// Returns when the brightness next changes after a time; nil for never.
    public func nextChange(after time: WallTime, in zone: ZoneRules) -> WallTime? {
        let present = percent(at: time, in: zone)
        guard entries.contains(where: { $0.percent != present }) else { return nil }
        let today = zone.civil(at: time).date
        var from = time
        for ahead in -1...Self.mostDays {
            let day = today.adding(days: ahead)
            let starts =
                entries.compactMap { $0.moment.time(on: day, at: place, in: zone) }
                + entries.compactMap { $0.moment.time(on: day.adding(days: 1), at: place, in: zone) }
            for start in starts.sorted() where start > from {
                if percent(at: start, in: zone) != present { return start }
                from = start
            }
        }
        return nil
    }
}
