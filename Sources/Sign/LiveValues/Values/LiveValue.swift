import Settings

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
    /// The name of the value in a record that stands for the record where no way leads into it; no source gives it.
    package static let whole = "\u{0}"

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

extension LiveValue {
    /// How deep lists and records of documents may be nested.
    package static let maximumDepth = 64

    /// Reads a JSON document (RFC 8259) as servers send it: what is not UTF-8 is repaired, of equal names the last counts.
    ///
    /// Numbers keep their decimals; those of 10^18 or more become texts. `true` and `false` become texts, a `null` in a list
    /// an empty text, and one in a record is left out. Texts are cleaned. Time and memory are linear in the bytes.
    ///
    /// - Parameter textLength: how many characters each text keeps.
    /// - Returns: nil for `null`.
    package static func reading(
        json bytes: [UInt8], textLength: Int = LiveText.defaultLength
    ) throws(TextError) -> LiveValue? {
        LiveValue(try JSONValue(parsing: bytes, depth: maximumDepth, repairs: true), textLength: textLength)
    }

    private init?(_ json: JSONValue, textLength: Int) {
        switch json {
        case .null: return nil
        case .bool(let value): self = .text(value ? "true" : "false")
        case .number(let written):
            let number = LiveNumber(parsing: written)
            self = number.map { .number($0) } ?? .text(LiveText.clean(written, length: textLength))
        case .text(let text): self = .text(LiveText.clean(text, length: textLength))
        case .list(let values): self = .list(values.map { LiveValue($0, textLength: textLength) ?? .text("") })
        case .object(let members):
            var record: [String: LiveValue] = [:]
            for member in members {
                record[LiveText.clean(member.name, length: textLength)] = LiveValue(
                    member.value, textLength: textLength)
            }
            self = .record(record)
        }
    }
}
