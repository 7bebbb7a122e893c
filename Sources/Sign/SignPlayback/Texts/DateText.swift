import LiveValues
import Schedules
import SignFiles
import Timelines

/// Dates that sources give, in the forms of clock fields: `{start|date HH:mm}`.
enum DateText {
    /// Writes dates in a language and a zone; nil for what is not a date.
    static func writer(locale: String?, zone: ZoneRules) -> FieldScope.DateWriter {
        { date, form in
            guard let time = time(of: date), let format = try? ClockFormat(form, locale: locale, zone: zone) else {
                return nil
            }
            return format.text(at: WallReading(monotonic: .zero, wall: time))
        }
    }

    /// Seconds since 1970 in UTC from 1678 to 2261, or a day and time: in UTC with a Z behind it, or so many hours and minutes ahead of it.
    static func time(of date: LiveValue) -> WallTime? {
        if let number = date.number {
            let time = WallTime(seconds: Int64(number.whole))
            return time.isInCalendar ? time : nil
        }
        guard case .text(let text) = date else { return nil }
        let (moment, ahead) = split(text)
        guard let civil = try? LocalTime(parsing: moment) else { return nil }
        return WallTime(seconds: ZoneRules.utc.wall(of: civil).seconds - ahead)
    }

    /// The time on the clock, without fractions of a second, and the seconds that this clock is ahead of UTC.
    private static func split(_ text: String) -> (moment: String, ahead: Int64) {
        var (rest, ahead) = (text[...], Int64(0))
        if rest.hasSuffix("Z") || rest.hasSuffix("z") {
            rest = rest.dropLast()
        } else if let mark = rest.lastIndex(where: { $0 == "+" || $0 == "-" }), rest[..<mark].contains(":") {
            let numbers = rest[mark...].dropFirst().filter { $0 != ":" }
            if numbers.utf8.count == 4, let both = Int64(numbers) {
                ahead = (both / 100 * 3_600 + both % 100 * 60) * (rest[mark] == "-" ? -1 : 1)
                rest = rest[..<mark]
            }
        }
        if let point = rest.lastIndex(of: "."), rest[..<point].contains(":") { rest = rest[..<point] }
        return (String(rest), ahead)
    }
}
