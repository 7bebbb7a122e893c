import Timelines

/// Starts at the minutes that five fields name, as in crontab(5), each for a length of time.
///
/// Minute, hour, day of the month, month, day of the week. If both kinds of day are restricted, either one suffices.
/// A rule for some hours starts once when clocks show that hour twice, and at the moment when they are set forward
/// when they leave it out; a rule for every hour goes by what clocks show.
package struct CronRule: Hashable, Sendable {
    /// A set of small numbers as bits.
    let minutes: UInt64
    let hours: UInt64
    let daysOfMonth: UInt64
    let months: UInt64
    /// Monday is bit 0.
    let weekdays: UInt64
    /// Whether the day field is `*`, with or without a step.
    let hasAnyDayOfMonth: Bool
    let hasAnyWeekday: Bool
    /// The duration of each in seconds, from 1 to those of `maximumDuration`.
    let seconds: Int64

    /// The longest duration, about a year.
    package static let maximumDuration = Nanoseconds.seconds(366 * 86_400)

    private var isForEveryHour: Bool { hours == (1 << 24) - 1 }

    /// Whether it starts in every minute of every day, so that it never ends.
    private var isForEveryMinute: Bool {
        isForEveryHour && minutes == (1 << 60) - 1 && hasAnyDayOfMonth && hasAnyWeekday && seconds >= 60
            && months == 0b1_1111_1111_1110 && daysOfMonth == (1 << 32) - 2 && weekdays == 127
    }

    private func matches(day: Int) -> Bool {
        let date = CivilDate(dayNumber: day).components
        guard months >> UInt64(date.month) & 1 == 1 else { return false }
        let isDay = daysOfMonth >> UInt64(date.day) & 1 == 1
        let isWeekday = weekdays >> UInt64(CivilDate.weekdayIndex(day)) & 1 == 1
        return hasAnyDayOfMonth || hasAnyWeekday ? isDay && isWeekday : isDay || isWeekday
    }

    /// The first day at or after `day` that has starts; months without starts are skipped.
    private func nextDay(from start: Int) -> Int? {
        var day = max(start, CivilDate.first.dayNumber)
        while day <= CivilDate.last.dayNumber {
            let date = CivilDate(dayNumber: day).components
            if months >> UInt64(date.month) & 1 == 0 {
                day += CivilDate.days(inMonth: date.month, of: date.year) - date.day + 1
            } else if matches(day: day) {
                return day
            } else {
                day += 1
            }
        }
        return nil
    }

    /// The first start at or after a time, both on the wall clock.
    private func nextLocal(from local: Int64) -> Int64? {
        let wanted = CivilDate.day(ofLocal: local)
        guard let day = nextDay(from: wanted) else { return nil }
        if day == wanted, let second = nextSecond(from: CivilTime.second(ofLocal: local)) {
            return Int64(day) * 86_400 + Int64(second)
        }
        guard let next = day == wanted ? nextDay(from: day + 1) : day, let first = nextSecond(from: 0) else {
            return nil
        }
        return Int64(next) * 86_400 + Int64(first)
    }

    private func nextSecond(from second: Int) -> Int? {
        let minute = (second + 59) / 60
        let hour = minute / 60
        if hour < 24, hours >> UInt64(hour) & 1 == 1 {
            let rest = minutes >> UInt64(minute % 60)
            if rest != 0 { return (minute + rest.trailingZeroBitCount) * 60 }
        }
        guard hour < 23 else { return nil }
        let later = hours >> UInt64(hour + 1)
        guard later != 0, minutes != 0 else { return nil }
        return ((hour + 1 + later.trailingZeroBitCount) * 60 + minutes.trailingZeroBitCount) * 60
    }

    /// The first start at or after an instant.
    func nextStart(from time: Int64, in zone: ZoneRules) -> Int64? {
        if isForEveryHour { return nextStartByClock(from: time, in: zone) }
        // Times that clocks show for the second time were there before; look from an hour that is surely not after.
        let earliest = min(zone.local(time), zone.local(time - 86_400) + 86_400, zone.local(time + 86_400) - 86_400)
        var local = earliest
        for _ in 0..<maximumSearchRounds {
            guard let start = nextLocal(from: local) else { return nil }
            let utc = zone.utc(ofLocal: start)
            if utc >= time { return utc }
            local = start + 1
        }
        return nil
    }

    /// The same between two changes of the clocks, for rules that follow what clocks show.
    private func nextStartByClock(from time: Int64, in zone: ZoneRules) -> Int64? {
        var time = time
        while time <= Schedule.horizon {
            let local = zone.local(time)
            guard let start = nextLocal(from: local) else { return nil }
            let utc = time + (start - local)
            guard let change = zone.nextChange(after: time), utc >= change else { return utc }
            time = change
        }
        return nil
    }

    func nextActive(from time: Int64, in zone: ZoneRules) -> Int64? {
        nextStart(from: time - seconds + 1, in: zone).map { max($0, time) }
    }

    func nextInactive(from time: Int64, in zone: ZoneRules) -> Int64? {
        guard var start = nextStart(from: time - seconds + 1, in: zone), start <= time else { return time }
        if isForEveryMinute { return nil }
        for _ in 0..<maximumSearchRounds {
            guard let next = nextStart(from: start + 1, in: zone), next <= start + seconds else { break }
            start = next
        }
        return start + seconds
    }
}
