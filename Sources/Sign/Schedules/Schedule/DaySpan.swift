import Timelines

/// A part of the day, from one time to another; past midnight if the end is not later than the start.
package struct DaySpan: Hashable, Sendable {
    /// When it starts, in seconds since midnight, before 24:00; 0 for one by the sun.
    let start: Int64
    /// Its length on a wall clock, 1 s to 24 h; 0 for one by the sun.
    let length: Int64
    /// Its ends where the sun gives one of them; nil for one by the clock.
    let sun: SunSpan?

    /// The whole day.
    package static let wholeDay = DaySpan(from: .midnight, to: .endOfDay)

    /// Creates a part of the day from `from`, inclusive, to `to`, exclusive.
    ///
    /// Equal times mean a whole day. A start at 24:00 is one at 00:00.
    package init(from: CivilTime, to: CivilTime) {
        let start = from.secondOfDay % 86_400
        let length = to.secondOfDay > start ? to.secondOfDay - start : to.secondOfDay - start + 86_400
        (self.start, self.length, sun) = (Int64(start), Int64(length == 0 ? 86_400 : length), nil)
    }

    /// Creates a part of the day by the clock or the sun; nil for one by the sun without a location.
    package init?(from: DayMoment, to: DayMoment, at location: Location?) {
        if case (.clock(let start), .clock(let end)) = (from, to) {
            self.init(from: start, to: end)
            return
        }
        guard let location else { return nil }
        self.init(sun: SunSpan(from: from, to: to, location: location))
    }

    private init(sun: SunSpan) { (start, length, self.sun) = (0, 0, sun) }

    /// From when to when it is on a day; nil if that day does not have it.
    fileprivate func interval(on day: Int, in zone: ZoneRules) -> Range<Int64>? {
        if let sun { return sun.interval(on: day, in: zone) }
        let start = Int64(day) * 86_400 + start
        let interval = zone.utc(ofLocal: start)..<zone.utc(ofLocal: start + length)
        return interval.isEmpty ? nil : interval
    }
}

/// Parts of the day on some days; a part belongs to the day it starts on.
extension [DaySpan] {
    /// The days in a row of which none has any of the parts, after which a search gives up: several years.
    private static var maximumEmptyDays: Int { 1_500 }

    /// The day of an instant: every day begins when clocks first show its midnight.
    private static func day(at time: Int64, in zone: ZoneRules) -> Int {
        let day = CivilDate.day(ofLocal: zone.local(time))
        return time >= zone.utc(ofLocal: Int64(day + 1) * 86_400) ? day + 1 : day
    }

    /// How far the parts of a day may begin outside of it: moments of the sun on the day before or after.
    private var reach: Int { contains { $0.sun != nil } ? 1 : 0 }

    /// When all spans that contain an instant are over; nil if none contains it.
    private func end(at time: Int64, on days: Days, in zone: ZoneRules) -> Int64? {
        let today = Self.day(at: time, in: zone)
        var end: Int64?
        for day in today - 1 - reach...today + reach where days.contains(day) {
            for span in self {
                guard let interval = span.interval(on: day, in: zone), interval.contains(time) else { continue }
                end = Swift.max(end ?? time, interval.upperBound)
            }
        }
        return end
    }

    /// The first start on a day that is later than an instant.
    private func start(after time: Int64, on day: Int, in zone: ZoneRules) -> Int64? {
        lazy.compactMap { $0.interval(on: day, in: zone)?.lowerBound }.filter { $0 > time }.min()
    }

    func nextActive(from time: Int64, on days: Days, in zone: ZoneRules) -> Int64? {
        if end(at: time, on: days, in: zone) != nil { return time }
        var day = Self.day(at: time, in: zone) - reach
        for _ in 0..<Self.maximumEmptyDays {
            guard let next = days.next(from: day, isMember: true) else { return nil }
            if let first = start(after: time, on: next, in: zone) {
                // A part of the next day by the sun may begin earlier.
                let others = (next + 1..<next + 1 + 2 * reach).filter(days.contains).compactMap {
                    start(after: time, on: $0, in: zone)
                }
                return others.reduce(first, Swift.min)
            }
            day = next + 1
        }
        return nil
    }

    func nextInactive(from time: Int64, on days: Days, in zone: ZoneRules) -> Int64? {
        if days == .every, contains(where: { $0.length == 86_400 }) { return nil }
        var time = time
        for _ in 0..<maximumSearchRounds {
            if self == [.wholeDay] {
                // Whole days in a row end together.
                let day = Self.day(at: time, in: zone)
                guard days.contains(day) else { return time }
                guard let next = days.next(from: day + 1, isMember: false) else { return nil }
                time = zone.utc(ofLocal: Int64(next) * 86_400)
            } else {
                guard let end = end(at: time, on: days, in: zone) else { return time }
                time = end
            }
            if time > Schedule.horizon { return nil }
        }
        return time
    }
}
