import Timelines

/// When changes are written to a file: soon, but not too often, and again where the disk refuses.
///
/// A pure state machine: the caller reports changes, asks when `due`, and does what `step` says.
public struct SaveSchedule: Hashable, Sendable {
    /// What has become of the last write.
    public enum Outcome: Hashable, Sendable {
        /// It has been done.
        case done
        /// It is still under way.
        case busy
        /// It could not be done.
        case failed
    }

    /// How soon a change is written.
    public enum Urgency: Hashable, Sendable {
        /// At once.
        case atOnce
        /// Not before `interval` after the last write, as it may change often.
        case soon
    }

    /// The least time between two writes of changes that are not urgent, and how long a write is given before it is looked at.
    public static let interval = Nanoseconds.seconds(5)
    /// The longest time until a write that has failed is tried again; the first retry comes after `interval`, and each later
    /// one after twice the time.
    public static let longestRetry = Nanoseconds.seconds(320)

    /// When `step` is to be called; nil while there is nothing to do.
    public private(set) var due: Instant?
    private var isChanged = false
    /// When the last write began; nil before the first one.
    private var began: Instant?
    /// Whether it is still unknown what has become of it.
    private var isOpen = false
    private var failures = 0
    /// The time from the last write that has failed to the next one.
    private var wait = Nanoseconds.zero

    /// Starts with a file that needs no write.
    public init() {}

    /// Notes a change.
    public mutating func note(_ urgency: Urgency, at instant: Instant) {
        isChanged = true
        // The disk that has refused is left alone until the retry.
        guard failures == 0 else { return }
        let earliest = urgency == .soon ? began.map { max(instant, $0 + Self.interval) } ?? instant : instant
        due = due.map { min($0, earliest) } ?? earliest
    }

    /// Returns whether to write what there is now.
    ///
    /// - Parameter outcome: what has become of the last write.
    public mutating func step(at instant: Instant, _ outcome: Outcome) -> Bool {
        guard let due, instant >= due else { return false }
        if isOpen, !settle(outcome, at: instant) { return false }
        guard isChanged else {
            self.due = nil
            return false
        }
        (isChanged, isOpen, began) = (false, true, instant)
        self.due = instant + Self.interval
        return true
    }

    /// Takes what has become of the last write; returns whether another one may begin.
    private mutating func settle(_ outcome: Outcome, at instant: Instant) -> Bool {
        switch outcome {
        case .done:
            (isOpen, failures) = (false, 0)
            return true
        case .busy:
            due = instant + .seconds(1)
            return false
        case .failed:
            isOpen = false
            isChanged = true
            let wait = failures == 0 ? Self.interval : min(self.wait + self.wait, Self.longestRetry)
            (self.wait, failures) = (wait, failures + 1)
            let retry = (began ?? instant) + wait
            due = retry
            guard instant >= retry else { return false }
            return true
        }
    }
}
