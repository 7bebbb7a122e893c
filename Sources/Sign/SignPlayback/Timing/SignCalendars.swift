import LinuxSystem
import LiveValues
import Schedules
import SignFiles
import Timelines

/// The calendars of a running sign: which events are under way, as lists that texts can show.
///
/// A state machine that decides like all else: at instants that it says before, and when a calendar comes.
struct SignCalendars {
    private struct Entry {
        var document: SignCalendarDocument?
        /// The events under way, by their numbers; nil before the first decision.
        var active: [Int]?
        /// Whether any is under way; until a newer calendar is decided, that of the older one.
        var hasEvents = false
        /// What texts show of them: one record for each occurrence that is under way.
        var events: LiveValue?
        /// The events under way and to come; nil for a calendar that does not look ahead.
        var outlook: CalendarOutlook?
        /// What texts show of these.
        var upcoming: LiveValue?
        /// The time for which that was found, and when it changes next although the same events stay under way, because an
        /// event may overlap itself.
        var validity: Range<WallTime>?
    }

    /// When an event begins or ends next; nil for never.
    private(set) var nextDecision: Instant?
    /// What is wrong with events of calendars that are shown, by the names of the calendars.
    private(set) var warnings: [String: String] = [:]
    private var entries: [String: Entry] = [:]
    private var sources: [String: LiveSource] = [:]
    private var zone: ZoneRules

    /// The events that are shown at the same time.
    static let maximumEvents = 100
    /// The events that one decision asks; more are asked by the next ones, as drawing must not wait for thousands.
    static let looksAtOnce = 100
    /// The time between decisions that ask events one after the other.
    static let pause = Nanoseconds.milliseconds(5)

    init(_ file: SignFile) {
        zone = file.zone
        show(file)
    }

    /// Goes by another file: calendars that it still has stay as they are.
    mutating func show(_ file: SignFile) {
        var kept: [String: Entry] = [:]
        var sources: [String: LiveSource] = [:]
        for source in file.calendars {
            guard let name = source.calendarOfSign else { continue }
            sources[name] = source
            // A calendar of the same name that comes from elsewhere is another one.
            if self.sources[name]?.origin == source.origin {
                kept[name] = entries[name]
                if self.sources[name]?.ahead != source.ahead { kept[name]?.outlook = nil }
            } else {
                kept[name] = Entry()
                warnings[name] = nil
            }
        }
        if file.zone != zone {
            zone = file.zone
            for (name, entry) in kept {
                kept[name]?.active = nil
                kept[name]?.outlook = nil
                kept[name]?.document?.book = ScheduleBook(entry.document?.book.schedules ?? [], zone: zone)
            }
        }
        (entries, self.sources) = (kept, sources)
        warnings = warnings.filter { sources[$0.key] != nil }
    }

    /// Takes a calendar that has come; returns whether it is one of the sign's.
    mutating func take(_ change: LiveChange) -> Bool {
        guard let document = change.document,
            let (name, source) = sources.first(where: { $0.value.name == change.name })
        else { return false }
        guard let read = read(document) else { return false }
        entries[name] = Entry(document: read, hasEvents: hasEvents(name))
        warnings[name] = read.warning(of: source)
        return true
    }

    /// Takes what was read already, or reads it now.
    private func read(_ document: LiveDocument) -> SignCalendarDocument? {
        guard var read = document.content as? SignCalendarDocument else {
            return try? SignCalendarDocument(document.bytes, zone: zone)
        }
        if read.book.zone != zone { read.book = ScheduleBook(read.book.schedules, zone: zone) }
        return read
    }

    /// The calendars that have come, by their names.
    var files: [String: CalendarFile] { entries.compactMapValues { $0.document?.file } }

    /// The calendars that have come, as they came.
    var documents: [LiveChange] {
        entries.compactMap { name, entry in
            guard let document = entry.document, let source = sources[name] else { return nil }
            return LiveChange(name: source.name, document: LiveDocument(bytes: [], content: document))
        }
    }

    /// While any event of a calendar takes place; nil until it has come.
    func schedule(of name: String) -> Schedule? { entries[name]?.document?.file.schedule }

