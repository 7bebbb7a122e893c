import LiveValues
import Settings

/// Reads what has to be true of values while a message or a part is shown.
extension ValueCondition {
    /// Reads `while`: a condition, or a list of which all must hold; without the key none.
    static func read(_ fields: inout SignFields, _ context: SignContext, into conditions: inout [ValueCondition]) {
        let words = "a condition such as \"door = open for 10s\", or a list of conditions"
        let form = SignFields.ValueForm<ValueCondition>.parsed(words, SignReason.field, isPlaced: true) {
            text throws(TextError) in try ValueCondition(parsing: text, fields: context.fieldNames)
        }
        fields.readList("while", as: form, maximum: maximum, of: "conditions", into: &conditions)
    }
}

extension SignMessage {
    /// Whether it or any of its parts have conditions.
    package var hasConditions: Bool { !conditions.isEmpty || (parts?.all.contains { !$0.conditions.isEmpty } ?? false) }
}
