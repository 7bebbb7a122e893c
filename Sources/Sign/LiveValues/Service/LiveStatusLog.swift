import Timelines

/// What a log says of sources: when one begins to fail, fails for another reason, and answers again; each once.
///
/// At most six lines an hour are said of each source; what is left out then is said at a later look, if it still holds.
package struct LiveStatusLog: Sendable {
    private struct Entry {
        var told: LiveError?
        /// The times when something was reported, the oldest first.
        var times: [Instant] = []
    }

    private var entries: [String: Entry] = [:]

    /// The lines of a source within `period`.
    static let mostLines = 6
    /// The time after which a line no longer counts.
    static let period = Nanoseconds.seconds(3_600)

    /// Creates a log that has said nothing yet.
    package init() {}

    /// Returns the lines to say at an instant, without line ends and fit for a terminal.
    ///
    /// - Parameter statuses: those of all sources; sources that are missing are forgotten.
    package mutating func lines(_ statuses: [LiveStatus], at now: Instant) -> [String] {
        var known: [String: Entry] = [:]
        var lines: [String] = []
        for status in statuses {
            var entry = entries[status.name] ?? Entry()
            if let line = Self.line(status, &entry, at: now) { lines.append(line) }
            known[status.name] = entry
        }
        entries = known
        return lines
    }

    private static func line(_ status: LiveStatus, _ entry: inout Entry, at now: Instant) -> String? {
        guard status.problem != entry.told else { return nil }
        entry.times.removeAll { $0 + period <= now }
        guard entry.times.count < mostLines else { return nil }
        entry.times.append(now)
        entry.told = status.problem
        let name = LiveText.clean(status.name)
        return status.reason.map { "warning: \(name): \($0)" } ?? "\(name): answers again"
    }
}
