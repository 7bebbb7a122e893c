import Timelines

/// Decides when changes are written to a file: soon, but not too often, and again after a failure.
///
/// A pure state machine: the caller reports changes, calls `step` when it is `due`, and does what that says.
package struct SaveSchedule: Hashable, Sendable {
    /// The outcome of the last write.
    package enum Outcome: Hashable, Sendable {
        /// It succeeded.
        case done
        /// It is still running.
        case busy
        /// It failed.
        case failed
    }

    /// The shortest time between two writes of changes that are not urgent, and the time after which a running write is
    /// checked.
    package static let interval = Nanoseconds.seconds(5)
    /// The longest time until a failed write is retried; the first retry comes after `interval`, and each later
    /// one after twice the time.
    package static let maximumRetry = Nanoseconds.seconds(320)

    /// When `step` is to be called; nil while there is nothing to do.
    package private(set) var due: Instant?
    private var isChanged = false
    /// When the last write began; nil before the first one.
    private var began: Instant?
    /// Whether its outcome is still unknown.
    private var isOpen = false
    private var failures = 0
    /// The time from the last failed write to the next one.
    private var wait = Nanoseconds.zero

    /// Records a change.
    ///
    /// - Parameter isUrgent: whether it is written at once; others are written at the earliest `interval` after the last write, because
    ///   they may come often.
    package mutating func record(isUrgent: Bool = true, at instant: Instant) {
        isChanged = true
        // The disk that has refused is left alone until the retry.
        guard failures == 0 else { return }
        let earliest = isUrgent ? instant : began.map { max(instant, $0 + Self.interval) } ?? instant
        due = due.earlier(earliest)
    }

    /// Returns whether to write the current content.
    package mutating func step(at instant: Instant, _ outcome: Outcome) -> Bool {
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

    /// Handles the outcome of the last write; returns whether another one may start.
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
            let wait = failures == 0 ? Self.interval : min(self.wait + self.wait, Self.maximumRetry)
            (self.wait, failures) = (wait, failures + 1)
            let retry = (began ?? instant) + wait
            due = retry
            return instant >= retry
        }
    }
}
