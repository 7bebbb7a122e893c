extension Schedule {
    /// Joins what a message says about when it is shown: all of it has to hold.
    ///
    /// A part of the day belongs to the day it starts on, so that `fri` from 22:00 to 02:00 ends on Saturday.
    ///
    /// - Parameters:
    ///   - days: weekdays, dates and days of every year; of several all have to hold.
    ///   - from: the beginning of the part of the day; its midnight where only `to` is given.
    ///   - to: the end; the day's where only `from` is given.
    ///   - others: rules, calendars and the like.
    ///   - not: what takes away from all the rest.
    public static func joined(
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

extension CalendarFile {
    /// While any of the events takes place.
    public var schedule: Schedule { .any(schedules) }
}
