import Settings

/// What is wrong with a field of a text, and where in it.
package struct FieldProblem: Error, Hashable, Sendable {
    /// What can be wrong.
    package enum Reason: Hashable, Sendable {
        /// Nothing stands between the braces.
        case empty
        /// A name that no field has.
        case unknownField(String, nearest: String?)
        /// A word behind a bar that is no format.
        case unknownFormat(String, nearest: String?)
        /// An option of a repetition that there is not.
        case unknownOption(String, nearest: String?)
        /// A comparison that there is not.
        case unknownCondition(String, nearest: String?)
        /// Something else than what has to stand here; in words.
        case expected(String, found: String)
        /// A quotation mark without a second one.
        case openQuote
        /// A brace without a second one.
        case openBrace
        /// A number outside its range.
        case outOfRange(String, expected: String)
        /// A path of too many steps.
        case tooManySteps
        /// More formats or conditions than a field may have.
        case tooMany(String, limit: Int)
        /// Repetitions within repetitions beyond the limit.
        case tooDeep(limit: Int)
    }

    /// What is wrong.
    package let reason: Reason
    /// The number of characters (Unicode scalars) before it, from the first one behind the opening brace.
    package let offset: Int

    /// Names a problem.
    package init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The same problem in a text that this one begins `count` characters later in.
    package func shifted(by count: Int) -> FieldProblem { FieldProblem(reason, offset: offset + count) }
}

extension FieldProblem: CustomStringConvertible {
    /// What is wrong, what is expected, and the nearest word that there is.
    package var description: String { reason.description }
}

extension FieldProblem.Reason: CustomStringConvertible {
    /// What is wrong, what is expected, and the nearest word that there is.
    package var description: String {
        switch self {
        case .empty: "the braces are empty; write the name of a field, or {{ for a brace"
        case .unknownField(let name, let nearest):
            "unknown field \(Self.quoted(name))\(ShownText.suggestion(nearest)); describe it under \"fields\", or write {{ for a brace"
        case .unknownFormat(let word, let nearest):
            "unknown format \(Self.quoted(word))\(ShownText.suggestion(nearest)); use a number format such as +,.2, or one of "
                + FieldFormat.words.joined(separator: ", ")
        case .unknownOption(let word, let nearest):
            "a repetition has no option \(Self.quoted(word))\(ShownText.suggestion(nearest)); it has "
                + "\(EachField.options.joined(separator: ", ")), and a colon before what is repeated"
        case .unknownCondition(let word, let nearest):
            "unknown condition \(Self.quoted(word))\(ShownText.suggestion(nearest)); a condition begins with = != < <= > >= or "
                + FieldCondition.words.joined(separator: ", ")
        case .expected(let words, let found): "expected \(words), not \(found)"
        case .openQuote: "the closing quotation mark is missing; inside a text, write \\\" for a quotation mark"
        case .openBrace: "the closing brace is missing; write {{ for a brace"
        case .outOfRange(let given, let expected): "expected \(expected), not \(Self.shortened(given))"
        case .tooManySteps: "a path has at most \(ValuePath.maximumSteps) steps"
        case .tooMany(let things, let limit): "a field has at most \(limit) \(things)"
        case .tooDeep(let limit): "repetitions can be nested at most \(limit) deep"
        }
    }

    static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

    private static func shortened(_ text: String) -> String { ShownText.shortened(LiveText.clean(text), maximum: 40) }
}
