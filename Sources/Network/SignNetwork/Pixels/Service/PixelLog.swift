import SignHost
import Timelines

/// What the log says about streams: who begins, and when the last one ends; at most one line in some seconds.
struct PixelLog {
    private var known = 0
    private var owner: PixelStreamStatus.Sender?
    private var last: Instant?

    /// The least time between two lines.
    static let interval = Nanoseconds.seconds(10)

    /// What is new, a line each.
    mutating func lines(_ stream: PixelStream, at instant: Instant) -> [String] {
        guard known != stream.revision, last.map({ instant - $0 >= Self.interval }) ?? true else { return [] }
        known = stream.revision
        let now = stream.status.owner
        guard now != owner else { return [] }
        owner = now
        last = instant
        guard let now else { return ["network pixels have ended"] }
        return ["network pixels come from \(now.name) by \(now.proto)"]
    }
}
