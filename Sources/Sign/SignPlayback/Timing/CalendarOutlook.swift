import Schedules
import Timelines

/// The events of a calendar that are under way, or begin within a time ahead.
///
/// All events are searched once a day, a few at a time; between two searches the list changes as events end and come near.
struct CalendarOutlook {
    typealias Occurrence = (event: Int, time: Range<WallTime>)

    private let ahead: Nanoseconds
    private var found = Search(from: .distantPast)
    /// The times for which what was found is enough.
    private var window: Range<WallTime>?
    private var search: Search?

    /// A walk through all events for their occurrences that end after a time.
    private struct Search {
        let from: WallTime
        var next = 0
        var occurrences: [Occurrence] = []
        /// From this start on some are missing.
        var cut = WallTime.distantFuture
    }

    /// How long a search lasts.
    private static let length = Nanoseconds.seconds(86_400)
    /// The occurrences that are kept.
    private static let maximumKept = 2_000

    /// Looks so far ahead.
    init(ahead: Nanoseconds) { self.ahead = ahead }

    /// Returns what is under way or comes at a time, by the beginnings, and when that changes; nil while the search has not
    /// ended.
    ///
    /// - Parameter looks: how many events may be searched; reduced by those that were.
    mutating func decide(
        _ file: CalendarFile, at time: WallTime, in zone: ZoneRules, looks: inout Int
    ) -> (occurrences: [Occurrence], nextChange: WallTime)? {
        if window?.contains(time) ?? false, let known = decision(at: time) { return known }
        var search = search.flatMap { $0.from <= time && time < $0.from + Self.length ? $0 : nil } ?? Search(from: time)
        while search.next < file.events.count {
            guard looks > 0 else {
                self.search = search
                return nil
            }
            looks -= 1
            take(file.events[search.next], into: &search, zone)
        }
        Self.sort(&search)
        (found, window, self.search) = (search, search.from..<search.from + Self.length, nil)
        return decision(at: time) ?? ([], time + .seconds(1))
    }

    private func take(_ event: CalendarEvent, into search: inout Search, _ zone: ZoneRules) {
        let count = 2 * SignCalendars.maximumEvents
        let last = search.from + ahead + Self.length
        let times = event.occurrences(from: search.from, count: count, in: zone)
        for time in times where time.lowerBound <= last { search.occurrences.append((search.next, time)) }
        if times.count == count, let end = times.last?.lowerBound { search.cut = min(search.cut, end) }
        search.next += 1
        if search.occurrences.count > 2 * Self.maximumKept { Self.sort(&search) }
    }

    /// Puts what was found in order, and keeps the first of it.
    private static func sort(_ search: inout Search) {
        search.occurrences.sort { ($0.time.lowerBound, $0.event) < ($1.time.lowerBound, $1.event) }
        guard search.occurrences.count > maximumKept else { return }
        search.cut = min(search.cut, search.occurrences[maximumKept].time.lowerBound)
        search.occurrences.removeLast(search.occurrences.count - maximumKept)
    }

    /// What is known for a time; nil if it is not enough.
    private func decision(at time: WallTime) -> (occurrences: [Occurrence], nextChange: WallTime)? {
        let horizon = time + ahead
        var (present, change) = ([Occurrence](), found.from + Self.length)
        for occurrence in found.occurrences where occurrence.time.upperBound > time {
            guard occurrence.time.lowerBound <= horizon else {
                change = min(change, occurrence.time.lowerBound - ahead)
                break
            }
            guard present.count < SignCalendars.maximumEvents else { break }
            present.append(occurrence)
            change = min(change, occurrence.time.upperBound)
        }
        let isFull = present.count == SignCalendars.maximumEvents
        let last = isFull ? present.last?.time.lowerBound ?? horizon : horizon
        guard found.cut > last || found.from == time else { return nil }
        if !isFull, found.cut < .distantFuture { change = min(change, found.cut - ahead) }
        return (present, max(change, time + .seconds(1)))
    }
}
