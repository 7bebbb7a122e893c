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

    /// The time that it counts to or from.
    package let time: WallTime
    /// Which way it counts.
    package let direction: Direction
    /// The zone whose calendar days are counted.
    package let zone: ZoneRules
    /// The letters; nil for calendar days: tomorrow is one day away, even if it begins in an hour.
    private let pattern: ClockPattern?

    /// The default format.
    package static let `default` = "d HH:mm:ss"
    private static let words = ["days": "", "hours": "H", "minutes": "m", "seconds": "s"]

    /// Creates a count.
    ///
    /// - Parameter format: `days` (on the calendar), `hours`, `minutes`, `seconds`, or letters: d for days, H, m and s, doubled for
    ///   two digits at least; the largest unit that is there takes all the rest, so that `HH:mm` counts 49 hours as such.
    ///   Letters that are text stand in single quotes.
    /// - Throws: `TextError` with the place in the format.
    package init(
        _ direction: Direction, _ time: WallTime, format: String = `default`, zone: ZoneRules
    ) throws(TextError) {
        self.time = time
        self.direction = direction
        self.zone = zone
        if format == "days" {
            pattern = nil
            return
        }
        do throws(TextError) {
            pattern = try ClockPattern(Self.words[format] ?? format, letters: "dHms")
        } catch {
            guard !format.contains("%"), let nearest = NearestName.find(format, among: Self.words.keys.sorted()) else {
                throw error
            }
            throw TextError(
                "unknown countdown format \"\(format.prefix(40))\"; expected one such as d HH:mm:ss, days, hours or "
                    + "minutes; did you mean \"\(nearest)\"?")
        }
    }

    /// Returns the text for a reading of the clock; `--:--` if the clock is not known to be right.
    ///
    /// A countdown rounds up, so that it reaches 0 at the time itself; a count up rounds down. In the minutes cadence
    /// seconds are left out (behaviour E2).
    package func text(at reading: WallReading, cadence: Cadence = .live) -> String {
        guard reading.isSynchronized else { return ClockFormat.unsynchronized }
        guard let fitting = pattern?.fitting(cadence) else { return "\(calendarDays(at: reading.wall))" }
        return Self.text(of: units(at: reading.wall, fitting) * (fitting.unit / 1_000_000_000), fitting)
    }

    /// The widest text of as many digits as it shows at a time.
    ///
    /// - Parameter width: measures a text.
    package func widestText(near time: WallTime, width: (String) -> Int) -> String {
        let digit = (0...9).map(String.init).max { width($0) < width($1) } ?? "0"
        let text = text(at: WallReading(monotonic: .zero, wall: time))
        return text.map { $0.isNumber ? digit : String($0) }.joined()
    }

    /// Returns when the text next changes after a time; nil for never.
    package func nextChange(after now: WallTime, cadence: Cadence = .live) -> WallTime? {
        guard let fitting = pattern?.fitting(cadence) else { return nextMidnight(after: now) }
        guard fitting.hasFields else { return nil }
        let count = units(at: now, fitting)
        switch direction {
        case .down:
            // Rounded up: n until n - 1 units are left.
            return count > 0 ? time - Nanoseconds((count - 1) * fitting.unit) : nil
        case .up:
            if now < time { return time + Nanoseconds(fitting.unit) }
            let (next, overflow) = (count + 1).multipliedReportingOverflow(by: fitting.unit)
            return overflow ? nil : time + Nanoseconds(next)
        }
    }

    /// Whole units of the finest field, not below 0.
    private func units(at now: WallTime, _ pattern: ClockPattern) -> Int64 {
        let length = max((direction == .down ? time - now : now - time).count, 0)
        let (count, rest) = length.quotientAndRemainder(dividingBy: pattern.unit)
        return direction == .down && rest != 0 ? count + 1 : count
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

    private func calendarDays(at now: WallTime) -> Int {
        let (here, there) = (zone.civil(at: now).date.dayNumber, zone.civil(at: time).date.dayNumber)
        return max(direction == .down ? there - here : here - there, 0)
    }

    private func nextMidnight(after now: WallTime) -> WallTime? {
        let (today, day) = (zone.civil(at: now).date, zone.civil(at: time).date)
        if direction == .down, today >= day { return nil }
        let next = direction == .up && today < day ? day.adding(days: 1) : today.adding(days: 1)
        let midnight = zone.wall(of: LocalTime(date: next, time: .midnight))
        return midnight > now ? midnight : now + .seconds(3_600)
    }
}
