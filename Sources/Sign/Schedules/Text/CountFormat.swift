import Settings
import Timelines

/// The time until a time, or since it, as a text.
package struct CountFormat: Hashable, Sendable {
    /// Which way it counts.
    package enum Direction: Hashable, Sendable {
        /// Down to the time; 0 from then on.
        case down
        /// Up from the time; 0 before it.
        case up
    }

    /// What it counts to or from.
    package var moment: CountMoment
    /// Which way it counts.
    package let direction: Direction
    /// The zone whose calendar days are counted.
    package let zone: ZoneRules
    private let form: Form

    private enum Form: Hashable, Sendable {
        /// Letters with the values of units.
        case pattern(ClockPattern)
        /// Calendar days: tomorrow is one day away, even if it begins in an hour.
        case days
        /// The largest unit alone, with its name.
        case largest
    }

    /// The letters of a format for lengths of time.
    private static let letters = "dHms"

    /// The default format.
    package static let `default` = "d HH:mm:ss"
    private static let words = ["days": "", "hours": "H", "minutes": "m", "seconds": "s", "largest": ""]

    /// Creates a count to or from a time.
    package init(
        _ direction: Direction, _ time: WallTime, format: String = `default`, zone: ZoneRules
    ) throws(TextError) {
        try self.init(direction, .once(time), format: format, zone: zone)
    }

    /// Creates a count; a countdown to what comes again goes to its next time, and a count up goes from its last one.
    ///
    /// - Parameter format: `days` (on the calendar), `hours`, `minutes`, `seconds`, `largest` (`2 h`, then `59 min`), or letters: d
    ///   for days, H, m and s, doubled for two digits at least; the largest unit that is there takes all the rest, so that
    ///   `HH:mm` counts 49 hours as such. Letters that are text stand in single quotes.
    /// - Throws: `TextError` with the place in the format.
    package init(
        _ direction: Direction, _ moment: CountMoment, format: String = `default`, zone: ZoneRules
    ) throws(TextError) {
        self.moment = moment
        self.direction = direction
        self.zone = zone
        guard format != "days", format != "largest" else {
            form = format == "days" ? .days : .largest
            return
        }
        do throws(TextError) {
            form = .pattern(try ClockPattern(Self.words[format] ?? format, letters: Self.letters))
        } catch {
            guard !format.contains("%"), let nearest = NearestName.find(format, among: Self.words.keys.sorted()) else {
                throw error
            }
            throw TextError(
                "unknown countdown format \"\(format.prefix(40))\"; expected one such as d HH:mm:ss, days, hours or "
                    + "minutes; did you mean \"\(nearest)\"?")
        }
    }

    /// Returns the text for a reading of the clock; `--:--` if the clock is not known to be right, and without a time to count.
    ///
    /// A countdown rounds up, so that it reaches 0 at the time itself; a count up rounds down. In the minutes cadence
    /// seconds are left out (behaviour E2).
    package func text(at reading: WallReading, cadence: Cadence = .live) -> String {
        guard reading.isSynchronized, let time = time(at: reading.wall) else { return ClockFormat.unsynchronized }
        switch form {
        case .days: return "\(calendarDays(to: time, at: reading.wall))"
        case .largest:
            let (count, unit) = largest(to: time, at: reading.wall, cadence)
            return "\(count) \(Self.units[unit].name)"
        case .pattern(let pattern):
            let fitting = pattern.fitting(cadence)
            let seconds = units(to: time, at: reading.wall, of: fitting.unit) * (fitting.unit / 1_000_000_000)
            return Self.text(of: seconds, fitting)
        }
    }

    /// The widest text of as many digits as it shows at a time, or at most where it comes again.
    ///
    /// - Parameter width: measures a text.
    package func widestText(near time: WallTime, width: (String) -> Int) -> String {
        let digit = (0...9).map(String.init).max { width($0) < width($1) } ?? "0"
        guard form != .largest else {
            let texts = Self.units.map { "\(digit)\(digit) \($0.name)" }
            return texts.max { width($0) < width($1) } ?? ""
        }
        let whole = moment.repeats ? moment.next(after: time, in: zone) ?? time : time
        let text = text(at: WallReading(monotonic: .zero, wall: whole))
        return text.map { $0.isNumber ? digit : String($0) }.joined()
    }

    /// Returns when the text next changes after a time; nil for never.
    package func nextChange(after now: WallTime, cadence: Cadence = .live) -> WallTime? {
        // Where there is no time to count, there may be one on another day.
        guard let time = time(at: now) else { return moment.repeats ? now + .seconds(86_400) : nil }
        let change: WallTime?
        switch form {
        case .days: change = nextMidnight(after: now, time)
        case .largest:
            let (count, unit) = largest(to: time, at: now, cadence)
            let (length, isLeast) = (Self.units[unit].length, unit == Self.leastUnit(cadence))
            // One of a unit lasts until there are fewer of the next smaller one than make it.
            let last = isLeast ? 0 : length - Self.units[unit - 1].length
            change = nextChange(time, now, count: count, unit: length, last: last)
        case .pattern(let pattern):
            let fitting = pattern.fitting(cadence)
            guard fitting.hasFields else { return nil }
            change = nextChange(
                time, now, count: units(to: time, at: now, of: fitting.unit), unit: fitting.unit, last: 0)
        }
        guard direction == .up, moment.repeats, let next = moment.next(after: now, in: zone) else { return change }
        return change.map { min($0, next) } ?? next
    }

    /// When a count of a unit changes; `last` is the rest of a countdown at which one of it becomes something smaller.
    private func nextChange(_ time: WallTime, _ now: WallTime, count: Int64, unit: Int64, last: Int64) -> WallTime? {
        switch direction {
        case .down:
            // Rounded up: n until n - 1 units are left.
            return count > 0 ? time - Nanoseconds(count == 1 ? last : (count - 1) * unit) : nil
        case .up:
            if now < time { return time + Nanoseconds(unit) }
            let (next, overflow) = (count + 1).multipliedReportingOverflow(by: unit)
            return overflow ? nil : time + Nanoseconds(next)
        }
    }

    /// The time that it counts to or from at a time; nil if there is none.
    private func time(at now: WallTime) -> WallTime? {
        if case .once(let time) = moment { return time }
        guard form == .days else {
            return direction == .down ? moment.next(after: now, in: zone) : moment.last(notAfter: now, in: zone)
        }
        // Its day counts as a whole.
        let today = zone.civil(at: now).date
        let day = LocalTime(date: direction == .down ? today : today.adding(days: 1), time: .midnight)
        let edge = zone.wall(of: day) - .one
        return direction == .down ? moment.next(after: edge, in: zone) : moment.last(notAfter: edge, in: zone)
    }

    /// Whole units of a length in nanoseconds, not below 0.
    private func units(to time: WallTime, at now: WallTime, of unit: Int64) -> Int64 {
        let length = max((direction == .down ? time - now : now - time).count, 0)
        let (count, rest) = length.quotientAndRemainder(dividingBy: unit)
        return direction == .down && rest != 0 ? count + 1 : count
    }

    private static let units: [(length: Int64, name: String)] = [
        (1_000_000_000, "s"), (60_000_000_000, "min"), (3_600_000_000_000, "h"), (86_400_000_000_000, "d"),
    ]

    private static func leastUnit(_ cadence: Cadence) -> Int { cadence == .minutes ? 1 : 0 }

    /// The smallest unit of which there are fewer than make the next larger one, by its number, and how many.
    private func largest(to time: WallTime, at now: WallTime, _ cadence: Cadence) -> (count: Int64, unit: Int) {
        var (unit, count) = (Self.leastUnit(cadence), Int64(0))
        while true {
            count = units(to: time, at: now, of: Self.units[unit].length)
            guard unit + 1 < Self.units.count, count >= Self.units[unit + 1].length / Self.units[unit].length else {
                return (count, unit)
            }
            unit += 1
        }
    }

    /// Writes a length of time in letters such as `m:ss`, rounded down to the last of them; one below zero has a minus.
    ///
    /// - Throws: `TextError` with the place in the format.
    package static func text(ofSeconds seconds: Int64, format: String) throws(TextError) -> String {
        let pattern = try ClockPattern(words[format] ?? format, letters: letters)
        let text = text(of: Int64(clamping: seconds.magnitude), pattern)
        return seconds < 0 && text.contains(where: { ("1"..."9").contains($0) }) ? "-" + text : text
    }

    /// The seconds of the finest letter of such a format; nil for one that cannot be read.
    package static func unit(of format: String) -> Double? {
        (try? ClockPattern(words[format] ?? format, letters: letters)).map { Double($0.unit) / 1e9 }
    }

    private static func text(of seconds: Int64, _ pattern: ClockPattern) -> String {
        var present: Set<Character> = []
        for case .field(let letter, _) in pattern.parts { present.insert(letter) }
        var text = ""
        for part in pattern.parts {
            switch part {
            case .text(let words): text += words
            case .field(let letter, let count):
                let digits = String(value(of: letter, seconds, present))
                text += String(repeating: "0", count: max(count - digits.count, 0)) + digits
            }
        }
        return text
    }

    /// The value of a field: the rest that the next larger field leaves.
    private static func value(of letter: Character, _ seconds: Int64, _ present: Set<Character>) -> Int64 {
        let units: [(letter: Character, seconds: Int64)] = [("d", 86_400), ("H", 3_600), ("m", 60), ("s", 1)]
        guard let index = units.firstIndex(where: { $0.letter == letter }) else { return 0 }
        let larger = units[..<index].last { present.contains($0.letter) }
        return (larger.map { seconds % $0.seconds } ?? seconds) / units[index].seconds
    }

    private func calendarDays(to time: WallTime, at now: WallTime) -> Int {
        let (here, there) = (zone.civil(at: now).date.dayNumber, zone.civil(at: time).date.dayNumber)
        return max(direction == .down ? there - here : here - there, 0)
    }

    private func nextMidnight(after now: WallTime, _ time: WallTime) -> WallTime? {
        let (today, day) = (zone.civil(at: now).date, zone.civil(at: time).date)
        if direction == .down, today >= day, !moment.repeats { return nil }
        let next = direction == .up && today < day ? day.adding(days: 1) : today.adding(days: 1)
        let midnight = zone.wall(of: LocalTime(date: next, time: .midnight))
        return midnight > now ? midnight : now + .seconds(3_600)
    }
}
