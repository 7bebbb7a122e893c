import LiveValues
import Settings

/// A field that is a line over time: the value of another one, and how fast it moves from there.
package struct MovingField: Equatable, Sendable {
    package var name: String
    /// The value that it begins with, whenever that is a new one.
    package var of: ValueField
    /// What is added each second.
    package var rate = SignNumber.fixed(0)
    /// When the value was right: a date; nil for when it came.
    package var at: ValueField?
    /// Moves only while it holds; nil for always.
    package var condition: ValueCondition?
}

extension MovingField {
    /// Reads an entry of `fields` with the key `of`; nil if there are problems.
    init?(_ fields: inout SignFields, name: String, _ names: FieldNames) {
        let values = SignFields.ValueForm<ValueField>.reference("a value such as player.position", names)
        let of = fields.value("of", as: values)
        var (rate, at, condition) = (SignNumber.fixed(0), ValueField?.none, ValueCondition?.none)
        fields.read("rate", as: .number("a number for each second, or a value such as \"{speed}\"", names), into: &rate)
        fields.read("at", as: values, into: &at)
        let conditions = SignFields.ValueForm<ValueCondition>.parsed(
            "a condition such as player.state = playing", SignReason.markup, isPlaced: true
        ) { text throws(TextError) in try ValueCondition(parsing: text, fields: names.fields) }
        fields.read("while", as: conditions, into: &condition)
        guard let of else { return nil }
        self.init(name: name, of: of, rate: rate, at: at, condition: condition)
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == ValueField {
    /// A value without braces; with formats, and without conditions.
    fileprivate static func reference(_ expected: String, _ names: FieldNames) -> Self {
        Self(expected) { text in
            do throws(TextError) {
                guard case .value(let field) = try FieldReference(parsing: text, fields: names.fields),
                    field.conditions.isEmpty
                else { return .wrongType }
                if let problem = field.formatProblems(maps: names.maps).first { throw problem }
                return .value(field)
            } catch {
                return .refused(.markup(error), offset: error.offset)
            }
        }
    }
}
