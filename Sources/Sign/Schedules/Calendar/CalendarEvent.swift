import Timelines

/// An event of a calendar: its times, single or recurring, and its texts.
package struct CalendarEvent: Hashable, Sendable {
    /// The duration of an event: calendar days plus seconds.
    struct Length: Hashable, Sendable {
        var days: Int64 = 0
        var seconds: Int64 = 0
    }

    /// What identifies it (UID); the changed occurrences of a recurring event share it.
    package internal(set) var uid = ""
    /// Its text (SUMMARY), in one line.
    package internal(set) var summary = ""
    /// Its longer text (DESCRIPTION).
    package internal(set) var details = ""
    /// Where it is (LOCATION).
    package internal(set) var location = ""
    /// Whether it lasts whole days, in any zone.
    package internal(set) var isAllDay = false
    /// The line where it begins, from 1.
    package internal(set) var line = 1

    /// Its version among others with the same UID.
    var sequence = 0
    var isCancelled = false
    /// The occurrence of a series that it replaces.
    var replaces: CalendarMoment?
    /// The first start, on the clock of its zone.
    var start: Int64 = 0
    /// The zone of the event; nil for the caller's zone.
    var zone: ZoneRules?
    var length = Length()
    /// The rules, completed and without counts.
    var rules: [RecurrenceRule] = []
    /// Additional starts, ascending; includes the first start if no rule generates it.
    var listed: [Int64] = []
    var excluded: Set<Int64> = []
    /// Excluded days, counted from 1970-01-01.
    var excludedDays: Set<Int> = []

    /// Returns at most `count` occurrences that take place at a time or later, ordered by their starts.
    package func occurrences(from time: WallTime, count: Int, in zone: ZoneRules) -> [Range<WallTime>] {
        let zone = self.zone ?? zone
        var starts = EventStarts(self, from: earliestStart(at: time.seconds, in: zone))
        var occurrences: [Range<WallTime>] = []
        var looks = 0
        while occurrences.count < count, looks < maximumSearchRounds, let start = starts.next() {
            looks += 1
            let interval = interval(start, in: zone)
            if interval.upperBound > time.seconds, !interval.isEmpty {
                occurrences.append(WallTime(seconds: interval.lowerBound)..<WallTime(seconds: interval.upperBound))
            }
        }
        return occurrences
    }

    /// The occurrence that begins at a start.
    private func interval(_ start: Int64, in zone: ZoneRules) -> Range<Int64> {
        let last = start + length.days * 86_400
        if isAllDay {
            let (from, to) = (zone.utc(ofLocal: start), zone.utc(ofLocal: last) + length.seconds)
            return from..<max(from, to)
        }
        let from = zone.utcAsIfNotSet(ofLocal: start)
        let to = (length.days == 0 ? from : zone.utcAsIfNotSet(ofLocal: last)) + length.seconds
        return from..<max(from, to)
    }

    /// How many seconds the zone's clocks are ahead of UTC around an instant: the least and the most.
    private func ahead(near time: Int64, in zone: ZoneRules) -> ClosedRange<Int64> {
        let slack: Int64 = 2 * 86_400
        let (before, now, after) = (
            zone.local(time - slack) - time + slack, zone.local(time) - time, zone.local(time + slack) - time - slack
        )
        return min(before, now, after)...max(before, now, after)
    }

    /// The earliest start, on the zone's clock, of an occurrence that may last until an instant.
    private func earliestStart(at time: Int64, in zone: ZoneRules) -> Int64 {
        // Days are counted on the clock, the seconds after them are not.
        let end = time - length.seconds
        return end + ahead(near: end, in: zone).lowerBound - length.days * 86_400
    }

    func nextActive(from time: Int64, in zone: ZoneRules) -> Int64? {
        guard length.days > 0 || length.seconds > 0 else { return nil }
        let zone = self.zone ?? zone
        var starts = EventStarts(self, from: earliestStart(at: time, in: zone))
        var first: (utc: Int64, latestLocal: Int64)?
        for _ in 0..<maximumSearchRounds {
            guard let start = starts.next() else { return first?.utc }
            // Where clocks are set, the order of starts may differ from that on the clock.
            if let first, start > first.latestLocal { break }
            let interval = interval(start, in: zone)
            if interval.contains(time) { return time }
            if interval.lowerBound > time, !interval.isEmpty, interval.lowerBound < first?.utc ?? .max {
                let ahead = ahead(near: interval.lowerBound, in: zone)
                guard first != nil || ahead.lowerBound < ahead.upperBound else { return interval.lowerBound }
                first = (interval.lowerBound, start + ahead.upperBound - ahead.lowerBound)
            }
        }
        return first?.utc
    }

    func nextInactive(from time: Int64, in zone: ZoneRules) -> Int64? {
        let zone = self.zone ?? zone
        var starts = EventStarts(self, from: earliestStart(at: time, in: zone))
        var end = time
        // Occurrences may overlap, or follow each other without a gap.
        for _ in 0..<maximumSearchRounds {
            guard let start = starts.next() else { break }
            let interval = interval(start, in: zone)
            if interval.contains(end) {
                end = interval.upperBound
                guard let steady = steadyEnd(after: start, in: zone), steady > end else { continue }
                end = steady
                starts = EventStarts(self, from: earliestStart(at: end, in: zone))
            } else if start > end + ahead(near: end, in: zone).upperBound {
                break
            }
        }
        return end
    }

    /// Until when occurrences surely follow a start without a gap; nil if that is not known.
    ///
    /// It spares the search millions of steps where an event of every second lasts for a second.
    private func steadyEnd(after start: Int64, in zone: ZoneRules) -> Int64? {
        guard length.days == 0, excluded.isEmpty, excludedDays.isEmpty else { return nil }
        for rule in rules {
            guard let period = rule.steadyPeriod, period <= length.seconds else { continue }
            let offset = start - self.start
            let last = min(rule.until ?? .max, Int64(CivilDate.last.dayNumber) * 86_400)
            guard offset >= 0, offset % period == 0, last > start else { continue }
            let lastStart = zone.utcAsIfNotSet(ofLocal: start + (last - start) / period * period)
            // Where clocks are set back, no clock time begins an occurrence for an hour.
            let change = zone.nextChange(after: zone.utcAsIfNotSet(ofLocal: start)) ?? .max
            return min(lastStart, change)
        }
        return nil
    }
}

/// The starts of an event on its zone's clock, ascending, without duplicates and excluded ones.
struct EventStarts: IteratorProtocol {
    private let event: CalendarEvent
    private var rules: [RecurrenceStarts]
    private var heads: [Int64?]
    private var place: Int

    init(_ event: CalendarEvent, from: Int64) {
        self.event = event
        var rules = event.rules.map { RecurrenceStarts($0, start: event.start, from: from) }
        heads = rules.indices.map { rules[$0].next() }
        self.rules = rules
        place = event.listed.firstIndex { $0 >= from } ?? event.listed.count
    }

    mutating func next() -> Int64? {
        for _ in 0..<maximumSearchRounds {
            var least = place < event.listed.count ? event.listed[place] : nil
            for head in heads { if let head, head < least ?? .max { least = head } }
            guard let least else { return nil }
            if place < event.listed.count, event.listed[place] == least { place += 1 }
            for index in heads.indices where heads[index] == least { heads[index] = rules[index].next() }
            let isExcluded =
                event.excluded.contains(least)
                || !event.excludedDays.isEmpty && event.excludedDays.contains(CivilDate.day(ofLocal: least))
            if !isExcluded { return least }
        }
        return nil
    }
}
