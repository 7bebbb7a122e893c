import Settings
import Timelines

/// What a count goes to or from: a time, or one that comes again every day or every year.
package enum CountMoment: Hashable, Sendable {
    /// A time.
    case once(WallTime)
    /// A moment of every day; those of the sun need a location.
    case daily(DayMoment, Location?)
    /// A time on a day of every year.
    case yearly(MonthDay, CivilTime)

    /// Whether it comes again.
    var repeats: Bool { if case .once = self { false } else { true } }

    /// The days on which a moment of the sun is searched for; no polar day and no polar night is longer.
    private static let maximumDays = 200

    /// Returns its first time after another one, in a zone; nil for never.
    package func next(after now: WallTime, in zone: ZoneRules) -> WallTime? {
        let (today, year) = Self.day(of: now, in: zone)
        switch self {
        case .once(let time): return time > now ? time : nil
        case .yearly:
            return (year - 1...year + 2).lazy.compactMap { occurrence(in: $0, zone) }.first { $0 > now }
        case .daily:
            for day in today - 2...today + Self.maximumDays {
                guard let first = occurrence(on: day, zone), first > now else { continue }
                // Moments of the sun of two days may come in the other order.
                let second = occurrence(on: day + 1, zone) ?? first
                return second > now ? min(first, second) : first
            }
            return nil
        }
    }

    /// Returns its last time that is not after another one, in a zone; nil for never.
    package func last(notAfter now: WallTime, in zone: ZoneRules) -> WallTime? {
        let (today, year) = Self.day(of: now, in: zone)
        switch self {
        case .once(let time): return time <= now ? time : nil
        case .yearly:
            return (year - 2...year + 1).reversed().lazy.compactMap { occurrence(in: $0, zone) }.first { $0 <= now }
        case .daily:
            for day in (today - Self.maximumDays...today + 2).reversed() {
                guard let last = occurrence(on: day, zone), last <= now else { continue }
                let other = occurrence(on: day - 1, zone) ?? last
                return other <= now ? max(last, other) : last
            }
            return nil
        }
    }

    private static func day(of time: WallTime, in zone: ZoneRules) -> (day: Int, year: Int) {
        let day = zone.civil(at: time).date.dayNumber
        return (day, CivilDate.components(ofDay: day).year)
    }

    private func occurrence(on day: Int, _ zone: ZoneRules) -> WallTime? {
        guard case .daily(let moment, let location) = self else { return nil }
        return moment.occurrence(on: CivilDate(dayNumber: day), at: location, in: zone)?.time
    }

    private func occurrence(in year: Int, _ zone: ZoneRules) -> WallTime? {
        guard case .yearly(let date, let time) = self else { return nil }
        return zone.wall(of: LocalTime(date: CivilDate(dayNumber: date.dayNumber(in: year)), time: time))
    }
}

extension CountMoment {
    private static let form =
        "a date such as 2026-12-24, a day of every year such as 12-24, perhaps with a time: 12-24T18:00, a time such as 18:00, "
        + "or dawn, sunrise, sunset or dusk, perhaps with a time: sunset-30m"

    /// Reads `2026-12-24T18:00`, `2026-12-24`, `12-24`, `12-24T18:00`, `18:00`, `noon`, `sunset` or `sunset-30m`.
    ///
    /// - Parameter location: that of the sun; nil if it is not known.
    /// - Throws: `TextError` with the place in the text.
    package init(parsing text: String, zone: ZoneRules, location: Location?) throws(TextError) {
        let part = TextPart(text).trimmed
        if part.text.first?.isLetter ?? false {
            self = .daily(try Self.daily(part, location), location)
            return
        }
        let fields = part.split("T")
        if fields.count == 1, part.text.contains(":") {
            self = .daily(.clock(try CivilTime(part)), nil)
        } else if fields.count <= 2, fields[0].split("-").count == 2 {
            self = .yearly(try MonthDay(fields[0]), fields.count == 2 ? try CivilTime(fields[1]) : .midnight)
        } else {
            guard part.text.first?.isNumber ?? false else { throw part.unexpected(Self.form) }
            self = .once(zone.wall(of: try LocalTime(parsing: text)))
        }
    }

    /// Reads a word, perhaps with an offset.
    private static func daily(_ part: TextPart, _ location: Location?) throws(TextError) -> DayMoment {
        let word = TextPart(String(part.text.prefix { $0.isLetter }), offset: part.offset)
        guard DayMoment.words.contains(word.text.lowercased()) else {
            throw word.unknownWord(form, among: DayMoment.words)
        }
        return try DayMoment(parsing: part.text, location: location)
    }
}
