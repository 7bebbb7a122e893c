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