    /// Whether any event of a calendar is under way, as of the last decision.
    func hasEvents(_ name: String) -> Bool { entries[name]?.hasEvents ?? false }

    /// Decides for a reading of the clock; returns what texts show of calendars from now on, where that is something else.
    ///
    /// Until the clock is known to be right it is unknown which events are under way. Where many events have to be asked,
    /// what was decided before holds until all have been.
    mutating func decide(_ reading: WallReading) -> [String: LiveReading] {
        nextDecision = nil
        var changed: [String: LiveReading] = [:]
        var looks = Self.looksAtOnce
        for name in entries.keys.sorted() {
            if let events = decide(name, reading, &looks) { changed[name] = events }
        }
        if !entries.isEmpty, !reading.isSynchronized { nextDecision = reading.monotonic + synchronizationInterval }
        return changed
    }

    private mutating func decide(_ name: String, _ reading: WallReading, _ looks: inout Int) -> LiveReading? {
        guard reading.isSynchronized, let file = entries[name]?.document?.file else {
            entries[name] = Entry(document: entries[name]?.document)
            return LiveReading(nil)
        }
        guard let decision = entries[name]?.document?.book.decide(at: reading.wall, looks: &looks) else {
            nextDecision = nextDecision.earlier(reading.monotonic + Self.pause)
            return nil
        }
        var news: LiveReading?
        let isValid = entries[name]?.validity?.contains(reading.wall) ?? false
        if !isValid || entries[name]?.active != decision.active {
            let (events, change) = events(decision.active, of: file, at: reading.wall)
            if entries[name]?.active == nil || entries[name]?.events != events { news = LiveReading(events) }
            entries[name]?.active = decision.active
            entries[name]?.events = events
            entries[name]?.hasEvents = !decision.active.isEmpty
            entries[name]?.validity = reading.wall..<max(change, reading.wall)
        }
        for case let change? in [decision.nextChange, entries[name]?.validity?.upperBound]
        where change < .distantFuture { nextDecision = nextDecision.earlier(reading.upcoming(change)) }
        let hasMore = lookAhead(name, file, reading, &looks)
        guard hasMore || news != nil, let events = entries[name]?.events, let upcoming = entries[name]?.upcoming else {
            return hasMore ? LiveReading(entries[name]?.events) : news
        }
        return LiveReading(.record([LiveValue.whole: events, "next": upcoming]))
    }

    /// Finds the events to come of a calendar that looks ahead; returns whether texts show something else of them now.
    private mutating func lookAhead(
        _ name: String, _ file: CalendarFile, _ reading: WallReading, _ looks: inout Int
    ) -> Bool {
        let before = entries[name]?.upcoming
        guard let ahead = sources[name]?.ahead, ahead > .zero else {
            entries[name]?.upcoming = nil
            return before != nil
        }
        var outlook = entries[name]?.outlook ?? CalendarOutlook(ahead: ahead)
        let decision = outlook.decide(file, at: reading.wall, in: zone, looks: &looks)
        entries[name]?.outlook = outlook
        guard let decision else {
            nextDecision = nextDecision.earlier(reading.monotonic + Self.pause)
            return false
        }
        nextDecision = nextDecision.earlier(reading.upcoming(decision.nextChange))
        let upcoming = LiveValue.list(decision.occurrences.map { Self.record(file.events[$0.event], $0.time) })
        entries[name]?.upcoming = upcoming
        return upcoming != before
    }

    /// The occurrences of events that are under way as values, by their beginnings, and when they change next.
    private func events(_ numbers: [Int], of file: CalendarFile, at time: WallTime) -> (LiveValue, change: WallTime) {
        var records: [(start: WallTime, value: LiveValue)] = []
        var change = WallTime.distantFuture
        for number in numbers {
            let rest = Self.maximumEvents - records.count
            guard rest > 0 else { break }
            let event = file.events[number]
            // One more, because the next one to begin changes the list.
            let found = event.occurrences(from: time, count: rest + 1, in: zone)
            for next in found { change = min(change, next.lowerBound > time ? next.lowerBound : next.upperBound) }
            let present = found.filter { $0.lowerBound <= time }.prefix(rest)
            for occurrence in present { records.append((occurrence.lowerBound, Self.record(event, occurrence))) }
            if present.isEmpty { records.append((time, Self.record(event, nil))) }
        }
        let sorted = records.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        return (.list(sorted.map(\.element.value)), change)
    }

