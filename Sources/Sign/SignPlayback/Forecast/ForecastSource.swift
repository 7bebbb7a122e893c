import LiveValues
import Schedules
import SignFiles
import Timelines

/// The times of a message, or of an event that it shows.
struct ForecastSource {
    private let message: ForecastMessage
    private let zone: ZoneRules
    private let text: String
    private let schedule: Schedule
    /// When the message as a whole is active, which its lifetime counts from; nil without one, and where values decide when it
    /// begins.
    private let life: Schedule?
    private let dependsOnValues: Bool

    /// Takes a message, or one of the events that it shows by its number in the message's calendar.
    init(_ message: ForecastMessage, event: Int = 0, of subject: ForecastSubject) {
        self.message = message
        zone = subject.zone
        dependsOnValues = !message.message.conditions.isEmpty
        let hasLife = message.message.lifetime != nil && !dependsOnValues
        let when = message.message.when.map { [$0] } ?? []
        guard let calendar = message.message.calendar.flatMap({ subject.calendars[$0] }),
            calendar.events.indices.contains(event)
        else {
            text = message.message.title
            schedule = .joined(others: when)
            life = hasLife ? schedule : nil
            return
        }
        let summary = LiveText.clean(calendar.events[event].summary)
        text = summary.isEmpty ? message.message.title : summary
        schedule = .joined(others: [.event(calendar.events[event])] + when)
        life = !hasLife ? nil : .joined(others: [calendar.schedule] + when)
    }

    /// Calls a function with each time of the message, in their order, until it returns false.
    func forEachTime(in window: Range<WallTime>, _ take: (ForecastEntry) -> Bool) {
        var time = window.lowerBound
        var isActive = schedule.isActive(at: time, in: zone)
        var from = isActive ? schedule.activeSince(time, in: zone) : nil
        while let next = schedule.nextChange(after: time, in: zone), next > time,
            next < window.upperBound || (isActive && next == window.upperBound)
        {
            time = next
            // Of conditions that contradict each other a search may be cut short before there is a change.
            guard schedule.isActive(at: next, in: zone) != isActive else { continue }
            if isActive, let entry = entry(from, to: next, in: window), !take(entry) { return }
            isActive.toggle()
            from = next
        }
        if isActive, let entry = entry(from, to: nil, in: window) { _ = take(entry) }
    }

    /// A time of the message, as far as the message has not been shown for long enough.
    private func entry(
        _ from: WallTime?, to end: WallTime?, in window: Range<WallTime>
    ) -> ForecastEntry? {
        let isUnderWay = from.map { $0 <= window.lowerBound } ?? true
        if isUnderWay, (message.isOver && !dependsOnValues) || message.isEmpty { return nil }
        var (from, end) = (from ?? message.since, end)
        if let lifetime = message.message.lifetime, let life {
            let begin = birth(life, from: from, isUnderWay: isUnderWay, window)
            let death = begin + lifetime
            guard death > max(begin, window.lowerBound), death > from ?? begin else { return nil }
            if death <= end ?? window.upperBound { end = death }
            from = from ?? begin
        }
        let look = message.message
        return ForecastEntry(
            text: text, name: look.name, zone: message.zone, priority: look.priority, from: from, to: end,
            dependsOnValues: dependsOnValues)
    }

    /// When the time began that a lifetime counts from.
    private func birth(
        _ life: Schedule, from: WallTime?, isUnderWay: Bool, _ window: Range<WallTime>
    ) -> WallTime {
        if isUnderWay, let since = message.since { return since }
        // What is always shown begins when the sign does, which is now as far as is known.
        if message.message.when == nil, message.message.calendar == nil { return window.lowerBound }
        let time = max(from ?? window.lowerBound, window.lowerBound)
        return life.beginning(before: time, in: zone) ?? window.lowerBound
    }
}
