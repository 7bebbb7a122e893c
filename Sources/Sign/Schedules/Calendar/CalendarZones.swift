import CICal
import Settings

/// The time zones that a calendar's events name: the calendar's own and those of the system.
struct CalendarZones {
    /// Those that were asked for; nil for unknown ones.
    private var known: [String: ZoneRules?] = [:]
    /// The zones of the system by their names in small letters, and those that only the last part of a name gives.
    private var targets: [String: String]?
    private var cities: [String: String] = [:]
    /// The maximum length in bytes of a name that is searched.
    private static let maximumBytes = 255
    /// The suggestions for unknown names.
    private var suggestions: [String: String?] = [:]
    /// The maximum number of unknown names that get a suggestion, because searching takes long.
    private static let maximumSuggestions = 20
    /// The maximum number of standard and summer times that a zone may have, and of rules of each.
    private static let maximumObservances = 200
    private static let maximumRules = 8

    /// Reads a zone of the calendar itself (VTIMEZONE), which wins over one of the system; an invalid one is left out.
    mutating func add(_ component: CalendarText.Component) {
        guard let zone = LibicalComponent(component.text).flatMap(Self.zone) else { return }
        known[zone.name] = zone
    }

    /// Returns a zone by its name in the calendar; nil if it is unknown.
    mutating func zone(_ name: String) -> ZoneRules? {
        if let found = known[name] { return found }
        let zone = systemZone(name)
        known[name] = .some(zone)
        return zone
    }

    /// The nearest known name; nil if no name is similar enough, or after too many searches.
    mutating func nearest(_ name: String) -> String? {
        if let found = suggestions[name] { return found }
        guard suggestions.count < Self.maximumSuggestions else { return nil }
        let found = NearestName.find(name, among: ZoneRules.names())
        suggestions[name] = .some(found)
        return found
    }

    /// Computes the changes that a VTIMEZONE describes (RFC 5545, 3.6.5).
    private static func zone(_ component: LibicalComponent) -> ZoneRules? {
        guard let name = component.properties.first(where: { $0.name == "TZID" })?.value else { return nil }
        var changes: [(at: Int64, offset: Int)] = []
        var first: (at: Int64, offset: Int)?
        for kind in [ICAL_XSTANDARD_COMPONENT, ICAL_XDAYLIGHT_COMPONENT] {
            for observance in component.parts(kind).prefix(maximumObservances) {
                guard let found = onsets(observance) else { continue }
                for local in found.locals {
                    let at = local - Int64(found.from)
                    if at < first?.at ?? .max { first = (at, found.from) }
                    changes.append((at, found.to))
                }
            }
        }
        return first.map { ZoneRules(name: name, first: $0.offset, changes: changes) }
    }

    /// Some programs start their zones in 1601, before this program's calendar.
    private static func onset(_ text: String) -> CalendarMoment? {
        CalendarMoment(text.prefix(4) < "1900" ? "1900" + text.dropFirst(4) : text)
    }

    /// When an observance begins, on the clocks before it, and how far clocks are ahead of UTC before and after.
    private static func onsets(_ observance: LibicalComponent) -> (locals: [Int64], from: Int, to: Int)? {
        let properties = observance.properties
        func value(_ name: String) -> String? { properties.first { $0.name == name }?.value }
        guard let start = value("DTSTART").flatMap(Self.onset),
            let from = value("TZOFFSETFROM").flatMap(offset),
            let to = value("TZOFFSETTO").flatMap(offset)
        else { return nil }
        var locals: Set<Int64> = [start.local]
        var rules = 0
        for property in properties.prefix(2_000) {
            if property.name == "RDATE", let moment = CalendarMoment(property.value) {
                locals.insert(moment.local)
            }
            guard property.name == "RRULE", locals.count < 2_000, rules < maximumRules,
                let rule = RecurrenceRule(parsing: property.value, local: { $0 + Int64(from) }),
                rule.frequency.seconds == nil
            else { continue }
            rules += 1
            let completed = rule.completed(by: start.local)
            let limited = RecurrenceStarts.limited(completed, start: start.local, maximum: 2_000)
            var starts = RecurrenceStarts(limited.rule, start: start.local, from: start.local)
            while locals.count < 2_000, let next = starts.next() { locals.insert(next) }
        }
        return (Array(locals), from, to)
    }