    private static func record(_ event: CalendarEvent, _ present: Range<WallTime>?) -> LiveValue {
        var record: [String: LiveValue] = [
            "summary": .text(LiveText.clean(event.summary)), "location": .text(LiveText.clean(event.location)),
            "description": .text(LiveText.clean(event.details)),
        ]
        if let present {
            record["start"] = .number(LiveNumber(Int(present.lowerBound.seconds)))
            record["end"] = .number(LiveNumber(Int(present.upperBound.seconds)))
        }
        return .record(record)
    }
}

extension LiveSource {
    /// The name of a calendar in the sign file; nil for sources of another kind.
    var calendarOfSign: String? {
        let prefix = Self.calendarName("")
        return form == .document(.calendar) && name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
}

/// A calendar that has come and was read: what a sign knows of it.
///
/// Reading it, and the first look at all of its events, takes its time and belongs to another thread than that which draws.
package struct SignCalendarDocument: Sendable {
    /// The events, and what could not be taken.
    package let file: CalendarFile
    /// When they begin and end.
    var book: ScheduleBook

    /// Reads a calendar, and looks at its events for what the wall clock shows, if that is known.
    ///
    /// - Parameter zone: that whose clocks events without a zone go by.
    /// - Throws: if the whole is no calendar.
    package init(_ bytes: [UInt8], zone: ZoneRules, at time: WallTime? = nil) throws(CalendarError) {
        file = try CalendarFile(parsing: bytes)
        book = ScheduleBook(file.schedules, zone: zone)
        // A little earlier, because the sign may be drawing for an instant that has passed already.
        if let time { _ = book.decide(at: time - .seconds(5)) }
    }

    /// What reads the calendars of a sign.
    ///
    /// - Parameter time: what the wall clock shows; nil if that is not known to be right.
    package static func reader(
        zone: @escaping @Sendable () -> ZoneRules, time: @escaping @Sendable () -> WallTime?
    ) -> LiveDocumentReader {
        { source, bytes in
            guard source.form == .document(.calendar) else { return .success(nil) }
            do throws(CalendarError) {
                return .success(try SignCalendarDocument(bytes, zone: zone(), at: time()))
            } catch {
                return .failure(WordedError(error.text(in: source.place)))
            }
        }
    }

    /// The calendars of a sign that are among news of sources, by their names in its file.
    package static func files(of file: SignFile, in changes: [LiveChange]) -> [String: CalendarFile] {
        var files: [String: CalendarFile] = [:]
        for change in changes {
            guard let source = file.calendars.first(where: { $0.name == change.name }),
                let name = source.calendarOfSign, let read = change.document?.content as? SignCalendarDocument
            else { continue }
            files[name] = read.file
        }
        return files
    }

    /// What could not be taken of it, each with its place; of many only the first ones and their number.
    package func problems(of source: LiveSource) -> [String] {
        let lines = file.remarks.prefix(Self.maximumProblems).map { $0.text(in: source.place) }
        let others = file.remarks.count - lines.count
        return others == 0 ? lines : lines + ["\(source.place): and \(others) more problem\(others == 1 ? "" : "s")"]
    }

    /// The problems of a calendar that are listed.
    private static let maximumProblems = 50

    /// What could not be taken of it, in a line; nil if all was.
    func warning(of source: LiveSource) -> String? {
        guard let first = file.remarks.first else { return nil }
        let others = file.remarks.count - 1
        let more = others == 0 ? "" : others == 1 ? " (and one more problem)" : " (and \(others) more problems)"
        return first.text(in: source.place) + more
    }
}

extension LiveSource {
    /// Where it comes from, in a word: the path of its file, or its URL.
    var place: String {
        switch origin {
        case .file(let file): file.path
        case .url(let address): address.url
        case .command(let program): program.arguments.joined(separator: " ")
        case .variable: name
        case .topic(let topic): topic
        }
    }
}
