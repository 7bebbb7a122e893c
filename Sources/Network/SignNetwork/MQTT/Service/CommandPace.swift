import Settings
import Timelines

/// How fast commands of a broker are taken: after too many of them nothing is read until the second is over, and after a message
/// that is too long for a second.
///
/// Pure: time is a parameter.
struct CommandPace {
    private var taken = RateLimit(Self.maximum, within: .seconds(1))
    /// When reading resumes; nil while it does.
    private(set) var pause: Instant?

    /// The most commands that are taken within a second.
    static let maximum = 50

    /// Resumes reading when it is due.
    mutating func resume(at instant: Instant) {
        if let until = pause, until <= instant { pause = nil }
    }

    /// Counts a command; returns whether it is one that begins a pause.
    mutating func record(at instant: Instant) -> Bool {
        taken.record("", at: instant)
        guard pause == nil, let wait = taken.wait("", at: instant) else { return false }
        pause = instant + wait
        return true
    }

    /// Records that a mebibyte of a message that is too long was passed over, or the last of it: what reading one costs is
    /// spread over time, and is not to come again and again.
    mutating func recordPassed(isOver: Bool, at instant: Instant) {
        pause = instant + (isOver ? .seconds(1) : .milliseconds(5))
    }
}

/// What the broker keeps and has sent: states are taken once, commands are ignored, and said so once.
struct RetainedMemory {
    private var taken: [String: StableHash] = [:]
    private var reported: Set<String> = []

    /// The topics that are remembered.
    static let maximum = 1_024

    /// Whether a kept state is new.
    mutating func isNew(_ topic: String, _ payload: [UInt8]) -> Bool {
        var hash = StableHash()
        hash.combine(payload)
        guard taken[topic] != hash else { return false }
        if taken.count < Self.maximum || taken[topic] != nil { taken[topic] = hash }
        return true
    }

    /// Whether the log is still to say that a retained command is ignored.
    mutating func isToReport(_ topic: String) -> Bool {
        reported.count < Self.maximum && reported.insert(topic).inserted
    }
}
