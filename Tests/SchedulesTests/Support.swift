import Schedules
import Testing
import Timelines

/// A moment of UTC, typed as ISO 8601 writes it without the Z: `2026-03-29T01:00`.
func utc(_ text: String) -> WallTime {
    do {
        return ZoneRules.utc.wall(of: try LocalTime(parsing: text))
    } catch {
        Issue.record("\(text): \(error)")
        return .epoch
    }
}

/// A moment of UTC as text, to be compared with a typed one.
func text(_ time: WallTime?) -> String? {
    time.map { ZoneRules.utc.civil(at: $0).description }
}

/// Berlin, with summer time from the last Sunday of March to the last one of October, at 01:00 of UTC.
let berlin = zone("Europe/Berlin")

func zone(_ name: String) -> ZoneRules {
    do {
        return try ZoneRules.named(name)
    } catch {
        Issue.record("\(error)")
        return .utc
    }
}

extension Schedule {
    /// The next changes after a moment of UTC, as texts.
    func changes(after start: String, count: Int, in zone: ZoneRules = berlin) -> [String] {
        var changes: [String] = []
        var time = utc(start)
        while changes.count < count, let next = nextChange(after: time, in: zone) {
            changes.append(text(next) ?? "")
            time = next
        }
        return changes
    }
}

/// A calendar of events, each given by its lines.
func calendar(_ events: String..., zone: String = "") -> [UInt8] {
    let parts = events.map { "BEGIN:VEVENT\n" + $0 + "\nEND:VEVENT\n" }.joined()
    return Array(("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n" + zone + parts + "END:VCALENDAR\n").utf8)
}

/// The first occurrences of an event in Berlin, each as its start and its end by UTC.
func times(_ event: CalendarEvent, after start: String = "2026-01-01", count: Int = 9) -> [String] {
    event.occurrences(from: utc(start), count: count, in: berlin).map {
        (text($0.lowerBound) ?? "") + " " + (text($0.upperBound) ?? "")
    }
}
