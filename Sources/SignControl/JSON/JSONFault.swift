/// What keeps bytes from being one JSON value, and where.
public struct JSONFault: Error, Hashable, Sendable {
    /// What can be wrong.
    public enum Reason: Hashable, Sendable {
        /// A byte that is not UTF-8.
        case notUTF8
        /// The bytes end within a value.
        case end
        /// A byte that cannot be there, and what can.
        case unexpected(expected: String)
        /// A number that JSON does not write so.
        case number
        /// An escape in a text that there is not, or half a pair of surrogates.
        case escape
        /// A control character in a text that is not escaped.
        case control
        /// A name that the object has already.
        case duplicate(String)
        /// Lists and objects within each other, deeper than that.
        case depth(limit: Int)
    }

    /// What is wrong.
    public let reason: Reason
    /// The byte, from 0.
    public let offset: Int
}

extension JSONFault: CustomStringConvertible {
    /// What is wrong, and the byte, from 1.
    public var description: String { "\(words), at byte \(offset + 1)" }

    private var words: String {
        switch reason {
        case .notUTF8: "not UTF-8"
        case .end: "it ends in the middle of a value"
        case .unexpected(let expected): "\(expected) is expected"
        case .number: "a number such as 5, -1.5 or 2e3 is expected"
        case .escape: "a backslash stands before one of \" \\ / b f n r t, or before u and four digits"
        case .control: "a control character in a text is written \\u and four digits"
        case .duplicate(let name): "\"\(name.prefix(40))\" is given twice"
        case .depth(let limit): "lists and objects lie within each other at most \(limit) deep"
        }
    }
}
