import Timelines

/// Converts components to events and collects what is wrong with them.
struct CalendarEventReader {
    /// An event and its version among others with the same UID.
    struct Event {
        var event: CalendarEvent
        var sequence = 0
        var isCancelled = false
        /// The occurrence of a series that it replaces.
        var replaces: CalendarValue.Moment?
    }

    private(set) var remarks: [CalendarRemark] = []
    var zones = CalendarZones()
    private let limits: CalendarLimits
    /// The work that a calendar may cause: counts to evaluate, and rules without starts, which take long to search.
    private var counts = 1_000_000
    private var emptyRules = 50
    private static let maximumRemarks = 1_000

    init(limits: CalendarLimits) {
        self.limits = limits
    }

    private mutating func record(_ reason: CalendarRemark.Reason, _ line: Int) {
        if remarks.count < Self.maximumRemarks { remarks.append(CalendarRemark(reason, line: line)) }
    }

    /// Reads an event; nil, with a problem, if it is invalid.
    mutating func event(_ component: CalendarText.Component) -> Event? {
        guard let read = LibicalComponent(component.text) else {
            record(.badValue(property: "BEGIN", value: "VEVENT"), component.line)
            return nil
        }
        let properties = read.properties().read
        var event = CalendarEvent()
        event.line = component.line
        func all(_ name: String) -> [LibicalComponent.Property] { properties.filter { $0.name == name } }
        event.uid = cut(all("UID").first?.value ?? "", isLine: true)
        event.summary = cut(all("SUMMARY").first?.value ?? "", isLine: true)
        event.details = cut(all("DESCRIPTION").first?.value ?? "", isLine: false)
        event.location = cut(all("LOCATION").first?.value ?? "", isLine: true)

        // What libical cannot read it leaves out.
        for name in ["DTSTART", "DTEND", "DURATION", "RECURRENCE-ID"] where all(name).isEmpty {
            guard let given = component.ownValues(of: name).first else { continue }
            record(.badValue(property: name, value: String(given.value.prefix(80))), given.line)
            return nil
        }
        guard let start = all("DTSTART").first else {
            record(.missing("DTSTART"), component.line)
            return nil
        }
        guard let moment = CalendarValue.moment(start.value) else {
            return refuse(start, component)
        }
        event.start = moment.local
        event.isAllDay = moment.isDate
        event.zone = zone(of: start, moment, component)
        guard takeLength(of: &event, end: all("DTEND").first, duration: all("DURATION").first, component) else {
            return nil
        }
        guard takeRules(of: &event, component) else { return nil }
        takeDates(of: &event, listed: all("RDATE"), excluded: all("EXDATE"), component)
        for name in ["EXRULE"] where !all(name).isEmpty { record(.unsupported(name), component.line(of: name)) }

        var result = Event(event: event)
        result.sequence = component.ownValues(of: "SEQUENCE").first.flatMap { Int($0.value) } ?? 0
        result.isCancelled = all("STATUS").first?.value.uppercased() == "CANCELLED"
        if let instance = all("RECURRENCE-ID").first {
            guard let replaced = CalendarValue.moment(instance.value) else { return refuse(instance, component) }
            if instance.range != nil {
                record(.unsupported("RANGE of RECURRENCE-ID"), component.line(of: "RECURRENCE-ID"))
            }
            result.replaces = inUTC(replaced, of: instance, event, component)
        }
        return result
    }

    private mutating func refuse(_ property: LibicalComponent.Property, _ component: CalendarText.Component) -> Event? {
        let value = String(property.value.prefix(80))
        record(.badValue(property: property.name, value: value), component.line(of: property.name))
        return nil
    }

    /// A text without control characters, cut at the limit; in single-line texts, line breaks become blanks.
    private func cut(_ text: String, isLine: Bool) -> String {
        var cut = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limits.characters) {
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
        of property: LibicalComponent.Property, _ moment: CalendarValue.Moment, _ component: CalendarText.Component
    ) -> ZoneRules? {
        if moment.isDate { return nil }
        if moment.isUTC { return .utc }
        guard let name = property.zone else { return nil }
        if let zone = zones.zone(name) { return zone }
        let nearest = zones.nearest(name)
        record(.unknownZone(String(name.prefix(80)), nearest: nearest), component.line(of: property.name))
        return nil
    }

    /// Another time of an event, on the event's clock, or in UTC if it is given in another zone.
    private mutating func inUTC(
        _ moment: CalendarValue.Moment, of property: LibicalComponent.Property, _ event: CalendarEvent,
        _ component: CalendarText.Component
    ) -> CalendarValue.Moment {
        if event.isAllDay {
            // Whole days are those of the clock that a value names, whichever that is.
            let day = Int64(LocalSeconds.day(moment.local)) * 86_400
            return CalendarValue.Moment(local: day, isDate: true, isUTC: false)
        }
        guard !moment.isDate, !moment.isUTC, let zone = zone(of: property, moment, component), zone != event.zone
        else { return moment }
        return CalendarValue.Moment(local: zone.utcAsIfNotSet(ofLocal: moment.local), isDate: false, isUTC: true)
    }

