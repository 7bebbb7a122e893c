import LiveValues
import Schedules
import Settings
import SignFiles
import Timelines

/// What of a sign may be shown when, between two times: every message with its beginnings and ends, in their order.
///
/// Made of schedules, calendars and lifetimes; turns are not played through, so messages of one zone are listed side by
/// side, each with its priority, by which urgent ones go before the others. The clock counts as right. Making one takes
/// its time, which belongs on another thread than that which draws.
package struct Forecast: Sendable {
    /// What has been found, in the order of the beginnings; what is under way at the start comes first, as in the file.
    package private(set) var entries: [ForecastEntry] = []
    /// Until when everything is listed: the end, or an earlier time where there are more entries than may be.
    package private(set) var completeUntil: WallTime
    /// The time that it is for.
    package let window: Range<WallTime>
    /// The zone whose clocks the sign goes by.
    package let zone: ZoneRules
    private let maximum: Int

    /// The entries of a forecast that asks for no other number.
    package static let defaultMaximum = 10_000
    /// The longest time that a forecast may be for.
    package static let maximumLength = Nanoseconds.seconds(366 * 86_400)

    /// Makes a forecast from a time, rounded down to a second, for a second to a year and a day.
    package init(
        _ subject: ForecastSubject, from start: WallTime, for length: Nanoseconds, maximum: Int = defaultMaximum
    ) {
        zone = subject.zone
        self.maximum = max(maximum, 1)
        let first = WallTime(seconds: start.seconds)
        let seconds = min(max(length, .seconds(1)), Self.maximumLength).count / 1_000_000_000
        window = first..<max(first, first + .seconds(seconds))
        completeUntil = window.upperBound
        listMessages(of: subject)
        if let idle = subject.idle, subject.count(of: idle) > 0 { fillGaps(with: ForecastSource(idle, of: subject)) }
    }

    /// Whether there are more entries than it may have.
    package var isCut: Bool { completeUntil < window.upperBound }

    private mutating func listMessages(of subject: ForecastSubject) {
        var found: [ForecastEntry] = []
        for message in subject.messages {
            for event in 0..<subject.count(of: message) {
                ForecastSource(message, event: event, of: subject).forEachTime(in: window) { entry in
                    guard time(of: entry) < completeUntil else { return false }
                    found.append(entry)
                    // Drops what will never be listed, so that it takes bounded memory.
                    if found.count > 2 * maximum { found = list(found) }
                    return true
                }
            }
        }
        _ = list(found)
    }

    /// Lists the first of some entries, as many as there may be, and returns them.
    private mutating func list(_ found: [ForecastEntry]) -> [ForecastEntry] {
        let sorted = found.enumerated().sorted { first, second in
            (time(of: first.element), first.offset) < (time(of: second.element), second.offset)
        }
        entries = sorted.prefix(maximum).map(\.element)
        if sorted.count > maximum { completeUntil = min(completeUntil, time(of: sorted[maximum].element)) }
        return entries
    }

    /// When an entry begins, or the forecast.
    private func time(of entry: ForecastEntry) -> WallTime { max(entry.from ?? window.lowerBound, window.lowerBound) }

    /// Lists what is shown where nothing else is.
    private mutating func fillGaps(with idle: ForecastSource) {
        let window = window.lowerBound..<completeUntil
        let gaps = gaps(in: window)
        guard !gaps.isEmpty else { return }
        var (found, place) = ([ForecastEntry](), 0)
        idle.forEachTime(in: window) { entry in
            let (start, end) = (time(of: entry), entry.to ?? window.upperBound)
            while place < gaps.count, found.count <= maximum, gaps[place].lowerBound < end {
                let gap = gaps[place]
                if gap.upperBound > start { found.append(entry.part(in: gap, of: window)) }
                guard gap.upperBound <= end else { break }
                place += 1
            }
            return place < gaps.count && found.count <= maximum
        }
        _ = list(entries + found)
    }

    /// The times in which no message has an entry, in their order.
    private func gaps(in window: Range<WallTime>) -> [Range<WallTime>] {
        var (gaps, covered) = ([Range<WallTime>](), window.lowerBound)
        // Where values decide, nothing may be shown.
        for entry in entries where !entry.dependsOnValues {
            let start = min(entry.from ?? window.lowerBound, window.upperBound)
            if start > covered { gaps.append(covered..<start) }
            covered = max(covered, entry.to ?? window.upperBound)
        }
        if covered < window.upperBound { gaps.append(covered..<window.upperBound) }
        return gaps
    }
}

