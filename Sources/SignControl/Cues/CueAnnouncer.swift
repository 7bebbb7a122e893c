import Timelines

/// Tells cues a little before they are due, each once, in the order of time; a pure value.
///
/// Content says when its next cue comes; whoever draws asks at every step, and again when it is told.
public struct CueAnnouncer: Hashable, Sendable {
    /// How long before its instant a cue is told at the earliest.
    public let lead: Nanoseconds
    private var told: Instant

    /// The cues that are told in one step.
    private static let mostPerStep = 32

    /// Begins at an instant: cues before it are past, those at it are told.
    public init(from start: Instant, lead: Nanoseconds = .milliseconds(50)) {
        self.lead = max(lead, .zero)
        told = start - .one
    }

    /// Tells the cues up to `lead` from now; returns when to ask again, nil for never.
    ///
    /// Those that nobody asked for in time are passed over.
    ///
    /// - Parameters:
    ///   - next: the first cue after an instant.
    ///   - tell: takes a cue.
    public mutating func step<Cue>(
        at now: Instant, next: (_ after: Instant) -> (instant: Instant, cue: Cue)?,
        tell: (_ instant: Instant, _ cue: Cue) -> Void
    ) -> Instant? {
        told = max(told, now - CueSchedule.greatestLateness)
        for _ in 0..<Self.mostPerStep {
            guard let (instant, cue) = next(told) else { return nil }
            guard instant > told else { return nil }
            guard instant - now <= lead else { return instant - lead }
            tell(instant, cue)
            told = instant
        }
        return now + .one
    }
}
