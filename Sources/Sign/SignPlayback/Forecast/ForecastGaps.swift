import Schedules
import Timelines

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
