import LiveValues
import Settings

/// A number that a part shows: as the file has it, or what a field says.
package enum SignNumber: Equatable, Sendable {
    case fixed(LiveNumber)
    case field(ValueField)

    /// The value that decides; nil for a number of the file.
    package var field: ValueField? { if case .field(let field) = self { field } else { nil } }

    /// What it is now; nil where the field has no value, or one that is no number.
    package func number(in scope: FieldScope) -> LiveNumber? {
        switch self {
        case .fixed(let number): number
        case .field(let field): field.value(in: scope)?.number
        }
    }
}

/// A list of numbers that a part shows: as the file has it, or what a field says.
package enum SignNumbers: Equatable, Sendable {
    case fixed([LiveNumber])
    case field(ValueField)

    /// The numbers that a file may list.
    static let maximum = 1_024

    /// The value that decides; nil for numbers of the file.
    package var field: ValueField? { if case .field(let field) = self { field } else { nil } }

    /// What it is now; nil where the field has no value.
    package func list(in scope: FieldScope) -> LiveValue? {
        switch self {
        case .fixed(let numbers): .list(numbers.map { .number($0) })
        case .field(let field): field.value(in: scope)
        }
    }
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == SignNumber {
    /// A number, or one value in braces, whose conditions may give texts.
    static func number(_ expected: String, _ names: FieldNames) -> Self {
        let fields = SettingsFields.ValueForm<ValueField>.field(expected, names) { field throws(TextError) in
            guard let tag = field.conditions.lazy.flatMap(\.tags).first else { return }
            throw TextError(
                "only a text in quotation marks can stand here, such as \"0\", not \(ShownText.quoted(tag.words))",
                at: tag.offset)
        }
        return Self(expected) { text in
            if let number = LiveNumber(parsing: text) { return .value(.fixed(number)) }
            return fields.read(text).map { .field($0) }
        }
    }
}

extension SettingsFields<SignReason> {
    /// Reads the two numbers of a range, which are not the same.
    ///
    /// - Parameter word: what else there may be, which the caller reads.
    mutating func readRange(
        _ names: FieldNames, into start: inout SignNumber, _ end: inout SignNumber, orWord word: String? = nil
    ) {
        let other = word.map { ", or \($0)" } ?? ""
        let words = "two numbers or values, such as [0, 100] or [0, \"{total}\"]" + other
        guard let given = values("range", as: .number(words, names)), has("range") else { return }
        guard given.count == 2, given[0].value != given[1].value else {
            let found = given.count == 2 ? "two equal ones" : "\(given.count) of them"
            return recordProblem(.wrongType(key: "range", expected: words, found: found), at: place(of: "range"))
        }
        (start, end) = (given[0].value, given[1].value)
    }
}

/// What values in braces may name.
struct FieldNames {
    /// The names of sources; nil for any.
    var fields: [String]?
    /// The maps of the file.
    var maps: [String: SignMap] = [:]
    /// The sources that say one number, and whether they keep a history.
    var numbers: [String: Bool] = [:]
}

extension SettingsFields.ValueForm where Reason == SignReason, Value == ValueField {
    /// One value in braces, and nothing else.
    ///
    /// - Parameter check: throws what else is wrong with it, at its offset behind the brace.
    static func field(
        _ expected: String, _ names: FieldNames, _ check: @escaping (ValueField) throws(TextError) -> Void
    ) -> Self {
        Self(expected) { text in
            let scalars = Array(text.unicodeScalars)
            guard scalars.first == "{", FieldReference.end(in: scalars, from: 1) == scalars.count - 1 else {
                return .wrongType
            }
            var inside = String.UnicodeScalarView()
            inside.append(contentsOf: scalars[1..<scalars.count - 1])
            do throws(TextError) {
                guard case .value(let field) = try FieldReference(parsing: String(inside), fields: names.fields) else {
                    return .wrongType
                }
                if let problem = field.formatProblems(maps: names.maps).first { throw problem }
                try check(field)
                return .value(field)
            } catch {
                return .refused(.markup(error), offset: error.offset + 1)
            }
        }
    }
}
