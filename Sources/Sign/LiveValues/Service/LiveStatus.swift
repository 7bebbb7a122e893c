import LinuxSystem
import Timelines

/// How a source is doing.
package struct LiveStatus: Hashable, Sendable {
    /// The name of the source.
    package var name: String
    /// Why it gave nothing the last time; nil if it did, or has not been asked.
    package let problem: WordedError?
    /// How often it has failed since it last answered.
    package let failures: Int
    /// When it last answered; nil if it never has.
    package let answeredAt: Instant?
    /// When it is asked next; nil for variables and topics, which are never asked, and for what has been asked for its turn.
    package let nextAttempt: Instant?
    /// Whether its values come by themselves as messages at a topic.
    package let isAwaited: Bool
    /// What is to be said of its last answer; nil for nothing.
    package let answer: String?

    /// Describes how a source is doing.
    package init(
        name: String, problem: WordedError? = nil, failures: Int = 0, answeredAt: Instant? = nil,
        nextAttempt: Instant? = nil, isAwaited: Bool = false, answer: String? = nil
    ) {
        (self.name, self.problem, self.failures, self.answer) = (name, problem, failures, answer)
        (self.answeredAt, self.nextAttempt, self.isAwaited) = (answeredAt, nextAttempt, isAwaited)
    }

    /// The same of a source that answers, but with a value that cannot be shown.
    package func showing(_ problem: WordedError?) -> LiveStatus {
        LiveStatus(
            name: name, problem: self.problem ?? problem, failures: failures, answeredAt: answeredAt,
            nextAttempt: nextAttempt, isAwaited: isAwaited, answer: answer)
    }

    /// The bytes of other people's words that are kept of a reason.
    private static let maximumCharacters = 300

    /// Why it gave nothing the last time, in a line that is fit for a terminal; nil if it did.
    package var reason: String? {
        problem.map { LiveText.clean("\($0)", length: Self.maximumCharacters) }
    }

    /// How it is doing at an instant, in a line that is fit for a terminal.
    package func line(at now: Instant) -> String {
        var words: [String] = []
        let age = answeredAt.map { Self.rounded(now - $0) }
        switch (reason, age) {
        case (let reason?, let age?) where failures == 0:
            words += [reason, "\(isAwaited ? "last message" : "answered") \(age) ago"]
        case (let reason?, let age):
            words.append(reason)
            words.append(failures == 1 ? "failed once" : "failed \(failures) times")
            let answer = isAwaited ? "good message" : "answer"
            words.append(age.map { "last \(answer) \($0) ago" } ?? "no \(answer) so far")
        case (nil, let age?): words.append("\(isAwaited ? "last message" : "answered") \(age) ago")
        case (nil, nil): words.append(isAwaited ? "no message so far" : "no answer yet")
        }
        if let answer { words.append(answer) }
        if let nextAttempt {
            words.append(nextAttempt <= now ? "being asked" : "next attempt in \(Self.rounded(nextAttempt - now))")
        }
        return "\(LiveText.clean(name)): \(words.joined(separator: "; "))"
    }

    /// A time in its largest unit, rounded down.
    static func rounded(_ time: Nanoseconds) -> String {
        let seconds = max(time.count, 0) / 1_000_000_000
        let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3_600), ("min", 60)]
        for unit in units where seconds >= 2 * unit.seconds { return "\(seconds / unit.seconds) \(unit.name)" }
        return "\(seconds) s"
    }
}

/// What a log says of sources: when one begins to fail, fails for another reason, and answers again; each once.
///
/// At most six lines an hour are said of each source; what is left out then is said at a later look, if it still holds.
package struct LiveStatusLog: Sendable {
    /// What was said last of each source, and when lines were said, the oldest first.
    private typealias Entry = (told: WordedError?, times: [Instant])

    private var entries: [String: Entry] = [:]

    /// The lines of a source within `period`.
    static let maximumLines = 6
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
            var entry = entries[status.name] ?? (nil, [])
            if let line = Self.line(status, &entry, at: now) { lines.append(line) }
            known[status.name] = entry
        }
        entries = known
        return lines
    }

    private static func line(_ status: LiveStatus, _ entry: inout Entry, at now: Instant) -> String? {
        guard status.problem != entry.told else { return nil }
        entry.times.removeAll { $0 + period <= now }
        guard entry.times.count < maximumLines else { return nil }
        entry.times.append(now)
        entry.told = status.problem
        let name = LiveText.clean(status.name)
        return status.reason.map { "warning: \(name): \($0)" } ?? "\(name): answers again"
    }
}
