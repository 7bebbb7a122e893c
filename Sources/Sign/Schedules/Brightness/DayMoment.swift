import Settings
import Timelines

/// A moment of every day: a clock time, or an event of the sun with an offset.
package enum DayMoment: Hashable, Sendable {
    /// At a clock time.
    case clock(CivilTime)
    /// At an offset from an event of the sun; negative for before it, at most 12 hours.
    case sun(SunEvent, offset: Nanoseconds)

    private static let form =
        "a time such as 08:30, or dawn, sunrise, sunset or dusk, perhaps with a time: sunset+30min"

    /// Reads `07:30`, `sunset`, `sunset+30min` or `sunrise - 1h`.
    ///
    /// - Parameter others: further words that may be meant.
    /// - Throws: `TextError` with the place in the text and the nearest known word.
    package init(parsing text: String, orWords others: [String] = []) throws(TextError) {
        let part = TextPart(text).trimmed
        let letters = part.text.prefix { $0.isLetter }
        guard !letters.isEmpty, !["noon", "midnight"].contains(part.text.lowercased()) else {
            self = .clock(try CivilTime(part))
            return
        }
        guard let event = SunEvent(rawValue: letters.lowercased()) else {
            let names = SunEvent.allCases.map(\.rawValue) + ["midnight"]
            throw TextPart(String(letters), offset: part.offset).unknownWord(Self.form, among: others + names)
        }
        let rest = TextPart(
            String(part.text.dropFirst(letters.count)), offset: part.offset + letters.unicodeScalars.count
        ).trimmed
        guard let sign = rest.text.first else {
            self = .sun(event, offset: .zero)
            return
        }
        let length = TextPart(String(rest.text.dropFirst()), offset: rest.offset + 1).trimmed
        guard sign == "+" || sign == "-" else { throw rest.unexpected("+ or - and a time such as 30min") }
        guard let time = Nanoseconds(parsing: length.text) else { throw length.unexpected("a time such as 30min") }
        guard time <= .seconds(43_200) else { throw length.outOfRange("12h at most") }
        self = .sun(event, offset: sign == "+" ? time : .zero - time)
    }

    /// Returns its time on a day; nil if that day does not have it.
    ///
    /// On days without a sunrise or sunset, the sign follows the light, as at the end of ever longer or shorter days:
    /// if the sun does not rise, sunset is at solar noon and there is no sunrise; if it does not set, sunrise is at
    /// solar midnight and there is no sunset. Offsets are then ignored. Dawn and dusk work in the same way. Without a
    /// location there is no sun.
    ///
    /// - Returns: the time, between the start of the day before and the end of the day after, and its rank among moments at
    ///   the same time, of which the largest wins: substitutes for missing events of the sun come first, in the order of
    ///   those events.
    func occurrence(
        on date: CivilDate, at location: Location?, in zone: ZoneRules
    ) -> (time: WallTime, order: Int64)? {
        switch self {
        case .clock(let time):
            return (zone.wall(of: LocalTime(date: date, time: time)), .max)
        case .sun(let event, let offset):
            guard let location else { return nil }
            let (time, staysAbove) = location.time(of: event, on: date, in: zone)
            if let time { return (time + offset, .max) }
            let isMorning = event == .dawn || event == .sunrise
            guard isMorning == staysAbove else { return nil }
            let order = Self.order(event, offset)
            if isMorning { return (location.midnight(before: date, in: zone), order) }
            return location.time(of: .noon, on: date, in: zone).time.map { ($0, order) }
        }
    }

    private static func order(_ event: SunEvent, _ offset: Nanoseconds) -> Int64 {
        let number = Int64(SunEvent.allCases.firstIndex(of: event) ?? 0)
        // Offsets are at most half a day.
        return number * Nanoseconds.seconds(86_400).count + offset.count
    }
}
