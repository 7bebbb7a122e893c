import Timelines

extension Schedule {
    /// Combines the conditions of a message: all of them must hold.
    ///
    /// A part of the day belongs to the day it starts on, so that `fri` from 22:00 to 02:00 ends on Saturday.
    ///
    /// - Parameters:
    ///   - days: weekdays, dates and days of every year; all of them must hold.
    ///   - from: the start of the part of the day; midnight if only `to` is given.
    ///   - to: the end; the end of the day if only `from` is given.
    ///   - others: rules, calendars and the like.
    ///   - not: the exceptions.
    package static func joined(
        days: [Days] = [], from: CivilTime? = nil, to: CivilTime? = nil, others: [Schedule] = [],
        not excluded: [Schedule] = []
    ) -> Schedule {
        var parts = others
        let all = days.count == 1 ? days[0] : .all(days)
        if from != nil || to != nil {
            parts.insert(.times([DaySpan(from: from ?? .midnight, to: to ?? .endOfDay)], on: all), at: 0)
        } else if !days.isEmpty {
            parts.insert(.days(all), at: 0)
        }
        parts += excluded.map(Schedule.not)
        return parts.count == 1 ? parts[0] : .all(parts)
    }
}
