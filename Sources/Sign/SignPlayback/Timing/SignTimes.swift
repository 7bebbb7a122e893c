import LiveValues
import Schedules
import SignFiles
import Timelines

/// The schedules of a running sign that have names, as values that texts can show: yes or no, and the next `start` and `end`.
struct SignTimes {
    private var times: [String: Schedule]
    private var zone: ZoneRules
    /// What was found, and as long as which time it holds.
    private var known: (readings: [String: LiveReading], validity: Range<WallTime>)?
    /// When one of them begins or ends next; nil for never.
    private(set) var nextDecision: Instant?

    init(_ file: SignFile) { (times, zone) = (file.times, file.zone) }

    /// The values for a reading of the clock, by the names of the schedules; without any until the clock is known to be right.
    mutating func decide(_ reading: WallReading) -> [String: LiveReading] {
        nextDecision = nil
        guard !times.isEmpty else { return [:] }
        guard reading.isSynchronized else {
            nextDecision = reading.monotonic + synchronizationInterval
            return times.mapValues { _ in LiveReading(nil) }
        }
        if let known, known.validity.contains(reading.wall) {
            nextDecision =
                known.validity.upperBound < .distantFuture ? reading.upcoming(known.validity.upperBound) : nil
            return known.readings
        }
        var (readings, change) = ([String: LiveReading](), WallTime.distantFuture)
        for (name, schedule) in times {
            let isActive = schedule.isActive(at: reading.wall, in: zone)
            let first = schedule.nextChange(after: reading.wall, in: zone)
            let second = first.flatMap { schedule.nextChange(after: $0, in: zone) }
            let (start, end) = isActive ? (second, first) : (first, second)
            var record: [String: LiveValue] = [LiveValue.whole: .text(isActive ? "yes" : "no")]
            record["start"] = start.map { .number(LiveNumber(Int($0.seconds))) }
            record["end"] = end.map { .number(LiveNumber(Int($0.seconds))) }
            readings[name] = LiveReading(.record(record))
            change = min(change, first ?? change)
        }
        known = (readings, reading.wall..<max(change, reading.wall))
        if change < .distantFuture { nextDecision = reading.upcoming(change) }
        return readings
    }
}
