import Timelines

/// Reads a calendar: converts components to events, and collects what is wrong with them.
struct CalendarReading {
    private(set) var events: [CalendarEvent] = []
    private(set) var remarks: [CalendarError] = []
    private var zones = CalendarZones()
    /// The work that a calendar may cause: counts to evaluate, and rules without starts, which take long to search.
    private var counts = 1_000_000
    private var emptyRules = 50

    private static let maximumRemarks = 1_000
    /// The most characters of a text; longer ones are cut.
    private static let maximumCharacters = 1_000
    /// The most dates that one event may list in addition to its rules.
    private static let maximumDates = 5_000

    /// Reads a calendar from any bytes.
    ///
    /// - Throws: `CalendarError` if there are more bytes than the limit, or the text is not a calendar.
    init(_ bytes: [UInt8]) throws(CalendarError) {
        var text = try CalendarText(bytes)
        var components: [CalendarText.Component] = []
        while let component = try text.next() {
            if component.name == "VTIMEZONE" { zones.add(component) }
            if component.name == "VEVENT" { components.append(component) }
        }
        // Zones may come after the events that name them. Each component is freed when it is read.
        components.reverse()
        while let component = components.popLast() {
            do throws(CalendarError) {
                events.append(try event(component))
            } catch {
                record(error)
            }
        }
    }

    private mutating func record(_ remark: CalendarError) {
        if remarks.count < Self.maximumRemarks { remarks.append(remark) }
    }

    private mutating func record(_ words: String, _ line: Int) { record(CalendarError(words, line: line)) }

    /// Why an event is ignored that has a value that is not valid.
    private static func invalid(_ property: String, _ value: String, _ line: Int) -> CalendarError {
        CalendarError("\"\(value.prefix(80))\" is not a valid value of \(property); the event is ignored", line: line)
    }

    private static func invalid(
        _ property: LibicalComponent.Property, _ component: CalendarText.Component
    ) -> CalendarError {
        invalid(property.name, property.value, component.line(of: property.name))
    }

    private static func moment(
        _ property: LibicalComponent.Property, _ component: CalendarText.Component
    ) throws(CalendarError) -> CalendarMoment {
        guard let moment = CalendarMoment(property.value) else { throw invalid(property, component) }
        return moment
    }

    private static func ignored(_ what: String) -> String { "\(what) is not supported, and is ignored" }

    /// Reads an event.
    ///
    /// - Throws: why it is ignored.
    private mutating func event(_ component: CalendarText.Component) throws(CalendarError) -> CalendarEvent {
        guard let properties = LibicalComponent(component.text)?.properties else {
            throw Self.invalid("BEGIN", "VEVENT", component.line)
        }
        var event = CalendarEvent()
        event.line = component.line
        func all(_ name: String) -> [LibicalComponent.Property] { properties.filter { $0.name == name } }
        event.uid = Self.cut(all("UID").first?.value ?? "", isLine: true)
        event.summary = Self.cut(all("SUMMARY").first?.value ?? "", isLine: true)
        event.details = Self.cut(all("DESCRIPTION").first?.value ?? "", isLine: false)
        event.location = Self.cut(all("LOCATION").first?.value ?? "", isLine: true)

        // What libical cannot read it leaves out.
        for name in ["DTSTART", "DTEND", "DURATION", "RECURRENCE-ID"] where all(name).isEmpty {
            if let given = component.ownValues(of: name).first { throw Self.invalid(name, given.value, given.line) }
        }
        guard let start = all("DTSTART").first else {
            throw CalendarError("DTSTART is missing; the event is ignored", line: component.line)
        }
        let moment = try Self.moment(start, component)
        event.start = moment.local
        event.isAllDay = moment.isDate
        event.zone = zone(of: start, moment, component)
        try takeLength(of: &event, end: all("DTEND").first, duration: all("DURATION").first, component)
        // As the text has them, because libical stores their numbers in 16 and 32 bits, where larger ones wrap.
        for text in component.ownValues(of: "RRULE").prefix(8) {
            event.rules.append(try rule(text.value, line: text.line, of: event))
        }
        takeDates(of: &event, listed: all("RDATE"), excluded: all("EXDATE"), component)
        if !all("EXRULE").isEmpty { record(Self.ignored("EXRULE"), component.line(of: "EXRULE")) }

        event.sequence = component.ownValues(of: "SEQUENCE").first.flatMap { Int($0.value) } ?? 0
        event.isCancelled = all("STATUS").first?.value.uppercased() == "CANCELLED"
        if let instance = all("RECURRENCE-ID").first {
            let replaced = try Self.moment(instance, component)
            if instance.range != nil {
                record(Self.ignored("RANGE of RECURRENCE-ID"), component.line(of: "RECURRENCE-ID"))
            }
            event.replaces = inUTC(replaced, of: instance, event, component)
        }
        return event
    }

