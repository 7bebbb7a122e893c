import Settings

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

    /// The characters that a name may have.
    package static let maximumNameCharacters = 64

    /// Whether a source can have a name: letters, digits, `_` and `-`, a letter first, and no word that opens another
    /// kind of field.
    package static func isName(_ name: String) -> Bool {
        var scanner = FieldScanner(name)
        return scanner.name() == name && name.unicodeScalars.count <= maximumNameCharacters
            && !reservedWords.contains(name)
    }

    /// Reads what stands between two braces.
    ///
    /// - Parameter fields: the names of the fields that there are; nil takes every name, as templates of repetitions do, where
    ///   names are those of an element.
    /// - Throws: the first problem, at its offset in `inside`.
    package init(parsing inside: String, fields: [String]?) throws(TextError) {
        var scanner = FieldScanner(inside)
        scanner.skipBlanks()
        guard !scanner.isAtEnd else {
            throw TextError("the braces are empty; write the name of a field, or {{ for a brace")
        }
        let start = scanner.offset
        let word = scanner.name()
        let isAlone = scanner.peek.map(FieldScanner.isBlank) ?? true
        if let word, isAlone, let kind = TimeField.Kind(rawValue: word) {
            scanner.skipBlanks()
            let place = scanner.offset
            self = .time(try TimeField(kind, argument: scanner.rest(), at: place, fields: fields))
        } else if word == "each", isAlone {
            self = .each(try EachField(&scanner, fields: fields))
        } else {
            scanner.move(to: start)
            self = .value(try ValueField(&scanner, fields: fields))
        }
    }

    /// The name of the source that the field needs; nil for times that no value gives.
    package var source: String? {
        switch self {
        case .time(let field): field.source
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
    /// The name of the source whose value a count goes to or from; nil for a time that the argument gives.
    package let source: String?
    /// The way from the source's value to that time.
    package let path: ValuePath

    /// The words that counts know by themselves.
    package static let moments = ["dawn", "sunrise", "noon", "sunset", "dusk", "midnight"]

    init(_ kind: Kind, argument: String, at offset: Int, fields: [String]?) throws(TextError) {
        (self.kind, self.argument, argumentOffset) = (kind, argument, offset)
        let given = argument.prefix { $0 != " " }
        let word = given.prefix { $0.isLetter }
        let isMoment =
            Self.moments.contains(word.lowercased()) && given.dropFirst(word.count).first.map("+-".contains) ?? true
        guard kind == .countdown || kind == .countup, !word.isEmpty, !isMoment else {
            (source, path) = (nil, ValuePath())
            return
        }
        var scanner = FieldScanner(String(given))
        do throws(TextError) {
            (source, _, path) = try ValueField.reference(
                &scanner, fields: fields, remedy: Self.remedy, known: Self.moments)
            guard scanner.isAtEnd else { throw scanner.expected("the end of a path, or a blank before a form") }
        } catch {
            throw TextError(error.description, at: offset + error.offset)
        }
    }

    private static let remedy =
        "describe it under \"fields\", or count to a date such as 2026-12-24 or 12-24, a time such as 18:00, or sunset"

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

extension FieldReference {
    /// Finds the brace that closes a field.
    ///
    /// Braces within quotation marks count for nothing, but for those in the template of a repetition and in the form of
    /// a time, where a quotation mark is a character like others. In templates fields have braces of their own, and `{{`
    /// opens nothing. A quotation mark that is never closed is passed over. O(n).
    ///
    /// - Parameter start: the offset of the first character behind the opening brace.
    /// - Returns: the offset of the closing brace; nil if there is none.
    package static func end(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        end(in: scalars, from: start, quotes: true) ?? end(in: scalars, from: start, quotes: false)
    }

    /// What the characters within a pair of braces mean.
    private enum Level { case value, time, head, template }

    private static func end(in scalars: [Unicode.Scalar], from start: Int, quotes: Bool) -> Int? {
        var place = max(0, start)
        var levels = [level(in: scalars, at: place)]
        var isQuoted = false
        while place < scalars.count {
            let (scalar, level) = (scalars[place], levels[levels.count - 1])
            place += 1
            switch scalar {
            case "\\" where isQuoted: place += 1
            case "\"" where isQuoted: isQuoted = false
            case _ where isQuoted: continue
            case "\"" where quotes && (level == .value || level == .head): isQuoted = true
            case ":" where level == .head: levels[levels.count - 1] = .template
            case "{" where level == .template && place < scalars.count && scalars[place] == "{": place += 1
            case "{": levels.append(Self.level(in: scalars, at: place))
            case "}":
                levels.removeLast()
                if levels.isEmpty { return place - 1 }
            default: continue
            }
        }
        return nil
    }

    private static func level(in scalars: [Unicode.Scalar], at start: Int) -> Level {
        var scanner = FieldScanner(scalars, from: start, to: start + maximumNameCharacters)
        scanner.skipBlanks()
        guard let word = scanner.name(), reservedWords.contains(word), scanner.peek.map(FieldScanner.isBlank) ?? true
        else { return .value }
        return word == "each" ? .head : .time
    }
}
