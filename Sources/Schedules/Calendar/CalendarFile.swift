/// A calendar in the iCalendar format (RFC 5545): its events, and what could not be taken of it.
///
/// libical reads lines and values; this program reads rules and says when events recur. Taken are VEVENT with DTSTART, DTEND or
/// DURATION, RRULE, RDATE, EXDATE, RECURRENCE-ID, STATUS, SUMMARY, DESCRIPTION and LOCATION, and VTIMEZONE; to-dos, alarms
/// and the rest are passed over.
public struct CalendarFile: Sendable {
    /// The events, in the order of the file; changed occurrences are events of their own, cancelled ones are none.
    public let events: [CalendarEvent]
    /// What could not be taken, in the order of the file.
    public let problems: [CalendarProblem]

    /// Reads a calendar; of any bytes, within the limits, and without an end to the program.
    ///
    /// - Throws: `CalendarError` where the whole text is no calendar. What is wrong with one event is a problem, and the
    ///   others are taken.
    public init(parsing bytes: [UInt8], limits: CalendarLimits = CalendarLimits()) throws(CalendarError) {
        let text = try CalendarText(bytes, limits: limits)
        var reader = CalendarEventReader(zones: CalendarZones(text.components), limits: limits)
        var read: [CalendarEventReader.Event] = []
        for component in text.components where component.name == "VEVENT" {
            if let event = reader.event(component) { read.append(event) }
        }
        events = Self.merged(read)
        problems = reader.problems.sorted { $0.line < $1.line }
    }

    /// One schedule for each event, in their order.
    public var schedules: [Schedule] { events.map(Schedule.event) }

    /// A book of the events: its active numbers are those of `events`.
    public func book(zone: ZoneRules) -> ScheduleBook { ScheduleBook(schedules, zone: zone) }

    /// The events that take place at a time, by their numbers; O(events): for many times use `book(zone:)`.
    public func activeEvents(at time: WallTime, in zone: ZoneRules) -> [Int] {
        events.indices.filter { events[$0].nextActive(from: time.seconds, in: zone) == time.seconds }
    }

    /// Takes changed occurrences out of their series, leaves out what was cancelled, and keeps the newest of versions.
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
