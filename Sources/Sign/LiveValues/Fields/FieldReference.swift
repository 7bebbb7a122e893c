/// What stands between the braces of a text: the time, a value, or a repetition over the elements of a list.
///
/// Its forms; blanks between the parts do not count:
///
///     clock HH:mm                          date d MMMM     countdown 2026-12-24T18:00     countup 2020-01-01
///     name                                 name.path[0]."any name"[*]
///     price|+,.2 EUR                       a format, and further ones behind further bars
///     price ? > 0: green, < 0: red         the first condition that holds gives the tags, or a "text" instead
///     each departures max 3 sort due separator "  ": {line} {due|.0} min
package enum FieldReference: Hashable, Sendable {
    /// What the wall clock says.
    case time(TimeField)
    /// A value of a source, or a part of one.
    case value(ValueField)
    /// A template for every element of a list.
    case each(EachField)

    /// The words that open fields of another kind, and that no source can have for its name.
    package static let reservedWords = TimeField.Kind.allCases.map(\.rawValue) + ["each"]

    /// Reads what stands between two braces.
    ///
    /// - Parameters:
    ///   - inside: the characters between the braces.
    ///   - fields: the names of the fields that there are; nil takes every name, as templates of repetitions do, where
    ///     names are those of an element.
    /// - Throws: the first problem, at its offset in `inside`.
    package init(parsing inside: String, fields: [String]?) throws(FieldProblem) {
        var scanner = FieldScanner(inside)
        scanner.skipBlanks()
        guard !scanner.isAtEnd else { throw FieldProblem(.empty, offset: 0) }
        let start = scanner.offset
        let word = scanner.name()
        let isAlone = scanner.peek.map(FieldScanner.isBlank) ?? true
        if let word, isAlone, let kind = TimeField.Kind(rawValue: word) {
            scanner.skipBlanks()
            let place = scanner.offset
            self = .time(TimeField(kind: kind, argument: scanner.rest(), argumentOffset: place))
        } else if word == "each", isAlone {
            self = .each(try EachField(&scanner, fields: fields))
        } else {
            scanner.move(to: start)
            self = .value(try ValueField(&scanner, fields: fields))
        }
    }

    /// The name of the source that the field needs; nil for times.
    package var source: String? {
        switch self {
        case .time: nil
        case .value(let field): field.name
        case .each(let field): field.name
        }
    }
}

/// A field that the wall clock fills in.
package struct TimeField: Hashable, Sendable {
    /// What is shown.
    package enum Kind: String, CaseIterable, Sendable {
        /// The time of day.
        case clock
        /// The date.
        case date
        /// The time until an instant.
        case countdown
        /// The time since an instant.
        case countup
    }

    /// What is shown.
    package let kind: Kind
    /// The form, or the instant with its form, as it is written; empty if there is none.
    package let argument: String
    /// The number of characters before the argument, from the first one behind the brace.
    package let argumentOffset: Int

    /// The instant of a count: the first word of the argument.
    package var moment: String { String(argument.prefix { $0 != " " }) }

    /// The form, and the number of characters of the argument before it; nil if there is none.
    package var form: (text: String, offset: Int)? {
        switch kind {
        case .clock, .date: return argument.isEmpty ? nil : (argument, 0)
        case .countdown, .countup:
            let form = argument.drop { $0 != " " }.drop { $0 == " " }
            guard !form.isEmpty else { return nil }
            return (String(form), argument.unicodeScalars.count - form.unicodeScalars.count)
        }
    }
}
