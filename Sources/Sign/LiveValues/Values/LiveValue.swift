/// What a source says: a text, a number, or a list or record of values.
///
/// Texts are clean: see ``LiveText``.
package enum LiveValue: Hashable, Sendable {
    /// A text without line ends and control characters.
    case text(String)
    /// A number.
    case number(LiveNumber)
    /// Several values in order.
    case list([LiveValue])
    /// Values with names.
    case record([String: LiveValue])
}

extension LiveValue {
    /// The number that it is, or that its text is; nil for anything else.
    package var number: LiveNumber? {
        switch self {
        case .number(let number): number
        case .text(let text): LiveNumber(parsing: text)
        case .list, .record: nil
        }
    }

    /// The elements of a list; a record is a list of one, and texts and numbers are, too.
    package var elements: [LiveValue] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The value as a text: numbers as they were written, the elements of lists with a comma between them, and of a
    /// record the values in the order of their names.
    package func text(marks: NumberMarks = .point, joiner: String = ", ") -> String {
        switch self {
        case .text(let text): text
        case .number(let number): NumberFormat().text(of: number, marks: marks)
        case .list(let values): values.map { $0.text(marks: marks, joiner: joiner) }.joined(separator: joiner)
        case .record(let record):
            record.sorted { $0.key < $1.key }.map { $0.value.text(marks: marks, joiner: joiner) }
                .joined(separator: joiner)
        }
    }
}

extension LiveValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A text, cleaned.
    package init(stringLiteral value: String) { self = .text(LiveText.clean(value)) }
    /// A whole number.
    package init(integerLiteral value: Int) { self = .number(LiveNumber(value)) }
}
