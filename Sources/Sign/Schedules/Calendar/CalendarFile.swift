import Timelines

/// A calendar in the iCalendar format (RFC 5545): its events, and remarks on what is wrong.
///
/// libical reads lines and values; this program reads rules and computes recurrences. It uses VEVENT with DTSTART,
/// DTEND or DURATION, RRULE, RDATE, EXDATE, RECURRENCE-ID, STATUS, SUMMARY, DESCRIPTION and LOCATION, and VTIMEZONE;
/// to-dos, alarms and the rest are ignored.
package struct CalendarFile: Sendable {
    /// The events, in the order of the file; changed occurrences are separate events, and cancelled ones are left out.
    package let events: [CalendarEvent]
    /// What is wrong, in the order of the file.
    package let remarks: [CalendarRemark]

    /// Reads a calendar from any bytes, within the limits; invalid bytes never trap.
    ///
    /// - Throws: `CalendarError` if the text is not a calendar. An error in one event is one of the `remarks`, and
    ///   the other events are read.
    package init(parsing bytes: [UInt8], limits: CalendarLimits = CalendarLimits()) throws(CalendarError) {
        var reading = try CalendarReading(bytes, limits: limits)
        while true {
            guard let file = try reading.step() else { continue }
            self = file
            return
        }
    }

    init(_ read: [CalendarEventReader.Event], remarks: [CalendarRemark]) {
        events = Self.merged(read)
        self.remarks = remarks.sorted { $0.line < $1.line }
    }

    /// The indices of the events that take place at a time; O(events).
    ///
    /// For many times, use `book(zone:)`.
    package func activeEvents(at time: WallTime, in zone: ZoneRules) -> [Int] {
        events.indices.filter { events[$0].nextActive(from: time.seconds, in: zone) == time.seconds }
    }

    /// Removes changed occurrences from their series, leaves out cancelled events, and keeps the newest versions.
    private static func merged(_ read: [CalendarEventReader.Event]) -> [CalendarEvent] {
        var newest: [Occurrence: Int] = [:]
        var replaced: [String: [CalendarValue.Moment]] = [:]
        for item in read where !item.event.uid.isEmpty {
            if let moment = item.replaces { replaced[item.event.uid, default: []].append(moment) }
            newest[Occurrence(item)] = max(newest[Occurrence(item)] ?? item.sequence, item.sequence)
        }
        var events: [CalendarEvent] = []
        for item in read where !item.isCancelled {
            var event = item.event
            if !event.uid.isEmpty {
                guard newest[Occurrence(item)] == item.sequence else { continue }
                if item.replaces == nil { for moment in replaced[event.uid] ?? [] { event.exclude(moment) } }
            }
            events.append(event)
        }
        return events
    }

    /// A series, or the occurrence of it that a changed one replaces.
    private struct Occurrence: Hashable {
        let uid: String
        let replaces: CalendarValue.Moment?

        init(_ item: CalendarEventReader.Event) { (uid, replaces) = (item.event.uid, item.replaces) }
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

/// Reads a calendar in small steps, so that the thread that does it can do other things in between.
package struct CalendarReading {
    private var text: CalendarText
    private var reader: CalendarEventReader
    /// The components of events, and how many of them are read: zones may come after the events that name them.
    private var components: [CalendarText.Component] = []
    private var count = 0
    private var isSplit = false
    private var read: [CalendarEventReader.Event] = []

    /// Begins to read a calendar from any bytes.
    ///
    /// - Throws: `CalendarError` if there are more bytes than the limit.
    package init(_ bytes: [UInt8], limits: CalendarLimits = CalendarLimits()) throws(CalendarError) {
        text = try CalendarText(bytes, limits: limits)
        reader = CalendarEventReader(limits: limits)
    }

    /// Takes a step: finds a component, or reads an event.
    ///
    /// - Returns: the calendar with the last step; nil before.
    /// - Throws: `CalendarError` if the text is not a calendar.
    /// - Complexity: usually some 10 to 100 microseconds; a rule that has to be searched takes some milliseconds.
    package mutating func step() throws(CalendarError) -> CalendarFile? {
        if !isSplit {
            guard let component = try text.next() else {
                isSplit = true
                return nil
            }
            if component.name == "VTIMEZONE" { reader.zones.add(component) }
            if component.name == "VEVENT" { components.append(component) }
            return nil
        }
        guard count < components.count else { return CalendarFile(read, remarks: reader.remarks) }
        if let event = reader.event(components[count]) { read.append(event) }
        // Texts take memory.
        (components[count].text, components[count].lines) = ([], [])
        count += 1
        return nil
    }
}
