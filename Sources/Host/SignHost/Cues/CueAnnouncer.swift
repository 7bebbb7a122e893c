import Timelines

/// Announces cues a little before they are due, each once, in the order of time; a pure value.
///
/// Content knows when its next cue comes; the loop asks at every step, and again when a cue was announced.
package struct CueAnnouncer: Hashable, Sendable {
    /// How long before its instant a cue is announced at the earliest.
    package let lead: Nanoseconds
    private var announced: Instant

    /// The cues that are announced in one step.
    private static let maximumPerStep = 32

    /// Starts at an instant: cues at or after it are announced.
    package init(from start: Instant, lead: Nanoseconds = .milliseconds(50)) {
        self.lead = max(lead, .zero)
        announced = start - .one
    }

    /// Announces the cues up to `lead` from now; returns when to ask again, nil for never.
    ///
    /// Pulses that are too late are skipped.
    ///
    /// - Parameters:
    ///   - next: the first cue after an instant.
    ///   - announce: takes a cue.
    package mutating func step<Cue>(
        at now: Instant, next: (_ after: Instant) -> (instant: Instant, cue: Cue)?,
        announce: (_ instant: Instant, _ cue: Cue) -> Void
    ) -> Instant? {
        announced = max(announced, now - CueSchedule.maximumLateness)
        for _ in 0..<Self.maximumPerStep {
            guard let (instant, cue) = next(announced) else { return nil }
            guard instant > announced else { return nil }
            guard instant - now <= lead else { return instant - lead }
            announce(instant, cue)
            announced = instant
        }
        return now + .one
    }
}
