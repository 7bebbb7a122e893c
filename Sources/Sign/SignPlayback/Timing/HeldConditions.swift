import LiveValues
import Timelines

/// How far the conditions of messages have come, by what values did and when.
///
/// Equal conditions are one, so that a message keeps how far it has come when its file or its zone changes.
struct HeldConditions {
    private var states: [ValueCondition: ValueCondition.State] = [:]
    /// When one of them begins to hold if no value changes; nil for never.
    private(set) var nextDecision: Instant?

    /// Takes the conditions of all messages, and what sources say from an instant on.
    ///
    /// O(conditions).
    mutating func decide(_ conditions: [ValueCondition], in scope: FieldScope, at instant: Instant) {
        var next: [ValueCondition: ValueCondition.State] = [:]
        nextDecision = nil
        for condition in conditions where next[condition] == nil {
            var state = states[condition] ?? ValueCondition.State()
            condition.advance(&state, in: scope, at: instant)
            next[condition] = state
            nextDecision = nextDecision.earlier(condition.nextChange(of: state))
        }
        states = next
    }

    /// Whether all of some conditions hold, as of the last decision.
    func hold(_ conditions: [ValueCondition]) -> Bool { conditions.allSatisfy { states[$0]?.began != nil } }

    /// Since when all of some conditions hold; nil where one does not, and without conditions.
    func beginning(of conditions: [ValueCondition]) -> Instant? {
        guard hold(conditions) else { return nil }
        return conditions.compactMap { states[$0]?.began }.max()
    }
}
