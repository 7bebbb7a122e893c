/// Values of JSON as literals: `["ok": true, "name": .text(name), "zones": ["left", "right"]]`.
extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object with these members in their order; those whose value is nil are left out.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        self = .object(elements.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// A list.
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// A text.
    package init(stringLiteral value: String) { self = .text(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// True or false.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    package init(integerLiteral value: Int) { self = .integer(value) }
}
