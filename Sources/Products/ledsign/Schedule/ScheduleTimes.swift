import Schedules
import SignPlayback
import Timelines

/// Times as people read them, by the clocks of a sign: `Thu 2026-12-24 18:00`.
struct ScheduleTimes {
    let zone: ZoneRules

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The two cells of an entry: when it begins and ends.
    func span(_ entry: ForecastEntry) -> [String] {
        guard let from = entry.from else {
            return entry.to.map { ["before", moment($0, endsDay: true)] } ?? ["always", ""]
        }
        return [moment(from), entry.to.map { end($0, of: from) } ?? "later"]
    }

    /// A moment with its day.
    ///
    /// - Parameter endsDay: whether a midnight is the end of the day before it.
    func moment(_ time: WallTime, endsDay: Bool = false) -> String {
        let (date, clock) = parts(time, endsDay: endsDay)
        return "\(weekday(date)) \(date) \(clock)"
    }

    /// An end, with as much of its day as the beginning leaves open: nothing, the weekday, or the date.
    func end(_ time: WallTime, of start: WallTime) -> String {
        let (date, clock) = parts(time, endsDay: true)
        let days = date.dayNumber - zone.civil(at: start).date.dayNumber
        return days == 0 ? clock : (1...6).contains(days) ? "\(weekday(date)) \(clock)" : moment(time, endsDay: true)
    }

    private func weekday(_ date: CivilDate) -> String { Self.weekdays[date.weekdayIndex] }

    /// The date and the time of day; the second of two moments that clocks show alike has its offset.
    private func parts(_ time: WallTime, endsDay: Bool) -> (date: CivilDate, clock: String) {
        let local = zone.civil(at: time)
        let isSecond = zone.wall(of: local).seconds != time.seconds
        if endsDay, !isSecond, local.time == .midnight {
            return (local.date.adding(days: -1), CivilTime.endOfDay.description)
        }
        return (local.date, local.time.description + (isSecond ? String(zone.offsetText(of: time).suffix(6)) : ""))
    }
}
