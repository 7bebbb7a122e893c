import LinuxSystem
import Schedules
import Settings
import SignPlayback
import Timelines

/// A forecast for people, with a line for each time in columns, and for scripts.
struct ScheduleTable {
    let forecast: Forecast

    /// The lines, without newlines; long texts are cut at the columns of the terminal, if there are any.
    func lines(width: Int?) -> [String] {
        let (first, last) = (forecast.window.lowerBound, forecast.window.upperBound)
        let title = "\(moment(first)) to \(moment(last, endsDay: true)), \(PrintableText.line(zone.name))"
        guard !forecast.entries.isEmpty else { return ["\(title): nothing is shown"] }
        let hasZones = forecast.entries.contains { $0.zone != nil }
        let hasPriorities = forecast.entries.contains { $0.priority != 0 }
        let rows = forecast.entries.map { entry in
            let zone = hasZones ? [entry.zone ?? "-"] : []
            let priority = hasPriorities ? [Self.priority(entry.priority)] : []
            return (span(entry) + zone + priority + [Self.text(of: entry)]).map(PrintableText.line)
        }
        let names = ["FROM", "TO"] + (hasZones ? ["ZONE"] : []) + (hasPriorities ? ["PRIORITY"] : []) + ["MESSAGE"]
        return [title] + ([names] + rows).lines(width: width)
    }

    private static func priority(_ priority: Int) -> String {
        priority == 0 ? "-" : priority == 9 ? "urgent" : String(priority)
    }

    /// The name and what it says, on one line, and whether values decide.
    private static func text(of entry: ForecastEntry) -> String {
        let line = String(entry.text.map { $0.isNewline ? Character(" ") : $0 })
        let words = [entry.name, line].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        return entry.dependsOnValues ? words + " (depends on values)" : words
    }

    /// The entries as JSON: one on each line.
    var json: String {
        guard !forecast.entries.isEmpty else { return "[]" }
        return "[\n" + forecast.entries.map { "  " + $0.json(in: zone).line }.joined(separator: ",\n") + "\n]"
    }

    /// Says where a forecast with too many entries ends.
    var cutWarning: String {
        "there are more than \(forecast.entries.count) times; only those that begin before "
            + "\(moment(forecast.completeUntil)) are all listed"
    }
}

/// Times as people read them, by the clocks of a sign: `Thu 2026-12-24 18:00`.
extension ScheduleTable {
    private var zone: ZoneRules { forecast.zone }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The two cells of an entry: when it begins and ends.
    private func span(_ entry: ForecastEntry) -> [String] {
        guard let from = entry.from else {
            return entry.to.map { ["before", moment($0, endsDay: true)] } ?? ["always", ""]
        }
        return [moment(from), entry.to.map { end($0, of: from) } ?? "later"]
    }

    /// A moment with its day, in which a midnight may end the day before it.
    private func moment(_ time: WallTime, endsDay: Bool = false) -> String {
        let (date, clock) = parts(time, endsDay: endsDay)
        return "\(weekday(date)) \(date) \(clock)"
    }

    /// An end, with as much of its day as the beginning leaves open: nothing, the weekday, or the date.
    private func end(_ time: WallTime, of start: WallTime) -> String {
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
