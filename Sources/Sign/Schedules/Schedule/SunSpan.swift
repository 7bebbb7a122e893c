import Timelines

/// A part of the day of which the sun gives at least one end: `sunset-23:00`, `22:00-sunrise+30m`, `sunset-sunrise`.
///
/// It passes midnight if it begins in the second half of the day and ends in the first, to which dawn and sunrise belong; of two
/// events of the sun, if the end is not later than the start. Otherwise a day on which the end is not later than the start does
/// not have it: from 16:00 to sunset is nothing in winter.
struct SunSpan: Hashable, Sendable {
    let from: DayMoment
    let to: DayMoment
    let location: Location

    private var passesMidnight: Bool {
        if case (.sun(let first, let before), .sun(let second, let after)) = (from, to) {
            return (Self.number(first), before) >= (Self.number(second), after)
        }
        return !from.isInMorning && to.isInMorning
    }

    private static func number(_ event: SunEvent) -> Int { SunEvent.allCases.firstIndex(of: event) ?? 0 }

    /// From when to when it is on a day; nil if that day does not have it.
    ///
    /// Where the sun does not rise or set, the light is followed: see ``DayMoment``. An end that the day does not have is then when
    /// the sun is lowest, or highest.
    func interval(on day: Int, in zone: ZoneRules) -> Range<Int64>? {
        let (date, last) = (CivilDate(dayNumber: day), CivilDate(dayNumber: passesMidnight ? day + 1 : day))
        guard let start = from.occurrence(on: date, at: location, in: zone)?.time else { return nil }
        let end = to.occurrence(on: last, at: location, in: zone)?.time ?? extreme(on: last, in: zone)
        return end.flatMap { start < $0 ? start.seconds..<$0.seconds : nil }
    }

    private func extreme(on date: CivilDate, in zone: ZoneRules) -> WallTime? {
        to.isInMorning
            ? location.time(of: .noon, on: date, in: zone).time
            : location.midnight(before: date.adding(days: 1), in: zone)
    }
}

extension DayMoment {
    /// Whether it is in the first half of a day.
    fileprivate var isInMorning: Bool {
        switch self {
        case .clock(let time): time.secondOfDay < 43_200
        case .sun(let event, _): event == .dawn || event == .sunrise
        }
    }
}
