/// A value of JSON (RFC 8259).
///
/// Objects keep the order of their members, and numbers are kept as they are written, so that nothing is lost by reading
/// and writing.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number, as JSON writes it.
    case number(String)
    case text(String)
    case list([JSONValue])
    /// Names and values, each name once.
    case object([JSONMember])

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

    /// The object with this member set; an existing member keeps its position.
    package func setting(_ name: String, to value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return .object([JSONMember(name, value)]) }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append(JSONMember(name, value))
        }
        return .object(members)
    }

    /// What this is, for people: "a text", "a number" and so on.
    package var typeName: String {
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

    package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
}

/// Values of JSON as literals: `["ok": true, "name": .text(name), "zones": ["left", "right"]]`.
extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object with these members in their order; those whose value is nil are left out.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        self = .object(elements.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}

extension JSONValue: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self = .text(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue {
    /// The value as JSON on one line; letters beyond ASCII stay as they are.
    ///
    /// Every JSON reader, and every YAML reader, reads it back.
    package var line: String {
        var line = ""
        write(to: &line)
        return line
    }

    private func write(to line: inout String) {
        switch self {
        case .null: line += "null"
        case .bool(let value): line += value ? "true" : "false"
        case .number(let number): line += number
        case .text(let text): Self.write(text, to: &line)
        case .list(let values):
            line += "["
            for (index, value) in values.enumerated() {
                if index > 0 { line += ", " }
                value.write(to: &line)
            }
            line += "]"
        case .object(let members):
            line += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { line += ", " }
                Self.write(member.name, to: &line)
                line += ": "
                member.value.write(to: &line)
            }
            line += "}"
        }
    }

    static func write(_ text: String, to line: inout String) {
        line += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": line += "\\\""
            case "\\": line += "\\\\"
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            // Also what YAML does not take as it is: C1 controls, line separators and noncharacters.
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16)
                line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: line.unicodeScalars.append(scalar)
            }
        }
        line += "\""
    }
}
