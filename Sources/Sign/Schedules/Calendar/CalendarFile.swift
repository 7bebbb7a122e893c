import Timelines

/// A calendar in the iCalendar format (RFC 5545): its events and its problems.
///
/// libical reads lines and values; this program reads rules and computes recurrences. It uses VEVENT with DTSTART,
/// DTEND or DURATION, RRULE, RDATE, EXDATE, RECURRENCE-ID, STATUS, SUMMARY, DESCRIPTION and LOCATION, and VTIMEZONE;
/// to-dos, alarms and the rest are ignored.
package struct CalendarFile: Sendable {
    /// The events, in the order of the file; changed occurrences are separate events, and cancelled ones are left out.
    package let events: [CalendarEvent]
    /// The problems, in the order of the file.
    package let problems: [CalendarProblem]

    /// Reads a calendar from any bytes, within the limits; invalid bytes never trap.
    ///
    /// - Throws: `CalendarError` if the text is not a calendar. An error in one event is a problem in `problems`, and
    ///   the other events are read.
    package init(parsing bytes: [UInt8], limits: CalendarLimits = CalendarLimits()) throws(CalendarError) {
        let text = try CalendarText(bytes, limits: limits)
        var reader = CalendarEventReader(zones: CalendarZones(text.components), limits: limits)
        var read: [CalendarEventReader.Event] = []
        for component in text.components where component.name == "VEVENT" {
            if let event = reader.event(component) { read.append(event) }
        }
        events = Self.merged(read)
        problems = reader.problems.sorted { $0.line < $1.line }
    }

    /// The indices of the events that take place at a time; O(events).
    ///
    /// For many times, use `book(zone:)`.
    package func activeEvents(at time: WallTime, in zone: ZoneRules) -> [Int] {
        events.indices.filter { events[$0].nextActive(from: time.seconds, in: zone) == time.seconds }
    }

    /// Removes changed occurrences from their series, leaves out cancelled events, and keeps the newest versions.
    private static func merged(_ read: [CalendarEventReader.Event]) -> [CalendarEvent] {
        var newest: [String: Int] = [:]
        var replaced: [String: [CalendarValue.Moment]] = [:]
        for event in read where !event.event.uid.isEmpty {
            if let moment = event.replaces {
                replaced[event.event.uid, default: []].append(moment)
            } else {
                newest[event.event.uid] = max(newest[event.event.uid] ?? event.sequence, event.sequence)
            }
        }
        var events: [CalendarEvent] = []
        for item in read where !item.isCancelled {
            var event = item.event
            if item.replaces == nil, !event.uid.isEmpty {
                guard newest[event.uid] == item.sequence else { continue }
                for moment in replaced[event.uid] ?? [] { event.exclude(moment) }
            }
            events.append(event)
        }
        return events
    }
}

extension CalendarEvent {
    /// Leaves an occurrence out, or those of a whole day.
    mutating func exclude(_ moment: CalendarValue.Moment) {
        if moment.isDate {
            excludedDays.insert(LocalSeconds.day(moment.local))
        } else if moment.isUTC {
            excluded.insert((zone ?? .utc).local(moment.local))
        } else {
            excluded.insert(moment.local)
        }
    }
}
