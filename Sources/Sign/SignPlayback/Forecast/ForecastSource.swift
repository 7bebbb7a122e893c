import LiveValues
import Schedules
import SignFiles
import Timelines

/// The times of a message, or of an event that it shows: found one after the other, each search a step of its own.
struct ForecastSource: Sendable {
    /// What one step has found.
    enum Finding {
        /// A time of the message, the next one in order.
        case span(ForecastEntry)
        case nothing
        /// That there are no more before the end.
        case end
    }

    /// How far the search has come.
    private enum State {
        case unseen
        /// It is not active at that time.
        case outside(WallTime)
        /// It has been active since `from`, nil for long, and is at that time.
        case inside(WallTime, from: WallTime?)
        case over
    }

    /// Where the source stands among all, for those that begin at the same time.
    let number: Int
    private let message: ForecastMessage
    private let text: String
    private let schedule: Schedule
    /// When the message as a whole is active, which its lifetime counts from.
    private let life: Schedule?
    private var state = State.unseen

    /// Takes a message, or one of the events that it shows.
    ///
    /// - Parameter event: the number of the event in the message's calendar; 0 for a message without one.
    init(_ message: ForecastMessage, event: Int, of subject: ForecastSubject, number: Int) {
        self.message = message
        self.number = number
        let when = message.message.when.map { [$0] } ?? []
        guard let calendar = message.message.calendar.flatMap({ subject.calendars[$0] }),
            calendar.events.indices.contains(event)
        else {
            text = message.message.title
            schedule = .joined(others: when)
            life = message.message.lifetime == nil ? nil : schedule
            return
        }
        let summary = LiveText.clean(calendar.events[event].summary)
        text = summary.isEmpty ? message.message.title : summary
        schedule = .joined(others: [.event(calendar.events[event])] + when)
        life = message.message.lifetime == nil ? nil : .joined(others: [calendar.schedule] + when)
    }

    /// Takes the next step of the search.
    ///
    /// - Parameter window: the time that the forecast is for.
    mutating func look(in zone: ZoneRules, window: Range<WallTime>) -> Finding {
        switch state {
        case .unseen:
            let isActive = schedule.isActive(at: window.lowerBound, in: zone)
            let from = isActive ? schedule.activeSince(window.lowerBound, in: zone) : nil
            state = isActive ? .inside(window.lowerBound, from: from) : .outside(window.lowerBound)
            return .nothing
        case .outside(let time):
            guard let next = next(after: time, in: zone), next < window.upperBound else { return end() }
            // Of conditions that contradict each other a search may be cut short before there is a change.
            state = schedule.isActive(at: next, in: zone) ? .inside(next, from: next) : .outside(next)
            return .nothing
        case .inside(let time, let from):
            guard let next = next(after: time, in: zone), next <= window.upperBound else {
                state = .over
                return finding(from, to: nil, in: zone, window)
            }
            guard !schedule.isActive(at: next, in: zone) else {
                state = .inside(next, from: from)
                return .nothing
            }
            state = .outside(next)
            return finding(from, to: next, in: zone, window)
        case .over: return .end
        }
    }

    private mutating func end() -> Finding {
        state = .over
        return .end
    }

    private func next(after time: WallTime, in zone: ZoneRules) -> WallTime? {
        schedule.nextChange(after: time, in: zone).flatMap { $0 > time ? $0 : nil }
    }

    // MARK: What is found

    /// A time of the message, as far as the message has not been shown for long enough.
    private func finding(
        _ from: WallTime?, to end: WallTime?, in zone: ZoneRules, _ window: Range<WallTime>
    ) -> Finding {
        let isUnderWay = from.map { $0 <= window.lowerBound } ?? true
        if isUnderWay, message.isOver || message.isEmpty { return .nothing }
        var (from, end) = (from ?? message.since, end)
        if let lifetime = message.message.lifetime, let life {
            let begin = birth(life, from: from, isUnderWay: isUnderWay, in: zone, window)
            let death = begin + lifetime
            guard death > max(begin, window.lowerBound), death > from ?? begin else { return .nothing }
            if death <= end ?? window.upperBound { end = death }
            from = from ?? begin
        }
        let look = message.message
        return .span(
            ForecastEntry(
                text: text, name: look.name, zone: message.zone, priority: look.priority, from: from, to: end))
    }

