/// Why bytes are not one JSON value, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// What can be wrong.
    package enum Reason: Hashable, Sendable {
        /// A byte that is not UTF-8.
        case notUTF8
        /// The bytes end within a value.
        case end
        /// A byte that cannot be there, and what is expected there.
        case unexpected(expected: String)
        /// A number in another form than JSON's.
        case number
        /// An unknown escape in a text, or half of a surrogate pair.
        case escape
        /// A control character in a text that is not escaped.
        case control
        /// A name that the object has twice.
        case duplicate(String)
        /// More levels of lists and objects than allowed.
        case depth(limit: Int)
    }

    /// What is wrong.
    package let reason: Reason
    /// The byte, from 0.
    package let offset: Int

    package init(reason: Reason, offset: Int) {
        (self.reason, self.offset) = (reason, offset)
    }
}

extension JSONError: CustomStringConvertible {
    /// What is wrong, and the byte, from 1.
    package var description: String { "\(words), at byte \(offset + 1)" }

    private var words: String {
        switch reason {
        case .notUTF8: "not UTF-8"
        case .end: "it ends in the middle of a value"
        case .unexpected(let expected): "\(expected) is expected"
        case .number: "a number such as 5, -1.5 or 2e3 is expected"
        case .escape: "after a backslash, one of \" \\ / b f n r t or u and four digits is expected"
        case .control: "write control characters in a text as \\u and four digits"
        case .duplicate(let name): "\"\(name.prefix(40))\" is given twice"
        case .depth(let limit): "lists and objects may be nested at most \(limit) deep"
        }
    }
}
