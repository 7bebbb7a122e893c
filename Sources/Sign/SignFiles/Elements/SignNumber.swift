import LiveValues
import Settings

/// A number that a part shows: as the file has it, or what a field says.
package enum SignNumber: Equatable, Sendable {
    case fixed(LiveNumber)
    case field(ValueField)

    /// Whether a value decides.
    package var field: ValueField? { if case .field(let field) = self { field } else { nil } }

    /// What it is now; nil where the field has no value, or one that is no number.
    package func number(in scope: FieldScope) -> LiveNumber? {
        switch self {
        case .fixed(let number): number
        case .field(let field): field.value(in: scope)?.number
        }
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == SignNumber {
    /// A number, or one value in braces.
    ///
    /// - Parameter names: those that fields may have; nil for any.
    static func number(_ expected: String, fields names: [String]?) -> Self {
        let fields = SettingsFields.ValueForm<ValueField>.field(expected, fields: names)
        return Self(expected) { text in
            if let number = LiveNumber(parsing: text) { return .value(.fixed(number)) }
            return fields.read(text).map { .field($0) }
        }
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == ValueField {
    /// One value in braces, and nothing else; conditions may give texts, but no tags.
    static func field(_ expected: String, fields names: [String]?) -> Self {
        Self(expected) { text in
            let scalars = Array(text.unicodeScalars)
            guard scalars.first == "{", FieldReference.end(in: scalars, from: 1) == scalars.count - 1 else {
                return .wrongType
            }
            var inside = String.UnicodeScalarView()
            inside.append(contentsOf: scalars[1..<scalars.count - 1])
            do throws(TextError) {
                guard case .value(let field) = try FieldReference(parsing: String(inside), fields: names) else {
                    return .wrongType
                }
                guard let tag = field.conditions.lazy.flatMap(\.tags).first else { return .value(field) }
                throw TextError(
                    "only a text in quotation marks can stand here, such as \"0\", not \(ShownText.quoted(tag.words))",
                    at: tag.offset)
            } catch {
                return .refused(.markup(error), offset: error.offset + 1)
            }
        }
    }
}
