import LiveValues
import Schedules
import SignFiles
import Timelines

/// A message that a forecast is made of, and what a running sign knows of it.
package struct ForecastMessage: Sendable {
    /// What it says, and when it is shown.
    package var message: SignMessage
    /// The name of its zone; nil without one.
    package var zone: String?
    /// Since when a running sign may show it; nil where it may not, or where no sign runs.
    package var since: WallTime?
    /// Whether it has nothing to show at present, with the values as they are; those of later are not known.
    package var isEmpty = false
    /// Whether a running sign has shown it as often as it is shown until its time comes again.
    package var isOver = false

    /// Describes a message as its file does.
    package init(_ message: SignMessage, zone: String? = nil) {
        self.message = message
        self.zone = zone
    }
}

/// What a forecast is made of: the messages of a sign, and its calendars.
package struct ForecastSubject: Sendable {
    /// The messages in the order of the sign.
    package var messages: [ForecastMessage]
    /// What is shown while there is nothing else; nil for nothing.
    package var idle: ForecastMessage?
    /// The calendars that are known, by their names; messages of others have no times.
    package var calendars: [String: CalendarFile]
    /// The zone whose clocks schedules go by.
    package var zone: ZoneRules

    /// Takes a sign file, and its calendars as far as they are known.
    package init(_ file: SignFile, calendars: [String: CalendarFile] = [:]) {
        messages = file.zones.flatMap { zone in zone.messages.map { ForecastMessage($0, zone: zone.name) } }
        idle = file.idle.map { ForecastMessage($0) }
        self.calendars = calendars
        zone = file.zone
    }

    /// Leaves the messages out, as far as they are under way, that have nothing to show with values as they are.
    package mutating func take(_ changes: [LiveChange], of file: SignFile, at reading: WallReading) {
        let values = TextValues()
        values.take(file)
        values.reading = reading
        for change in changes { values.scope.readings[change.name] = change.reading }
        func isEmpty(_ message: SignMessage) -> Bool {
            // What is shown of events, and what has not been asked for, is not known.
            let names = message.markup.sources.intersection(file.fields.map(\.name))
            return message.calendar == nil && names.allSatisfy { values.scope.readings[$0] != nil }
                && values.isEmpty(message)
        }
        for number in messages.indices { messages[number].isEmpty = isEmpty(messages[number].message) }
        if let message = idle?.message { idle?.isEmpty = isEmpty(message) }
    }

    /// The number of things with times of its own that a message is made of: events of its calendar, or itself.
    func count(of message: ForecastMessage) -> Int {
        guard !message.message.isBlank else { return 0 }
        guard let name = message.message.calendar else { return 1 }
        return calendars[name]?.events.count ?? 0
    }
}
