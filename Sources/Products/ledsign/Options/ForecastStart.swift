import ArgumentParser
import Schedules
import Timelines

/// The time at which a forecast starts: what the clocks of the sign show then, or a moment with its offset.
enum ForecastStart {
    case local(LocalTime)
    case moment(WallTime)

    /// Reads a date, or a date and time of ISO 8601.
    init(_ text: String) throws {
        do throws(ScheduleTextError) {
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
