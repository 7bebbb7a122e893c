import Settings

/// The description of a field of a request.
package struct ControlFieldForm: Hashable, Sendable {
    package let name: String
    /// The values that it accepts, such as "a whole number from 0 to 100".
    package let expected: String
    package let isRequired: Bool

    /// The error for a value that the field does not accept.
    ///
    /// - Parameter detail: what else is expected, beginning with a comma.
    func wrongValue(_ value: JSONValue, detail: String = "") -> ControlError {
        ControlError(.wrongValue(field: name, expected: expected + detail, found: value.typeName))
    }
}

/// A field of a request, and how its value is read.
struct ControlField<Value>: Sendable {
    typealias Reader = @Sendable (JSONValue, ControlFieldForm) throws(ControlError) -> Value

    let form: ControlFieldForm
    private let missing: @Sendable () -> Value?
    private let read: Reader

    /// A field that every request must have.
    static func required(_ name: String, _ expected: String, read: @escaping Reader) -> ControlField {
        let form = ControlFieldForm(name: name, expected: expected, isRequired: true)
        return ControlField(form: form, missing: { nil }, read: read)
    }

    /// The value of the field in a request.
    func value(in request: ControlRequest, of verb: ControlVerb) throws(ControlError) -> Value {
        if let value = request[form.name] { return try read(value, form) }
        guard let value = missing() else {
            throw ControlError(.missingField(form.name, command: verb.name, expected: form.expected))
        }
        return value
    }
}

extension ControlField {
    /// A field that a request may leave out.
    static func optional<Wrapped>(_ name: String, _ expected: String, read: @escaping Reader) -> ControlField
    where Value == Wrapped? {
        let form = ControlFieldForm(name: name, expected: expected, isRequired: false)
        return ControlField(form: form, missing: { .some(nil) }, read: read)
    }
}