    /// When the time began that a lifetime counts from.
    private func birth(
        _ life: Schedule, from: WallTime?, isUnderWay: Bool, in zone: ZoneRules, _ window: Range<WallTime>
    ) -> WallTime {
        if isUnderWay, let since = message.since { return since }
        // What is always shown begins when the sign does, which is now as far as is known.
        if message.message.when == nil, message.message.calendar == nil { return window.lowerBound }
        let time = max(from ?? window.lowerBound, window.lowerBound)
        return life.beginning(before: time, in: zone) ?? window.lowerBound
    }
}

/// Times that have been found and not been listed yet, each with the source that it comes from: a heap, the first one in front.
struct ForecastQueue: Sendable {
    /// The next time of a source.
    struct Item: Sendable {
        /// When it begins, or that of the forecast.
        var time: WallTime
        var entry: ForecastEntry
        var source: ForecastSource

        fileprivate func isBefore(_ other: Item) -> Bool {
            (time, source.number) < (other.time, other.source.number)
        }
    }

    private var items: [Item] = []

    /// When the first one begins; nil where there is none.
    var firstTime: WallTime? { items.first?.time }

    /// Adds one; O(log n).
    mutating func insert(_ item: Item) {
        items.append(item)
        var index = items.count - 1
        while index > 0, items[index].isBefore(items[(index - 1) / 2]) {
            items.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the first one out; O(log n).
    mutating func takeFirst() -> Item? {
        guard let first = items.first else { return nil }
        items.swapAt(0, items.count - 1)
        items.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < items.count {
                if items[child].isBefore(items[least]) { least = child }
            }
            guard least != index else { return first }
            items.swapAt(index, least)
            index = least
        }
    }

    /// Drops what comes behind so many others that it will never be listed, so that the queue takes bounded memory.
    mutating func keepFirst(_ count: Int) {
        guard items.count > 2 * count + 1 else { return }
        items.sort { $0.isBefore($1) }
        items.removeLast(items.count - count)
    }
}

/// The times of the idle message: its own ones, where nothing else is shown.
struct ForecastGaps: Sendable {
    /// What has been found.
    private(set) var entries: [ForecastEntry] = []
    private let zone: ZoneRules
    private let window: Range<WallTime>
    private var source: ForecastSource
    /// The times in which no message has an entry, in their order.
    private let gaps: [Range<WallTime>]
    /// The first gap that may reach behind what has been looked at.
    private var place = 0

    /// Looks for the times between entries, which are in the order of their beginnings.
    init(
        _ idle: ForecastMessage, _ subject: ForecastSubject, between entries: [ForecastEntry],
        in window: Range<WallTime>
    ) {
        zone = subject.zone
        self.window = window
        source = ForecastSource(idle, event: 0, of: subject, number: 0)
        var gaps: [Range<WallTime>] = []
        var covered = window.lowerBound
        for entry in entries {
            let start = min(entry.from ?? window.lowerBound, window.upperBound)
            if start > covered { gaps.append(covered..<start) }
            covered = max(covered, entry.to ?? window.upperBound)
        }
        if covered < window.upperBound { gaps.append(covered..<window.upperBound) }
        self.gaps = gaps
    }

    /// Takes a step; returns whether all has been found, or as much as may be.
    mutating func look(maximum: Int) -> Bool {
        guard place < gaps.count, entries.count <= maximum else { return true }
        switch source.look(in: zone, window: window) {
        case .nothing: return false
        case .end: return true
        case .span(let entry):
            fill(entry, maximum: maximum)
            return false
        }
    }

    /// Takes what gaps leave of a time.
    private mutating func fill(_ entry: ForecastEntry, maximum: Int) {
        let end = entry.to ?? window.upperBound
        let start = max(entry.from ?? window.lowerBound, window.lowerBound)
        while place < gaps.count, entries.count <= maximum, gaps[place].lowerBound < end {
            let gap = gaps[place]
            if gap.upperBound > start { entries.append(part(of: entry, in: gap)) }
            guard gap.upperBound <= end else { return }
            place += 1
        }
    }

    /// A gap that reaches to the start or end began earlier, or ends later, as far as is known.
    private func part(of entry: ForecastEntry, in gap: Range<WallTime>) -> ForecastEntry {
        var part = entry
        if gap.lowerBound == window.lowerBound {
            // Since when nothing else has been shown is not known.
            if (entry.from ?? window.lowerBound) <= window.lowerBound { part.from = nil }
        } else {
            part.from = max(gap.lowerBound, entry.from ?? gap.lowerBound)
        }
        if gap.upperBound < window.upperBound { part.to = min(gap.upperBound, entry.to ?? gap.upperBound) }
        return part
    }
}