    /// Reads the length of an event; returns whether the event can be used.
    private mutating func takeLength(
        of event: inout CalendarEvent, end: LibicalComponent.Property?, duration: LibicalComponent.Property?,
        _ component: CalendarText.Component
    ) -> Bool {
        if let end {
            guard takeEnd(of: &event, end, component) else { return false }
        } else if let duration {
            // As the text has it, because libical's numbers of 32 bits wrap.
            let given = component.ownValues(of: "DURATION").first?.value ?? duration.value
            guard let length = CalendarValue.length(given) else {
                record(.badValue(property: "DURATION", value: String(given.prefix(80))), component.line(of: "DURATION"))
                return false
            }
            event.length = length
        }
        if event.isAllDay {
            // One day at least: many programs write the first day as the last one.
            let (days, seconds) = event.length.seconds.quotientAndRemainder(dividingBy: 86_400)
            event.length = CalendarEvent.Length(days: event.length.days + days, seconds: seconds)
            if event.length.days < 1 { event.length = CalendarEvent.Length(days: 1) }
        }
        return true
    }

    /// Takes the time between start and end; returns whether the event can be used.
    private mutating func takeEnd(
        of event: inout CalendarEvent, _ end: LibicalComponent.Property, _ component: CalendarText.Component
    ) -> Bool {
        guard let moment = CalendarValue.moment(end.value), moment.isDate == event.isAllDay else {
            _ = refuse(end, component)
            return false
        }
        if event.isAllDay {
            event.length.days = (moment.local - event.start) / 86_400
        } else {
            let from = (event.zone ?? .utc).utcAsIfNotSet(ofLocal: event.start)
            let to = (zone(of: end, moment, component) ?? event.zone ?? .utc).utcAsIfNotSet(ofLocal: moment.local)
            event.length.seconds = to - from
        }
        guard event.length.days <= 36_525, event.length.seconds <= 36_525 * 86_400 else {
            _ = refuse(end, component)
            return false
        }
        if event.length.days < 0 || event.length.seconds < 0 {
            record(.endBeforeStart(isAllDay: event.isAllDay), component.line(of: "DTEND"))
            return event.isAllDay
        }
        return true
    }

    /// Reads the rules from the text, because libical stores their numbers in 16 and 32 bits, where larger ones wrap.
    private mutating func takeRules(of event: inout CalendarEvent, _ component: CalendarText.Component) -> Bool {
        for text in component.ownValues(of: "RRULE").prefix(8) {
            guard let rule = rule(text.value, line: text.line, of: event) else { return false }
            event.rules.append(rule)
        }
        return true
    }

    /// Reads a rule, completes it with the event's first start, and evaluates its count; nil, with a remark, if it is
    /// invalid.
    private mutating func rule(_ text: String, line: Int, of event: CalendarEvent) -> RecurrenceRule? {
        let invalid = CalendarRemark.Reason.badValue(property: "RRULE", value: String(text.prefix(80)))
        let tooMuch = CalendarRemark.Reason.unsupportedRule("a calendar of so many rules and counts")
        func leaveOut(_ reason: CalendarRemark.Reason) -> RecurrenceRule? {
            record(reason, line)
            return nil
        }
        guard var rule = RecurrenceRule(parsing: text, local: (event.zone ?? .utc).local) else {
            return leaveOut(invalid)
        }
        if event.isAllDay {
            guard let ofDays = rule.forDates else {
                let what = "\(rule.frequency.rawValue) for an event of whole days"
                return leaveOut(.unsupportedRule(what))
            }
            rule = ofDays
        }
        guard counts > 0, emptyRules > 0 else { return leaveOut(tooMuch) }
        let limited = RecurrenceStarts.limited(rule.completed(by: event.start), start: event.start, maximum: counts)
        counts -= limited.counted
        if limited.isCut {
            guard limited.counted == RecurrenceStarts.maximumCount else { return leaveOut(tooMuch) }
            record(.tooManyStarts(limit: RecurrenceStarts.maximumCount), line)
        }
        var starts = RecurrenceStarts(limited.rule, start: event.start, from: event.start)
        guard starts.next() != nil else {
            emptyRules -= 1
            return leaveOut(invalid)
        }
        return limited.rule
    }

    private mutating func takeDates(
        of event: inout CalendarEvent, listed: [LibicalComponent.Property], excluded: [LibicalComponent.Property],
        _ component: CalendarText.Component
    ) {
        if listed.count + excluded.count > limits.dates {
            record(.tooManyDates(limit: limits.dates), component.line(of: listed.isEmpty ? "EXDATE" : "RDATE"))
        }
        for name in ["RDATE", "EXDATE"] { recordUnreadDates(name, name == "RDATE" ? listed : excluded, component) }
        var starts: Set<Int64> = event.rules.isEmpty ? [event.start] : []
        for property in listed.prefix(limits.dates) {
            guard let moment = CalendarValue.firstMoment(property.value) else { continue }
            let exact = inUTC(moment, of: property, event, component)
            starts.insert(exact.isUTC ? (event.zone ?? .utc).local(exact.local) : exact.local)
        }
        event.listed = starts.sorted()
        for property in excluded.prefix(limits.dates) {
            guard let moment = CalendarValue.moment(property.value) else { continue }
            event.exclude(inUTC(moment, of: property, event, component))
        }
    }

    /// Records the dates of a list that are invalid, of which libical leaves some out.
    private mutating func recordUnreadDates(
        _ name: String, _ read: [LibicalComponent.Property], _ component: CalendarText.Component
    ) {
        let given = component.ownValues(of: name)
        var (total, isRecorded) = (0, false)
        for list in given {
            for word in list.value.split(separator: ",", omittingEmptySubsequences: false) {
                total += 1
                guard CalendarValue.firstMoment(word) == nil else { continue }
                record(.badDate(property: name, value: String(word.prefix(80))), list.line)
                isRecorded = true
            }
        }
        if let first = given.first, !isRecorded, read.count < total {
            record(.badDate(property: name, value: String(first.value.prefix(80))), first.line)
        }
    }
}
