import ArgumentParser
import Foundation
import Schedules
import Timelines

/// The date and time at the start of a rendering.
struct WallStart {
    /// The default, as the help shows it.
    static let `default` = "2026-01-01T12:00:00Z"

    let time: WallTime

    /// Noon on an ordinary day.
    init() {
        time = WallTime(seconds: 1_767_268_800)
    }

    /// Reads a date and time of ISO 8601; without an offset it is UTC.
    init(_ text: String) throws {
        let forms = [
            "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "yyyy-MM-dd'T'HH:mmZZZZZ", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm",
        ]
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        for form in forms {
            formatter.dateFormat = form
            guard let date = formatter.date(from: text) else { continue }
            let time = WallTime(seconds: Int64(clamping: Int128(date.timeIntervalSince1970.rounded())))
            guard time.isInCalendar else { throw ValidationError("expected a date and time from 1678 to 2261") }
            self.time = time
            return
        }
        throw ValidationError(
            "expected a date and time such as 2026-12-24T18:00, 2026-12-24T18:00:30Z or ...T18:00+01:00")
    }
}

/// The time at which a forecast starts: what the clocks of the sign show then, or a moment with its offset.
enum ForecastStart {
    case local(LocalTime)
    case moment(WallTime)

    /// Reads a date, or a date and time of ISO 8601.
    init(_ text: String) throws {
        do {
            self = .local(try LocalTime(parsing: text))
        } catch {
            self = .moment(try WallStart(text).time)
        }
    }

    /// The moment, on a sign in a zone.
    func time(in zone: ZoneRules) -> WallTime {
        switch self {
        case .local(let time): zone.wall(of: time)
        case .moment(let time): time
        }
    }
}
