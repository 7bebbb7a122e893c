import Timelines

/// Content that decides what is shown.
///
/// Call `direct` before every draw, with the instant of that draw. Decisions hold from instants of their
/// own, so that one that is taken late is the same as one that is taken in time; `nextChange` includes the next of them.
public protocol DirectedContent: Content {
    /// Takes every decision that is due at an instant, in order of time.
    ///
    /// May allocate, unlike a draw. Instants before that of the last call change nothing.
    func direct(at instant: Instant)

    /// When the next decision is due; nil for never.
    ///
    /// What is drawn for an earlier instant depends on no decision that is still to be taken.
    var nextDecision: Instant? { get }
}
