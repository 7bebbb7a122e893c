import Timelines

/// When something is shown: a set of times, whose edges are computed, never searched step by step.
///
/// Days and times are those of a zone's wall clocks. A start at a time that clocks skip is the moment when they
/// are set forward; a time that they show twice is the first of the two. Changes happen on whole seconds.
package indirect enum Schedule: Hashable, Sendable {
    /// At all times.
    case always
    /// At parts of the day, on the days when they start.
    case times([DaySpan], on: Days)
    /// For a time from each minute that five cron fields name.
    case cron(CronRule)
    /// While a calendar's event takes place.
    case event(CalendarEvent)
    /// While all of them are active; always if there are none.
    case all([Schedule])
    /// While any of them is active; never if there are none.
    case any([Schedule])
    /// While it is not active.
    case not(Schedule)

    /// On whole days.
    package static func days(_ days: Days) -> Schedule { .times([.wholeDay], on: days) }
    /// Never.
    package static let never = Schedule.any([])

    /// The end of the last supported day, in seconds of UTC; searches stop there.
    static let horizon = Int64(CivilDate.last.dayNumber + 2) * 86_400

    /// Whether it is active at a time, in a zone.
    package func isActive(at time: WallTime, in zone: ZoneRules) -> Bool {
        next(isActive: true, from: time.seconds, in: zone) == time.seconds
    }

    /// Returns when it next begins or ends after a time, in a zone; nil for never.
    ///
    /// Nothing changes before the result. At the result the state differs, unless so many conditions contradict each
    /// other that the search was cut short; the next call then continues it.
    package func nextChange(after time: WallTime, in zone: ZoneRules) -> WallTime? {
        let now = time.seconds
        let active = next(isActive: true, from: now, in: zone)
        let change = active == now ? next(isActive: false, from: now, in: zone) : active
        return change.map(WallTime.init(seconds:))
    }

    /// The first second at or after `time` at which it is active, or at which it is not.
    func next(isActive: Bool, from time: Int64, in zone: ZoneRules) -> Int64? {
        guard time <= Self.horizon else { return nil }
        switch self {
        case .always: return isActive ? time : nil
        case .times(let spans, let days):
            return isActive
                ? spans.nextActive(from: time, on: days, in: zone) : spans.nextInactive(from: time, on: days, in: zone)
        case .cron(let rule):
            return isActive ? rule.nextActive(from: time, in: zone) : rule.nextInactive(from: time, in: zone)
        case .event(let event):
            return isActive ? event.nextActive(from: time, in: zone) : event.nextInactive(from: time, in: zone)
        case .all(let schedules): return Self.search(schedules, isActive, together: isActive, from: time, in: zone)
        case .any(let schedules): return Self.search(schedules, isActive, together: !isActive, from: time, in: zone)
        case .not(let schedule): return schedule.next(isActive: !isActive, from: time, in: zone)
        }
    }

    /// The first second at which all of some schedules agree (together), or any of them.
    private static func search(
        _ schedules: [Schedule], _ isActive: Bool, together: Bool, from time: Int64, in zone: ZoneRules
    ) -> Int64? {
        if together {
            return firstAgreement(of: schedules.count, from: time) {
                schedules[$0].next(isActive: isActive, from: $1, in: zone)
            }
        }
        var earliest: Int64?
        for schedule in schedules {
            guard let found = schedule.next(isActive: isActive, from: time, in: zone) else { continue }
            if found == time { return time }
            earliest = min(earliest ?? found, found)
        }
        return earliest
    }
}

extension Schedule {
    /// Combines the conditions of a message: all of them must hold.
    ///
    /// A part of the day belongs to the day it starts on, so that `fri` from 22:00 to 02:00 ends on Saturday.
    ///
    /// - Parameters:
    ///   - from: the start of the part of the day; midnight if only `to` is given.
    ///   - to: the end; the end of the day if only `from` is given.
    ///   - location: where the sun is seen; without one there is no part of the day by the sun.
    package static func joined(
        days: [Days] = [], from: DayMoment? = nil, to: DayMoment? = nil, at location: Location? = nil,
        others: [Schedule] = [], not excluded: [Schedule] = []
    ) -> Schedule {
        var parts = others + excluded.map(Schedule.not)
        if from != nil || to != nil {
            let span = DaySpan(from: from ?? .clock(.midnight), to: to ?? .clock(.endOfDay), at: location)
            parts.insert(.times([span].compactMap { $0 }, on: .joined(days)), at: 0)
        } else if !days.isEmpty {
            parts.insert(.days(.joined(days)), at: 0)
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .always : .all(parts)
    }
}

extension Schedule {
    /// The time for which a schedule that has been active for longer counts as one that always is: ten years, in which few
    /// zones have set their clocks in other ways than each year.
    private static let lastingPast: Int64 = 3_652 * 86_400

    /// Returns when a lifetime began that counts from the beginning of the schedule, at a time at which that is active.
    ///
    /// - Returns: the beginning; the distant past where it is more than 400 days ago; nil for a schedule that has none, because
    ///   it has always been active.
    /// - Complexity: that of ``activeSince(_:in:)``, and a search through ten years.
    package func beginning(before time: WallTime, in zone: ZoneRules) -> WallTime? {
        if let since = activeSince(time, in: zone) { return since }
        let end = next(isActive: false, from: time.seconds - Self.lastingPast, in: zone)
        return end.map { $0 > time.seconds } ?? true ? nil : .distantPast
    }

    /// How far back `activeSince` looks, in seconds: more than a year.
    private static let maximumPast: Int64 = 400 * 86_400

    /// Returns since when it has been active without a break at a time at which it is active, in a zone.
    ///
    /// - Returns: the time itself where it is not active then; nil where it has been for more than 400 days, or always.
    /// - Complexity: some 50 searches for an end. That it lasts from one time to another holds from some time on, so the
    ///   beginning is found by halving.
    package func activeSince(_ time: WallTime, in zone: ZoneRules) -> WallTime? {
        let now = time.seconds
        guard isActive(at: time, in: zone) else { return time }
        func lasts(from start: Int64) -> Bool { next(isActive: false, from: start, in: zone).map { $0 > now } ?? true }
        // First of all, because what never ends makes each search long.
        guard !lasts(from: now - Self.maximumPast) else { return nil }
        var (length, inside) = (Int64(60), now)
        while lasts(from: now - length) {
            guard length < Self.maximumPast else { return nil }
            inside = now - length
            length = min(length * 2, Self.maximumPast)
        }
        var outside = now - length
        while inside - outside > 1 {
            let middle = outside + (inside - outside) / 2
            if lasts(from: middle) { inside = middle } else { outside = middle }
        }
        return WallTime(seconds: inside)
    }
}
