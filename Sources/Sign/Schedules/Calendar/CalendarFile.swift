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
    package let remarks: [CalendarError]

    /// The most bytes of a calendar.
    package static let maximumBytes = 16 << 20
    /// The most events, time zones and other components.
    package static let maximumComponents = 20_000

    /// Reads a calendar from any bytes, within limits; invalid bytes never trap.
    ///
    /// - Throws: `CalendarError` if the text is not a calendar. An error in one event is one of the `remarks`, and
    ///   the other events are read.
    package init(parsing bytes: [UInt8]) throws(CalendarError) {
        let reading = try CalendarReading(bytes)
        self.init(reading.events, remarks: reading.remarks)
    }

    /// Removes changed occurrences from their series, leaves out cancelled events, and keeps the newest versions.
    init(_ read: [CalendarEvent], remarks: [CalendarError]) {
        // The versions of each series, and of the occurrences that replace others of it.
        var newest: [String: [CalendarMoment?: Int]] = [:]
        var replaced: [String: [CalendarMoment]] = [:]
        for event in read where !event.uid.isEmpty {
            if let moment = event.replaces { replaced[event.uid, default: []].append(moment) }
            let known = newest[event.uid]?[event.replaces] ?? event.sequence
            newest[event.uid, default: [:]][event.replaces] = max(known, event.sequence)
        }
        var events: [CalendarEvent] = []
        for var event in read where !event.isCancelled {
            if !event.uid.isEmpty {
                guard newest[event.uid]?[event.replaces] == event.sequence else { continue }
                if event.replaces == nil { for moment in replaced[event.uid] ?? [] { event.exclude(moment) } }
            }
            events.append(event)
        }
        self.events = events
        self.remarks = remarks.sorted { $0.line ?? 0 < $1.line ?? 0 }
    }
}

extension CalendarEvent {
    /// Leaves an occurrence out, or those of a whole day.
    mutating func exclude(_ moment: CalendarMoment) {
        if moment.isDate {
            excludedDays.insert(CivilDate.day(ofLocal: moment.local))
        } else if moment.isUTC {
            excluded.insert((zone ?? .utc).local(moment.local))
        } else {
            excluded.insert(moment.local)
        }
    }
}

/// What is wrong with a calendar, or with a part of it; then the rest of the calendar is used.
package struct CalendarError: Error, Equatable, Sendable {
    /// What is wrong and what is expected, or what was done about it; without the line.
    package let words: String
    /// The line, from 1; nil if it concerns the whole text.
    package let line: Int?

    init(_ words: String, line: Int? = nil) { (self.words, self.line) = (words, line) }
}

extension CalendarError: CustomStringConvertible {
    /// The line and the words.
    package var description: String { (line.map { "line \($0): " } ?? "") + words }

    /// The words behind the place of the calendar, such as the path of its file.
    package func text(in place: String) -> String { "\(place)\(line.map { ":\($0)" } ?? ""): \(words)" }
}
