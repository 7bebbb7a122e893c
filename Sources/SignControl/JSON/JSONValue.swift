/// A value of JSON (RFC 8259).
///
/// Objects keep the order of their members, and numbers are kept as they are written, so that nothing is lost by reading
/// and writing.
public enum JSONValue: Hashable, Sendable {
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
    public static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    /// The value of a member of an object; nil where there is none, or where this is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text, if this is one.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The whole number, if this is one that fits.
    public var integer: Int64? {
        if case .number(let number) = self { Int64(number) } else { nil }
    }

    /// The members, if this is an object.
    public var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// What this is, for people: "a text", "a number" and so on.
    var form: String {
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
public struct JSONMember: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Puts a name before a value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