/// A time during which a message may be shown.
package struct ForecastEntry: Hashable, Sendable {
    /// What it says, its tags and fields as they stand in the file; of an event of a calendar, what that is about.
    package var text: String
    /// The name of the message; nil without one.
    package var name: String?
    /// The name of its zone; nil for the whole sign, and for a zone without a name.
    package var zone: String?
    /// How urgent it is: others of its zone wait meanwhile.
    package var priority: Int
    /// When it begins, or began; nil where that is not known, or has always been so.
    package var from: WallTime?
    /// When it ends; nil where it continues past the end of the forecast.
    package var to: WallTime?
    /// Whether it is shown only while conditions on values hold.
    package var dependsOnValues = false
}

extension ForecastEntry {
    /// The part of it in a gap; where that reaches to the start or end, it began earlier, or ends later, as far as is known.
    fileprivate func part(in gap: Range<WallTime>, of window: Range<WallTime>) -> ForecastEntry {
        var part = self
        if gap.lowerBound == window.lowerBound {
            // Since when nothing else has been shown is not known.
            if (from ?? window.lowerBound) <= window.lowerBound { part.from = nil }
        } else {
            part.from = max(gap.lowerBound, from ?? gap.lowerBound)
        }
        if gap.upperBound < window.upperBound { part.to = min(gap.upperBound, to ?? gap.upperBound) }
        return part
    }

    /// The characters of a text that JSON has of it.
    private static let maximumTextLength = 200

    /// The entry for programs: `message`, `zone`, `from`, `to` and `priority`, `name` where the message has one, and
    /// `depends-on-values` where it is true.
    ///
    /// - Parameter rules: the zone of the times, which are those of RFC 3339 with their offset.
    package func json(in rules: ZoneRules) -> JSONValue {
        let words = text.count > Self.maximumTextLength ? text.prefix(Self.maximumTextLength) + "..." : text[...]
        func time(_ time: WallTime?) -> JSONValue { time.map { .text(rules.offsetText(of: $0)) } ?? .null }
        let place: JSONValue = zone.map { .text($0) } ?? .null
        return [
            "name": name.map { .text($0) }, "message": .text(String(words)), "zone": place, "from": time(from),
            "to": time(to), "priority": .integer(priority), "depends-on-values": dependsOnValues ? true : nil,
        ]
    }
}

extension Forecast {
    /// The entries for programs, in their order.
    package var json: JSONValue { .list(entries.map { $0.json(in: zone) }) }

    /// The most hours in one answer of a server.
    package static let hours = 1...168
    /// The most entries in one answer of a server.
    package static let maximumOfServer = 1_000

    /// A server's answer: the entries of the next hours, at most 1,000.
    ///
    /// It belongs on the server's thread.
    ///
    /// - Parameters:
    ///   - subject: the sign; of a running one ``SignPlayer/forecastSubject(at:)``.
    ///   - hours: how many hours; others than 1 to 168 become the nearest ones.
    /// - Returns: a list of objects, and whether it was cut short.
    package static func answer(
        _ subject: ForecastSubject, from start: WallTime, hours: Int
    ) -> (json: JSONValue, isCut: Bool) {
        let hours = min(max(hours, Self.hours.lowerBound), Self.hours.upperBound)
        let forecast = Forecast(subject, from: start, for: .seconds(Int64(hours) * 3_600), maximum: maximumOfServer)
        return (forecast.json, forecast.isCut)
    }
}

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
        messages = file.zones.flatMap { zone in zone.messages.map { ForecastMessage(message: $0, zone: zone.name) } }
        idle = file.idle.map { ForecastMessage(message: $0) }
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
