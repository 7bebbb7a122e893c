import LiveValues
import Schedules
import Settings
import Timelines

/// What the fields of times in a text show: `{clock HH:mm}`, `{date d MMMM}`, `{countdown 2026-12-24T18:00 d HH:mm}`.
///
/// Asking it belongs where decisions are taken, not where frames are drawn. Not for several threads at once.
package final class MarkupClock {
    private var formats: [TimeField: any TimeFormat] = [:]

    /// Makes the formats of a text's times in a language such as `de_AT`, nil for English, and in the zone whose clocks are shown;
    /// returns also what is wrong with formats and instants at their places in the text.
    ///
    /// - Parameter location: where counts to sunrise and sunset see the sun; nil if it is not known.
    package static func make(
        for markup: SignMarkup, locale: String?, zone: ZoneRules, location: Location? = nil
    ) -> (clock: MarkupClock, problems: [TextError]) {
        let clock = MarkupClock()
        var problems: [TextError] = []
        for (field, start) in markup.placedTimes where clock.formats[field] == nil {
            do throws(TextError) {
                clock.formats[field] = try format(of: field, locale: locale, zone: zone, location: location)
            } catch {
                problems.append(TextError(error.description, at: start + field.argumentOffset + error.offset))
            }
        }
        return (clock, problems)
    }

    /// Returns what a field shows at a reading of the clock; `--:--` where that is not known to be right.
    ///
    /// - Parameter moment: what a count goes to or from whose time is a value.
    package func text(
        of field: TimeField, at reading: WallReading, cadence: Cadence = .live, counting moment: CountMoment? = nil
    ) -> String {
        format(of: field, moment)?.text(at: reading, cadence: cadence) ?? ClockFormat.unsynchronized
    }

    private func format(of field: TimeField, _ moment: CountMoment?) -> (any TimeFormat)? {
        guard let moment, var count = formats[field] as? CountFormat else { return formats[field] }
        count.moment = moment
        return count
    }

    /// Returns the widest text of a field in the year that begins with a time; `--:--` for a field that it does not have.
    package func widestText(of field: TimeField, at time: WallTime, width: (String) -> Int) -> String {
        // What a value gives is less than a day away, as far as is known.
        let moment = field.source.map { _ in CountMoment.once(time + .seconds(86_399)) }
        return format(of: field, moment)?.widestText(near: time, width: width) ?? ClockFormat.unsynchronized
    }

    /// Returns when a text of any of the fields next changes after a time; nil for never.
    ///
    /// - Parameter moments: the counts whose times are values, each with its time now.
    package func nextChange(
        after time: WallTime, cadence: Cadence = .live, counting moments: [(field: TimeField, moment: CountMoment)] = []
    ) -> WallTime? {
        let own = formats.lazy.filter { $0.key.source == nil }.map(\.value)
        let others = moments.lazy.compactMap { self.format(of: $0.field, $0.moment) }
        return (Array(own) + Array(others)).compactMap { $0.nextChange(after: time, cadence: cadence) }.min()
    }

    /// The format of times and dates where none is given.
    private static func defaultFormat(_ kind: TimeField.Kind) -> String { kind == .clock ? "HH:mm" : "d MMMM" }

    /// Reads the argument of a field; the places of errors are those in it.
    private static func format(
        of field: TimeField, locale: String?, zone: ZoneRules, location: Location?
    ) throws(TextError) -> any TimeFormat {
        let isCount = field.kind == .countdown || field.kind == .countup
        let isGiven = isCount && field.source == nil
        let moment = isGiven ? try CountMoment(parsing: field.moment, zone: zone, location: location) : nil
        let (form, before) = field.form ?? (CountFormat.default, field.argument.unicodeScalars.count)
        do throws(TextError) {
            if isCount {
                let direction = field.kind == .countdown ? CountFormat.Direction.down : .up
                return try CountFormat(direction, moment ?? .once(.epoch), format: form, zone: zone)
            }
            let pattern = field.argument.isEmpty ? defaultFormat(field.kind) : field.argument
            return try ClockFormat(pattern, locale: locale, zone: zone)
        } catch {
            throw TextError("\(error)", at: (isCount ? before : 0) + error.offset)
        }
    }
}

/// What a clock, a date or a count shows.
private protocol TimeFormat {
    func text(at reading: WallReading, cadence: Cadence) -> String
    func widestText(near time: WallTime, width: (String) -> Int) -> String
    func nextChange(after time: WallTime, cadence: Cadence) -> WallTime?
}

extension ClockFormat: TimeFormat {}
extension CountFormat: TimeFormat {}

extension SignMarkup {
    /// The counts whose times are values, as they are shown, those of each element of a list among them, with what their names mean
    /// there; O(elements).
    package func counts(in scope: FieldScope) -> [(field: TimeField, scope: FieldScope)] {
        pieces.flatMap { piece -> [(field: TimeField, scope: FieldScope)] in
            switch piece.content {
            case .field(.time(let field)) where field.source != nil: [(field, scope)]
            case .each(let each, let template) where template.times.contains { $0.source != nil }:
                scope.elements(of: each).flatMap(template.counts)
            case .field, .each, .text, .icon, .image: []
            }
        }
    }

    /// The fields of times, each with the number of characters before the first one behind its brace.
    var placedTimes: [(field: TimeField, start: Int)] {
        flattened.compactMap { piece, offset in
            if case .field(.time(let field)) = piece.content { (field, offset + 1) } else { nil }
        }
    }
}
