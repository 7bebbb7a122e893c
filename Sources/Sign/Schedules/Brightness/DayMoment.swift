import Timelines

/// A moment of every day: a clock time, or an event of the sun with an offset.
package enum DayMoment: Hashable, Sendable {
    /// At a clock time.
    case clock(CivilTime)
    /// At an offset from an event of the sun; negative for before it, at most 12 hours.
    case sun(SunEvent, offset: Nanoseconds)

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