    /// A text without control characters, cut at the limit; in single-line texts, line breaks become blanks.
    private static func cut(_ text: String, isLine: Bool) -> String {
        var cut = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximumCharacters) {
            if scalar == "\n", !isLine {
                cut.append(scalar)
            } else if scalar.properties.generalCategory == .control {
                if scalar == "\n" || scalar == "\t" { cut.append(" ") }
            } else {
                cut.append(scalar)
            }
        }
        return String(cut)
    }

    /// The zone of a value; nil for the sign's own.
    private mutating func zone(
        of property: LibicalComponent.Property, _ moment: CalendarMoment, _ component: CalendarText.Component
    ) -> ZoneRules? {
        if moment.isDate { return nil }
        if moment.isUTC { return .utc }
        guard let name = property.zone else { return nil }
        if let zone = zones.zone(name) { return zone }
        let nearest = zones.nearest(name).map { " (did you mean \"\($0)\"?)" } ?? ""
        record(
            "unknown time zone \"\(name.prefix(80))\"\(nearest); the sign's own is used",
            component.line(of: property.name))
        return nil
    }

    /// Another time of an event, on the event's clock, or in UTC if it is given in another zone.
    private mutating func inUTC(
        _ moment: CalendarMoment, of property: LibicalComponent.Property, _ event: CalendarEvent,
        _ component: CalendarText.Component
    ) -> CalendarMoment {
        if event.isAllDay {
            // Whole days are those of the clock that a value names, whichever that is.
            let day = Int64(CivilDate.day(ofLocal: moment.local)) * 86_400
            return CalendarMoment(local: day, isDate: true)
        }
        guard !moment.isDate, !moment.isUTC, let zone = zone(of: property, moment, component), zone != event.zone
        else { return moment }
        return CalendarMoment(local: zone.utcAsIfNotSet(ofLocal: moment.local), isUTC: true)
    }

    private mutating func takeLength(
        of event: inout CalendarEvent, end: LibicalComponent.Property?, duration: LibicalComponent.Property?,
        _ component: CalendarText.Component
    ) throws(CalendarError) {
        if let end {
            try takeEnd(of: &event, end, component)
        } else if let duration {
            // As the text has it, because libical's numbers of 32 bits wrap.
            let given = component.ownValues(of: "DURATION").first?.value ?? duration.value
            guard let length = CalendarEvent.Length(parsing: given) else {
                throw Self.invalid("DURATION", given, component.line(of: "DURATION"))
            }
            event.length = length
        }
        guard event.isAllDay else { return }
        // One day at least: many programs write the first day as the last one.
        let (days, seconds) = event.length.seconds.quotientAndRemainder(dividingBy: 86_400)
        event.length = CalendarEvent.Length(days: event.length.days + days, seconds: seconds)
        if event.length.days < 1 { event.length = CalendarEvent.Length(days: 1) }
    }

    /// Takes the time between start and end.
    private mutating func takeEnd(
        of event: inout CalendarEvent, _ end: LibicalComponent.Property, _ component: CalendarText.Component
    ) throws(CalendarError) {
        let moment = try Self.moment(end, component)
        guard moment.isDate == event.isAllDay else { throw Self.invalid(end, component) }
        if event.isAllDay {
            event.length.days = (moment.local - event.start) / 86_400
        } else {
            let from = (event.zone ?? .utc).utcAsIfNotSet(ofLocal: event.start)
            let to = (zone(of: end, moment, component) ?? event.zone ?? .utc).utcAsIfNotSet(ofLocal: moment.local)
            event.length.seconds = to - from
        }
        guard event.length.isPossible else { throw Self.invalid(end, component) }
        guard event.length.days < 0 || event.length.seconds < 0 else { return }
        let result = event.isAllDay ? "the event is shown on its first day" : "the event is ignored"
        let remark = CalendarError("DTEND is before DTSTART; \(result)", line: component.line(of: "DTEND"))
        guard event.isAllDay else { throw remark }
        record(remark)
    }

    /// Reads a rule, completes it with the event's first start, and evaluates its count.
    private mutating func rule(
        _ text: String, line: Int, of event: CalendarEvent
    ) throws(CalendarError) -> RecurrenceRule {
        func unsupported(_ what: String) -> CalendarError {
            CalendarError("\(what) is not supported; the event is ignored", line: line)
        }
        let tooMuch = unsupported("a calendar of so many rules and counts")
        guard var rule = RecurrenceRule(parsing: text, local: (event.zone ?? .utc).local) else {
            throw Self.invalid("RRULE", text, line)
        }
        if event.isAllDay {
            // A date has no time of day (RFC 5545, 3.3.10).
            guard rule.frequency.seconds == nil else {
                throw unsupported("\(rule.frequency.rawValue) for an event of whole days")
            }
            (rule.hours, rule.minutes, rule.seconds) = ([], [], [])
        }
        guard counts > 0, emptyRules > 0 else { throw tooMuch }
        let limited = RecurrenceStarts.limited(rule.completed(by: event.start), start: event.start, maximum: counts)
        counts -= limited.counted
        if limited.isCut {
            guard limited.counted == RecurrenceStarts.maximumCount else { throw tooMuch }
            record("a COUNT is followed for \(RecurrenceStarts.maximumCount) starts; the rest are ignored", line)
        }
        var starts = RecurrenceStarts(limited.rule, start: event.start, from: event.start)
        guard starts.next() != nil else {
            emptyRules -= 1
            throw Self.invalid("RRULE", text, line)
        }
        return limited.rule
    }

    private mutating func takeDates(
        of event: inout CalendarEvent, listed: [LibicalComponent.Property], excluded: [LibicalComponent.Property],
        _ component: CalendarText.Component
    ) {
        if listed.count + excluded.count > Self.maximumDates {
            let words = "an event lists at most \(Self.maximumDates) dates; the rest are ignored"
            record(words, component.line(of: listed.isEmpty ? "EXDATE" : "RDATE"))
        }
        for name in ["RDATE", "EXDATE"] { recordUnreadDates(name, name == "RDATE" ? listed : excluded, component) }
        var starts: Set<Int64> = event.rules.isEmpty ? [event.start] : []
        for property in listed.prefix(Self.maximumDates) {
            guard let moment = CalendarMoment(startOf: property.value) else { continue }
            let exact = inUTC(moment, of: property, event, component)
            starts.insert(exact.isUTC ? (event.zone ?? .utc).local(exact.local) : exact.local)
        }
        event.listed = starts.sorted()
        for property in excluded.prefix(Self.maximumDates) {
            guard let moment = CalendarMoment(property.value) else { continue }
            event.exclude(inUTC(moment, of: property, event, component))
        }
    }

    /// Records the dates of a list that are invalid, of which libical leaves some out.
    private mutating func recordUnreadDates(
        _ name: String, _ read: [LibicalComponent.Property], _ component: CalendarText.Component
    ) {
        let given = component.ownValues(of: name)
        func recordBad(_ value: some StringProtocol, _ line: Int) {
            record("\"\(value.prefix(80))\" is not a valid date of \(name); the date is ignored", line)
        }
        var (total, isRecorded) = (0, false)
        for list in given {
            for word in list.value.split(separator: ",", omittingEmptySubsequences: false) {
                total += 1
                guard CalendarMoment(startOf: word) == nil else { continue }
                recordBad(word, list.line)
                isRecorded = true
            }
        }
        if let first = given.first, !isRecorded, read.count < total { recordBad(first.value, first.line) }
    }
}
