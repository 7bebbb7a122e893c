import Timelines

/// Takes the bounces out of one contact by time stamps, where the kernel does not; a pure state machine.
///
/// The first change counts at once; then the contact is not listened to for a while, after which its level counts.
public struct EdgeDebounce: Hashable, Sendable {
    /// How long the contact may bounce.
    public let period: Nanoseconds
    /// The level that counts.
    public private(set) var isHigh: Bool
    private var raw: Bool
    private var deafUntil: Instant?

    /// Begins with the present level.
    public init(period: Nanoseconds, isHigh: Bool) {
        self.period = max(period, .zero)
        self.isHigh = isHigh
        raw = isHigh
    }

    /// When the contact has to be looked at even if it does not change; nil for never.
    public var due: Instant? { raw == isHigh ? nil : deafUntil }

    /// Takes a change; returns whether the level that counts is another one than before.
    public mutating func feed(isHigh level: Bool, at instant: Instant) -> Bool {
        let before = isHigh
        // What was to be looked at in between.
        _ = settle(at: instant)
        raw = level
        _ = settle(at: instant)
        return isHigh != before
    }

    /// Looks at the contact when it is due; returns whether the level that counts has changed.
    public mutating func settle(at instant: Instant) -> Bool {
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
