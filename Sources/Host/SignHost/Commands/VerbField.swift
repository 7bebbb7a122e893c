import Settings

/// A field of a request.
package struct VerbField: Equatable, Sendable {
    /// What its values are.
    package enum Kind: Equatable, Sendable {
        /// An object with the keys of a message of a sign file, and the name of the message among them.
        case message
        /// A name, as `isName` checks it.
        case name
        /// A text; numbers, true and false count as their text.
        case text
        case integer(ClosedRange<Int>)
        case word([String])
    }

    package let name: String
    /// The values that it accepts, such as "a whole number from 0 to 100".
    package let expected: String
    package let kind: Kind
    package var isRequired = true
    /// Whether null is a value; in a field that may be left out, it counts as none.
    package var takesNull = false

    static let message = VerbField(
        name: "message",
        expected: "an object with the keys of a message of a sign file, such as {\"text\": \"Fresh bread\"}",
        kind: .message)

    static let zone = VerbField(
        name: "zone", expected: "the name of a zone", kind: .name, isRequired: false, takesNull: true)

    /// The name of a thing, such as "a variable".
    static func name(of thing: String, isRequired: Bool = true) -> VerbField {
        VerbField(
            name: "name", expected: "the name of \(thing)", kind: .name, isRequired: isRequired, takesNull: !isRequired)
    }

    /// A whole number.
    ///
    /// - Parameter unit: what follows the range in words.
    static func integer(
        _ name: String, _ range: ClosedRange<Int>, _ unit: String, isRequired: Bool = true, takesNull: Bool = false
    ) -> VerbField {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)\(unit)"
        return VerbField(
            name: name, expected: expected, kind: .integer(range), isRequired: isRequired, takesNull: takesNull)
    }
}

extension VerbField {
    /// The most characters in the name of a message, zone, variable or cue.
    package static let maximumNameLength = 64

    /// Whether a text can be the name of a message, zone, variable or cue.
    package static func isName(_ text: String) -> Bool {
        (1...maximumNameLength).contains(text.count) && text.utf8.count <= 4 * maximumNameLength
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Reads a value as commands have it: numbers as `JSONValue.integer` writes them, and texts of variables as texts.
    ///
    /// - Returns: nil for null in a field that may be left out.
    func read(_ value: JSONValue) throws(ControlError) -> JSONValue? {
        switch (kind, value) {
        case (_, .null) where takesNull: return isRequired ? .null : nil
        case (.message, .object):
            if let name = value["name"] { _ = try Self.name(of: "the message").read(name) }
            return value
        case (.name, .text(let name)) where Self.isName(name): return value
        case (.name, _):
            throw wrongValue(value, ", 1 to \(Self.maximumNameLength) characters long, without control characters")
        case (.text, .text): return value
        case (.text, .number(let number)): return .text(number)
        case (.text, .bool(let value)): return .text(value ? "true" : "false")
        case (.integer(let range), .number):
            guard let number = value.integer, let integer = Int(exactly: number), range.contains(integer) else { break }
            return .integer(integer)
        case (.word(let words), .text(let word)) where words.contains(word): return value
        default: break
        }
        throw wrongValue(value)
    }

    private func wrongValue(_ value: JSONValue, _ detail: String = "") -> ControlError {
        ControlError.wrongValue(field: name, expected: expected + detail, found: value.typeName)
    }
}