    /// Reads an offset of a zone's clocks such as `+0100` or `-053000`, in seconds.
    private static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 7, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = CalendarMoment.number(bytes[1..<3]), let minutes = CalendarMoment.number(bytes[3..<5]),
            let seconds = CalendarMoment.number(bytes[5...]),
            hours <= 24, minutes < 60, seconds < 60
        else { return nil }
        let offset = hours * 3_600 + minutes * 60 + seconds
        return bytes[0] == UInt8(ascii: "-") ? -offset : offset
    }
}

/// The names that calendar programs write.
extension CalendarZones {
    /// Returns the system's zone for a name that calendar programs write; nil if there is none.
    ///
    /// - Parameter name: such as `Europe/Berlin`, `/their.domain/Europe/Berlin`, `us/eastern`, `W. Europe Standard Time`,
    ///   `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`, `tzone://Microsoft/Utc` or `GMT+0200`.
    private mutating func systemZone(_ name: String) -> ZoneRules? {
        guard name.utf8.count <= Self.maximumBytes else { return nil }
        let name = Self.trimmed(name)
        if let zone = file(name) { return zone }
        if let known = WindowsZones.systemName(of: name), let zone = file(known) ?? otherName(known) { return zone }
        if let zone = Self.fixed(name) { return zone }
        var words = name.split(separator: "/").map(String.init)
        while !words.isEmpty {
            let rest = words.joined(separator: "/")
            if let zone = file(rest) ?? otherName(rest) ?? Self.fixed(rest) { return zone }
            words.removeFirst()
        }
        load()
        for place in WindowsZones.placeNames(in: name) {
            if let known = cities[place.lowercased()], let zone = file(known) { return zone }
        }
        return nil
    }

    /// Without blanks and quotation marks around it.
    private static func trimmed(_ name: String) -> String {
        let isAround: (Character) -> Bool = { $0.isWhitespace || "\"'".contains($0) }
        return String(name.drop(while: isAround).dropLast(while: isAround))
    }

    private func file(_ name: String) -> ZoneRules? { try? ZoneRules.find(name) }

    /// The zone of an older name, or of one in other letters: `US/Eastern`, `europe/berlin`, `America/New York`.
    private mutating func otherName(_ name: String) -> ZoneRules? {
        load()
        let plain = String(name.lowercased().map { $0 == " " ? "_" : $0 })
        return targets?[plain].flatMap(file)
    }

    private mutating func load() {
        guard targets == nil else { return }
        var found: [String: String] = [:]
        for (name, target) in ZoneRules.targets().sorted(by: { $0.key < $1.key }) {
            found[name.lowercased()] = target
            if let city = name.split(separator: "/").last, name.contains("/") { cities[city.lowercased()] = target }
        }
        targets = found
    }

    /// A zone whose clocks are never set: `GMT+0200`, `UTC-5`, `+05:30`, `UTC`.
    private static func fixed(_ name: String) -> ZoneRules? {
        let plain = name.uppercased()
        if ["UTC", "GMT", "Z"].contains(plain) { return .utc }
        var rest = plain[...]
        for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3).drop { $0 == " " } }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let digits = rest.dropFirst()
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard digits.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), (1...2).contains(parts.count) else { return nil }
        // Hours, or hours and minutes.
        let isShort = parts.count == 1 && digits.utf8.count <= 2
        guard let number = Int(parts.joined()), isShort || [3, 4].contains(parts.joined().utf8.count) else {
            return nil
        }
        let (hours, minutes) = isShort ? (number, 0) : number.quotientAndRemainder(dividingBy: 100)
        guard hours <= 14, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return ZoneRules(name: name, secondsAheadOfUTC: sign == "-" ? -seconds : seconds)
    }
}
