import LinuxSystem
import Schedules
import Settings
import SignPlayback
import Timelines

/// A forecast for people: a line for each time, in columns.
struct ScheduleTable {
    /// The lines, without newlines.
    let lines: [String]

    /// The blanks between two columns.
    private static let gap = 2
    /// The columns that a text keeps on a narrow terminal.
    private static let leastText = 10

    /// Lays a forecast out.
    ///
    /// - Parameter width: the columns of the terminal, where long texts are cut; nil keeps them whole.
    init(_ forecast: Forecast, width: Int?) {
        let times = ScheduleTimes(zone: forecast.zone)
        let (first, last) = (forecast.window.lowerBound, forecast.window.upperBound)
        let ends = [times.moment(first), times.moment(last, endsDay: true)].joined(separator: " to ")
        let title = "\(ends), \(PrintableText.line(forecast.zone.name))"
        guard !forecast.entries.isEmpty else {
            lines = ["\(title): nothing is shown"]
            return
        }
        let hasZones = forecast.entries.contains { $0.zone != nil }
        let hasPriorities = forecast.entries.contains { $0.priority != 0 }
        let rows = forecast.entries.map { entry in
            let zone = hasZones ? [entry.zone ?? "-"] : []
            let priority = hasPriorities ? [Self.priority(entry.priority)] : []
            return (times.span(entry) + zone + priority + [Self.text(of: entry)]).map(PrintableText.line)
        }
        let names = ["FROM", "TO"] + (hasZones ? ["ZONE"] : []) + (hasPriorities ? ["PRIORITY"] : []) + ["MESSAGE"]
        lines = [title] + Self.columns([names] + rows, width: width)
    }

    private static func priority(_ priority: Int) -> String {
        priority == 0 ? "-" : priority == 9 ? "urgent" : String(priority)
    }

    /// The name and what it says, on one line.
    private static func text(of entry: ForecastEntry) -> String {
        let line = String(entry.text.map { $0.isNewline ? Character(" ") : $0 })
        guard let name = entry.name else { return line }
        return line.isEmpty ? name : "\(name): \(line)"
    }

    /// Lines of rows with each column as wide as its widest cell, and the last one cut where the terminal ends.
    private static func columns(_ rows: [[String]], width: Int?) -> [String] {
        let last = (rows.first?.count ?? 1) - 1
        let widths = (0..<last).map { column in rows.map { TextColumns.count($0[column]) }.max() ?? 0 }
        let rest = width.map { max($0 - widths.reduce(0) { $0 + $1 + gap }, leastText) }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - TextColumns.count(cell) + gap)
            }
            return cells.joined() + (rest.map { TextColumns.cut(row[last], to: $0) } ?? row[last])
        }
    }

    /// The entries as JSON: one on each line.
    static func json(_ forecast: Forecast) -> String {
        guard !forecast.entries.isEmpty else { return "[]" }
        return "[\n" + forecast.entries.map { "  " + $0.json(in: forecast.zone).line }.joined(separator: ",\n") + "\n]"
    }

    /// Says where a forecast with too many entries ends.
    static func cutWarning(_ forecast: Forecast) -> String {
        let times = ScheduleTimes(zone: forecast.zone)
        return "there are more than \(forecast.entries.count) times; only those that begin before "
            + "\(times.moment(forecast.completeUntil)) are all listed"
    }
}

/// How much of a line of a terminal a text takes.
enum TextColumns {
    /// The letters of East Asia that are as wide as two others (Unicode Standard Annex 11, the large blocks).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]

    static func count(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + count($1) } }

    /// The text if it fits, otherwise its beginning with "…" behind it; at least that.
    static func cut(_ text: String, to columns: Int) -> String {
        guard count(text) > columns else { return text }
        var (kept, used) = ("", 1)
        for character in text {
            used += count(character)
            if used > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func count(_ character: Character) -> Int {
        let isWide = character.unicodeScalars.contains { scalar in
            scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F || wide.contains { $0 ~= scalar.value }
        }
        return isWide ? 2 : 1
    }
}

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
