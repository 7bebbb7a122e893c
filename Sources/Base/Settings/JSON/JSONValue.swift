/// A value of JSON (RFC 8259).
///
/// Objects keep the order of their members, and numbers are kept as they are written, so that nothing is lost by reading
/// and writing.
package enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, as JSON writes it.
    case number(String)
    /// A text.
    case text(String)
    /// A list.
    case list([JSONValue])
    /// Names and values, each name once.
    case object([JSONMember])

    /// A whole number.
    package static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    /// The value of a member of an object; nil without such a member, or if this is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text; nil if this is not one.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The whole number; nil if this is not one, or too large.
    ///
    /// However it is written: `20.0` and `2e1` are whole numbers too (JSON Schema 2020-12, 6.1.1), and many programs write
    /// them so.
    package var integer: Int64? {
        guard case .number(let number) = self else { return nil }
        if let integer = Int64(number) { return integer }
        // Up to 2^53 every whole number is a double.
        guard let value = Double(number), value.magnitude <= 9_007_199_254_740_992 else { return nil }
        return Int64(exactly: value)
    }

    /// The members; nil if this is not an object.
    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// What this is, for people: "a text", "a number" and so on.
    package var form: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): "the number \(number.prefix(20))"
        case .text: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

/// A name and its value in an object.
package struct JSONMember: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
