import LiveValues
import Schedules
import Settings
import Timelines

/// What the fields of times in a text show: `{clock HH:mm}`, `{date d MMMM}`, `{countdown 2026-12-24T18:00 d HH:mm}`.
///
/// Asking it belongs where decisions are taken, not where frames are drawn. Not for several threads at once.
package final class MarkupClock {
    private enum Format {
        case clock(ClockFormat)
        case count(CountFormat)
    }

    private var formats: [TimeField: Format] = [:]

    /// Makes the formats of a text's times.
    ///
    /// - Parameters:
    ///   - locale: the language of names, such as `de_AT`; nil for English.
    ///   - zone: the zone whose clocks are shown, and in which instants are written.
    /// - Returns: the clock, and what is wrong with formats and instants at their places in the text.
    package static func make(
        for markup: SignMarkup, locale: String?, zone: ZoneRules
    ) -> (clock: MarkupClock, problems: [TextError]) {
        let clock = MarkupClock()
        var problems: [TextError] = []
        for (field, start) in markup.placedTimes where clock.formats[field] == nil {
            clock.formats[field] = format(of: field, locale: locale, zone: zone) { words, offset in
                problems.append(TextError(words, at: start + field.argumentOffset + offset))
            }
        }
        return (clock, problems)
    }

    /// Returns what a field shows at a reading of the clock; `--:--` where that is not known to be right.
    package func text(of field: TimeField, at reading: WallReading, cadence: Cadence = .live) -> String {
        switch formats[field] {
        case .clock(let format): format.text(at: reading, cadence: cadence)
        case .count(let format): format.text(at: reading, cadence: cadence)
        case nil: ClockFormat.unsynchronized
        }
    }

    /// Returns the widest text of a field in the year that begins with a time; `--:--` for a field that it does not have.
    ///
    /// - Parameter width: measures a text.
    package func widestText(of field: TimeField, at time: WallTime, width: (String) -> Int) -> String {
        switch formats[field] {
        case .clock(let format): format.widestText(near: time, width: width)
        case .count(let format): format.widestText(at: time, width: width)
        case nil: ClockFormat.unsynchronized
        }
    }

    /// Returns when a text of any of the fields next changes after a time; nil for never.
    package func nextChange(after time: WallTime, cadence: Cadence = .live) -> WallTime? {
        var first: WallTime?
        for format in formats.values {
            let next: WallTime?
            switch format {
            case .clock(let clock): next = clock.nextChange(after: time, cadence: cadence)
            case .count(let count): next = count.nextChange(after: time, cadence: cadence)
            }
            if let next { first = first.map { min($0, next) } ?? next }
        }
        return first
    }

    /// The format of times and dates where none is given.
    private static func defaultFormat(_ kind: TimeField.Kind) -> String { kind == .clock ? "HH:mm" : "d MMMM" }

    /// Reads the argument of a field, and records what is wrong with it with the characters of the argument before that.
    private static func format(
        of field: TimeField, locale: String?, zone: ZoneRules, record: (_ words: String, _ offset: Int) -> Void
    ) -> Format? {
        do throws(ClockFormatError) {
            switch field.kind {
            case .clock, .date:
                let pattern = field.argument.isEmpty ? defaultFormat(field.kind) : field.argument
                return .clock(try ClockFormat(pattern, locale: locale, zone: zone))
            case .countdown: return count(.down, field, zone: zone, record: record)
            case .countup: return count(.up, field, zone: zone, record: record)
            }
        } catch {
            record("\(error)", error.offset)
            return nil
        }
    }

    private static func count(
        _ direction: CountFormat.Direction, _ field: TimeField, zone: ZoneRules,
        record: (_ words: String, _ offset: Int) -> Void
    ) -> Format? {
        let moment: LocalTime
        do throws(TextError) {
            moment = try LocalTime(parsing: field.moment)
        } catch {
            record("\(error)", error.offset)
            return nil
        }
        let (form, before) = field.form ?? (CountFormat.default, field.argument.unicodeScalars.count)
        do throws(ClockFormatError) {
            return .count(try CountFormat(direction, zone.wall(of: moment), format: form, zone: zone))
        } catch {
            record("\(error)", before + error.offset)
            return nil
        }
    }
}

extension SignMarkup {
    /// The fields of times, each with the number of characters before the first one behind its brace.
    var placedTimes: [(field: TimeField, start: Int)] {
        flattened.compactMap { piece, offset in
            if case .field(.time(let field)) = piece.content { (field, offset + 1) } else { nil }
        }
    }
}
