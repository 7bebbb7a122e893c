import Timelines

/// The connection to the broker as a state machine: when to connect, when to give up, what to log.
///
/// Pure: time and chance are parameters.
package struct BrokerLink: Equatable, Sendable {
    private enum Phase: Equatable {
        case waiting(until: Instant)
        case connecting(since: Instant)
        case connected(since: Instant)
    }

    /// What to do now.
    package enum Step: Equatable, Sendable {
        case nothing
        case connect
        /// The broker has not answered in time.
        case giveUp
    }

    private var phase: Phase
    private var wait = Self.minimumWait
    /// When there last was a connection, or when the sign began.
    private var lost: Instant
    private var reason: String?
    /// Why connections end again and again; nil where that is not so.
    private var lasting: String?
    /// The reasons that the log has, and whether it has the return.
    private var logged: Set<String> = []
    private var hasLoggedReturn = false

    package static let minimumWait = Nanoseconds.seconds(1)
    package static let maximumWait = Nanoseconds.seconds(60)
    /// How long a broker may take to answer.
    package static let answerTime = Nanoseconds.seconds(10)
    /// After how long without a connection there is a problem, and how long one has to hold to count as steady.
    package static let settlingTime = Nanoseconds.seconds(60)
    /// The most reasons that the log gets of one loss.
    package static let maximumReasons = 8

    /// Connects at once.
    package init(at instant: Instant) {
        phase = .waiting(until: instant)
        lost = instant
    }

    package var isConnected: Bool {
        if case .connected = phase { true } else { false }
    }

    /// Whether there has been a connection for so long that it counts as steady.
    private func holds(at instant: Instant) -> Bool {
        if case .connected(let since) = phase { instant - since >= Self.settlingTime } else { false }
    }

    /// When `step` or `problem` has something new at the latest; nil for never.
    package func due(after instant: Instant) -> Instant? {
        switch phase {
        case .waiting(let until):
            let problem = lost + Self.settlingTime
            return problem > instant ? min(until, problem) : until
        case .connecting(let since): return since + Self.answerTime
        case .connected(let since): return lasting == nil || holds(at: instant) ? nil : since + Self.settlingTime
        }
    }

    /// Returns what to do now; the caller reports what came of it.
    package mutating func step(at instant: Instant) -> Step {
        switch phase {
        case .waiting(let until) where until <= instant:
            phase = .connecting(since: instant)
            return .connect
        case .connecting(let since) where instant - since >= Self.answerTime: return .giveUp
        default: return .nothing
        }
    }

    /// Records that the broker has taken the sign; returns a line for the log.
    package mutating func recordConnected(at instant: Instant) -> String? {
        phase = .connected(since: instant)
        reason = nil
        // What ended the last connection is likely to end this one.
        if lasting == nil { wait = Self.minimumWait }
        guard !logged.isEmpty, !hasLoggedReturn else { return nil }
        hasLoggedReturn = true
        return "the broker answers again"
    }

    /// Records that there is no connection, and why; returns a line for the log, the first time for each reason.
    ///
    /// - Parameters:
    ///   - isLasting: whether the next connection is likely to end in the same way. Then the waits keep growing until
    ///     one has held.
    ///   - chance: a number from 0 to 1, so that many signs do not come at the same time.
    package mutating func recordFailure(
        _ words: String, isLasting: Bool = false, at instant: Instant, chance: Double
    ) -> String? {
        if case .connected(let since) = phase {
            lost = instant
            // Of a broker that comes and goes the log says it once.
            if instant - since >= Self.settlingTime {
                (logged, hasLoggedReturn) = ([], false)
                wait = Self.minimumWait
            }
        }
        lasting = isLasting ? words : nil
        let extra = Int64(Double(wait.count) / 10 * min(max(chance, 0), 1))
        phase = .waiting(until: instant + wait + Nanoseconds(extra))
        wait = min(wait + wait, Self.maximumWait)
        reason = words
        guard logged.count < Self.maximumReasons, logged.insert(words).inserted else { return nil }
        return words
    }

    /// What keeps the sign from the broker, once that has lasted; what ends its connections again and again at once.
    package func problem(at instant: Instant) -> String? {
        if let lasting { return holds(at: instant) ? nil : lasting }
        guard let reason, !isConnected, instant - lost >= Self.settlingTime else { return nil }
        return reason
    }
}
