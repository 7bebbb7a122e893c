import Timelines

/// Debounces one contact by timestamps, if the kernel does not; a pure state machine.
///
/// The first change counts at once; then the contact is ignored for a while, after which its level counts.
package struct EdgeDebounce: Hashable, Sendable {
    /// How long the contact may bounce.
    package let period: Nanoseconds
    /// The stable level.
    package private(set) var isHigh: Bool
    private var raw: Bool
    private var deafUntil: Instant?

    /// Starts with the current level.
    package init(period: Nanoseconds, isHigh: Bool) {
        self.period = max(period, .zero)
        self.isHigh = isHigh
        raw = isHigh
    }

    /// When the contact has to be looked at even if it does not change; nil for never.
    package var due: Instant? { raw == isHigh ? nil : deafUntil }

    /// Handles a change; returns whether the stable level changed.
    package mutating func feed(isHigh level: Bool, at instant: Instant) -> Bool {
        let before = isHigh
        // What was to be looked at in between.
        _ = settle(at: instant)
        raw = level
        _ = settle(at: instant)
        return isHigh != before
    }

    /// Looks at the contact when it is due; returns whether the level that counts has changed.
    package mutating func settle(at instant: Instant) -> Bool {
        let start = deafUntil ?? instant
        guard instant >= start else { return false }
        guard raw != isHigh else {
            deafUntil = nil
            return false
        }
        isHigh = raw
        deafUntil = start + period
        return true
    }
}
