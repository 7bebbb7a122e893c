import Timelines

/// A part of the day, from one time to another; past midnight if the end is not later than the start.
package struct DaySpan: Hashable, Sendable {
    /// When it starts, in seconds since midnight, before 24:00.
    let start: Int64
    /// Its length on a wall clock, 1 s to 24 h.
    let length: Int64

    /// The whole day.
    package static let wholeDay = DaySpan(from: .midnight, to: .endOfDay)

    /// Creates a part of the day from `from`, inclusive, to `to`, exclusive.
    ///
    /// Equal times mean a whole day. A start at 24:00 is one at 00:00.
    package init(from: CivilTime, to: CivilTime) {
        let start = from.secondOfDay % 86_400
        let length = to.secondOfDay > start ? to.secondOfDay - start : to.secondOfDay - start + 86_400
        (self.start, self.length) = (Int64(start), Int64(length == 0 ? 86_400 : length))
    }
}

/// Parts of the day on some days; a part belongs to the day it starts on.
extension [DaySpan] {
    /// The day of an instant: every day begins when clocks first show its midnight.
    private static func day(at time: Int64, in zone: ZoneRules) -> Int {
        let day = CivilDate.day(ofLocal: zone.local(time))
        return time >= zone.utc(ofLocal: Int64(day + 1) * 86_400) ? day + 1 : day
    }

    private func interval(_ span: DaySpan, on day: Int, in zone: ZoneRules) -> Range<Int64> {
        let start = Int64(day) * 86_400 + span.start
        return zone.utc(ofLocal: start)..<zone.utc(ofLocal: start + span.length)
    }

    /// When all spans that contain an instant are over; nil if none contains it.
    private func end(at time: Int64, on days: Days, in zone: ZoneRules) -> Int64? {
        let today = Self.day(at: time, in: zone)
        var end: Int64?
        for day in today - 1...today where days.contains(day) {
            for span in self {
                let interval = interval(span, on: day, in: zone)
                if interval.contains(time) { end = Swift.max(end ?? time, interval.upperBound) }
            }
        }
        return end
    }

    func nextActive(from time: Int64, on days: Days, in zone: ZoneRules) -> Int64? {
        if end(at: time, on: days, in: zone) != nil { return time }
        var day = Self.day(at: time, in: zone)
        while let next = days.next(from: day, isMember: true) {
            var first: Int64?
            for span in self {
                let interval = interval(span, on: next, in: zone)
                if interval.lowerBound > time, !interval.isEmpty {
                    first = Swift.min(first ?? interval.lowerBound, interval.lowerBound)
                }
            }
            if let first { return first }
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
