import LiveValues
import SignFiles
import Timelines

/// How far the conditions of messages have come, by what values did and when.
///
/// Equal conditions are one, so that a message keeps how far it has come when its file or its zone changes. Within a part that
/// is repeated for the elements of a list, each element has conditions of its own.
struct HeldConditions {
    /// A condition, and the element of a list whose values its name means.
    struct Subject: Hashable {
        let condition: ValueCondition
        let element: ElementPath
    }

    private var states: [Subject: ValueCondition.State] = [:]
    /// When one of them begins or ends if no source says anything else; nil for never.
    private(set) var nextDecision: Instant?

    /// Takes the conditions of messages and of their parts, and what sources say from an instant on.
    ///
    /// O(conditions, those of each element counted).
    ///
    /// - Parameter nextPassing: when a value that changes with time alone passes a number of a condition.
    mutating func decide(
        _ messages: [SignMessage], in scope: FieldScope, at instant: Instant,
        nextPassing: (ValueCondition) -> Instant? = { _ in nil }
    ) {
        var next: [Subject: ValueCondition.State] = [:]
        nextDecision = nil
        for message in messages {
            message.visitConditions(in: scope) { condition, scope, element in
                let subject = Subject(condition: condition, element: element)
                guard next[subject] == nil else { return }
                var state = states[subject] ?? ValueCondition.State()
                condition.advance(&state, in: scope, at: instant)
                next[subject] = state
                nextDecision = nextDecision.earlier(condition.nextChange(of: state))
                    .earlier(nextPassing(condition))
            }
        }
        states = next
    }

    /// Whether all of some conditions hold, perhaps those of an element, as of the last decision.
    func hold(_ conditions: [ValueCondition], of element: ElementPath = []) -> Bool {
        conditions.allSatisfy { states[Subject(condition: $0, element: element)]?.began != nil }
    }

    /// Since when all of some conditions hold; nil where one does not, and without conditions.
    func beginning(of conditions: [ValueCondition]) -> Instant? {
        guard hold(conditions) else { return nil }
        return conditions.compactMap { states[Subject(condition: $0, element: [])]?.began }.max()
    }
}

/// The way to an element of a list, through the elements that it lies in; empty outside of lists.
typealias ElementPath = [ElementStep]

/// An element of a list, as it is known while values change.
struct ElementStep: Hashable {
    let list: SignEach.Identity
    let key: String
}

extension SignEach {
    /// What makes its elements different ones.
    ///
    /// Shared by reference, because each element has it.
    final class Identity: Hashable, Sendable {
        private let field: EachField
        private let key: ValuePath?

        fileprivate init(_ field: EachField, key: ValuePath?) { (self.field, self.key) = (field, key) }

        static func == (first: Identity, second: Identity) -> Bool {
            first === second || first.field == second.field && first.key == second.key
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(field)
            hasher.combine(key)
        }
    }

    /// The elements that are shown, with what identifies each among them.
    func elements(in scope: FieldScope) -> [(scope: FieldScope, step: ElementStep)] {
        let identity = Identity(field, key: key)
        var known: Set<String> = []
        return scope.elements(of: field).enumerated().map { number, element in
            let own = key.flatMap(element.text) ?? String(number)
            // Of two elements with one key the second one is known by its number, too.
            let name = key == nil || known.insert(own).inserted ? own : "\(own) \(number)"
            return (element, ElementStep(list: identity, key: name))
        }
    }
}

extension SignMessage {
    /// Calls a function with the conditions of the message and of its parts, and what names mean in each.
    fileprivate func visitConditions(
        in scope: FieldScope, _ visit: (ValueCondition, FieldScope, ElementPath) -> Void
    ) {
        for condition in conditions { visit(condition, scope, []) }
        for part in parts ?? [] { part.visitConditions(in: scope, of: [], visit) }
    }
}

extension SignPart {
    fileprivate func visitConditions(
        in scope: FieldScope, of element: ElementPath, _ visit: (ValueCondition, FieldScope, ElementPath) -> Void
    ) {
        guard let each = box.each else { return visitOwn(in: scope, of: element, visit) }
        guard [self].all.contains(where: { !$0.conditions.isEmpty }) else { return }
        // Where there are no elements, the conditions that need none decide whether that is said.
        for condition in conditions { visit(condition, scope, element) }
        for (scope, step) in each.elements(in: scope) { visitOwn(in: scope, of: element + [step], visit) }
    }

    private func visitOwn(
        in scope: FieldScope, of element: ElementPath, _ visit: (ValueCondition, FieldScope, ElementPath) -> Void
    ) {
        for condition in conditions { visit(condition, scope, element) }
        for part in inner { part.visitConditions(in: scope, of: element, visit) }
    }
}
