import Foundation
import Settings
import Timelines

/// The time or the date as a text, in any format and language.
///
/// Creating one and asking for a text allocate and may take a millisecond: do both where decisions are made, not
/// where frames are drawn. Not safe for several threads at once.
package final class ClockFormat {
    /// The text of a clock that is not known to be right.
    package static let unsynchronized = "--:--"
    /// The letters of formats (Unicode TS 35, date field symbols).
    static let letters = "GyYuUrQqMLlwWdDFgEecabBhHkKmsSAzZOvVXx"

    /// The zone of the time that it shows.
    package let zone: ZoneRules
    private let pattern: ClockPattern
    private let locale: Locale
    /// The calendar for the numbers and starts of weeks: the locale's, or that of ISO 8601 without a locale.
    private let calendar: Calendar
    private var formatters: [Cadence: DateFormatter] = [:]
    private let foundationZone: TimeZone?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - pattern: such as `HH:mm`, `EEEE, d. MMMM` or `h:mm a`; letters that are text stand in single quotes.
    ///   - locale: a language, perhaps with a country, such as `de`, `de_AT` or `de-AT`; nil for English names and the
    ///     weeks of ISO 8601, which begin on Monday and of which the first has four days or more in the year.
    /// - Throws: `TextError` with the place in the pattern, or the nearest locale.
    package init(_ pattern: String, locale: String? = nil, zone: ZoneRules) throws(TextError) {
        self.pattern = try ClockPattern(pattern, letters: Self.letters)
        let named = try Self.locale(locale)
        self.locale = named ?? Locale(identifier: "en_US_POSIX")
        calendar = Calendar(identifier: named == nil ? .iso8601 : .gregorian)
        self.zone = zone
        foundationZone = self.pattern.parts.contains(where: Self.isZoneField) ? TimeZone(identifier: zone.name) : nil
    }

    /// Returns a locale by name; nil for the locale of no language.
    private static func locale(_ name: String?) throws(TextError) -> Locale? {
        guard let name, name != "C", name != "POSIX" else { return nil }
        let plain = String(name.prefix { $0 != "." }).replacingOccurrences(of: "-", with: "_")
        let known = Locale.availableIdentifiers
        guard known.contains(plain) else {
            let advice =
                NearestName.find(plain, among: known.sorted()).map { "did you mean \"\($0)\"?" }
                ?? "write one such as de_AT"
            throw TextError("unknown locale \"\(name.prefix(40))\"; \(advice)")
        }
        return Locale(identifier: plain)
    }

    /// Returns the text for a reading of the clock; `--:--` if the clock is not known to be right.
    ///
    /// The seconds and minutes cadences leave out what changes more often (behaviour E2).
    package func text(at reading: WallReading, cadence: Cadence = .live) -> String {
        guard reading.isSynchronized else { return Self.unsynchronized }
        let fitting = pattern.fitting(cadence)
        guard fitting.hasFields else { return "" }
        let time = reading.wall
        // A little more than the fraction, so that none is lost when it becomes a floating-point number.
        let hasFraction = fitting.unit < 1_000_000_000
        let fraction = hasFraction ? Double(time.nanosecond - time.nanosecond % fitting.unit) / 1e9 + 0.000_02 : 0
        let formatter = formatter(for: cadence, fitting)
        var seconds = Double(time.seconds) + fraction
        if foundationZone == nil, fitting.parts.contains(where: Self.isZoneField) {
            formatter.timeZone = TimeZone(secondsFromGMT: zone.secondsAheadOfUTC(at: time))
        } else if foundationZone == nil {
            // Foundation's own zones may be older than the system's: it only sees what clocks show.
            seconds += Double(zone.secondsAheadOfUTC(at: time))
        }
        return formatter.string(from: Date(timeIntervalSince1970: seconds))
    }

    /// Returns when the text next changes after a time; nothing changes before it.
    package func nextChange(after time: WallTime, cadence: Cadence = .live) -> WallTime? {
        let fitting = pattern.fitting(cadence)
        guard fitting.hasFields else { return nil }
        let unit = fitting.unit
        if unit >= 86_400_000_000_000 { return nextDay(after: time) }
        if unit > 1_000_000_000 { return nextLocal(after: time, unit: unit / 1_000_000_000) }
        let next = time + Nanoseconds(unit - time.nanosecond % unit)
        return next == .distantFuture ? nil : next
    }

    /// The widest text that it shows in a year, put together of the widest text of each of its parts.
    ///
    /// It asks for some hundred texts: for checks, not for decisions.
    package func widestText(near time: WallTime, width: (String) -> Int) -> String {
        pattern.parts.map { part -> String in
            switch part {
            case .text(let text): return text
            case .field(let letter, _):
                var alone = pattern
                alone.parts = [part]
                let formatter = formatter(alone)
                let texts = Self.instants(of: letter, near: time).map {
                    formatter.string(from: Date(timeIntervalSince1970: $0))
                }
                return Set(texts).sorted().max { width($0) < width($1) } ?? ""
            }
        }.joined()
    }

    /// Seconds since 1970 at which a field has all of its texts.
    private static func instants(of letter: Character, near time: WallTime) -> [Double] {
        let start = Double(time.seconds)
        return switch letter {
        case "s": (0..<60).map { start + Double($0) }
        case "m": (0..<60).map { start + Double($0) * 60 }
        case "h", "H", "k", "K", "a", "b", "B": (0..<24).map { start + Double($0) * 3_600 }
        case "S", "A": [start]
        default: (0..<366).map { start + Double($0) * 86_400 }
        }
    }

    private static func isZoneField(_ part: ClockPattern.Part) -> Bool {
        if case .field(let letter, _) = part { "zZOvVXx".contains(letter) } else { false }
    }

    /// The next full minute or hour on the clocks, or their next change.
    private func nextLocal(after time: WallTime, unit: Int64) -> WallTime? {
        let next = time.seconds + unit - zone.local(time.seconds).floored(by: unit).rest
        guard let change = zone.nextChange(after: time.seconds), change < next else { return WallTime(seconds: next) }
        return WallTime(seconds: change)
    }

    private func nextDay(after time: WallTime) -> WallTime? {
        let day = CivilDate.day(ofLocal: zone.local(time.seconds))
        let midnight = zone.utc(ofLocal: Int64(day + 1) * 86_400)
        let next = midnight > time.seconds ? midnight : time.seconds + 3_600
        // Clocks may be set across midnight.
        if let change = zone.nextChange(after: time.seconds), change < next,
            CivilDate.day(ofLocal: zone.local(change)) != day
        {
            return WallTime(seconds: change)
        }
        return WallTime(seconds: next)
    }

    private func formatter(for cadence: Cadence, _ pattern: ClockPattern) -> DateFormatter {
        if let formatter = formatters[cadence] { return formatter }
        let formatter = formatter(pattern)
        formatters[cadence] = formatter
        return formatter
    }

    private func formatter(_ pattern: ClockPattern) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.locale = locale
        formatter.timeZone = foundationZone ?? TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = pattern.text
        return formatter
    }
}

extension ZoneRules {
    /// Returns a time as RFC 3339 writes it, by the clocks of this zone: `2026-12-24T18:00:00+01:00`.
    ///
    /// Offsets of whole minutes only can be written; those of old times that have seconds are rounded down, and the time
    /// is written by the rounded one, so that it stays the same moment.
    package func offsetText(of time: WallTime) -> String {
        let offset = secondsAheadOfUTC(at: time)
        let minutes = offset >= 0 ? offset / 60 : (offset - 59) / 60
        let local = LocalTime(localSeconds: time.seconds + Int64(minutes) * 60)
        let clock = [local.hour, local.minute, local.second].map(CivilDate.padded).joined(separator: ":")
        let (hours, rest) = Int(minutes.magnitude).quotientAndRemainder(dividingBy: 60)
        let sign = minutes < 0 ? "-" : "+"
        return "\(local.date)T\(clock)\(sign)\(CivilDate.padded(hours)):\(CivilDate.padded(rest))"
    }
}
