import Settings

/// What is done to a value before it is shown.
package enum FieldFormat: Hashable, Sendable {
    /// Writes a number with decimals, groups, a sign and a unit; other values stay as they are.
    case number(NumberFormat)
    /// Multiplies a number.
    case times(LiveNumber)
    /// Adds to a number.
    case plus(LiveNumber)
    /// Takes the sign from a number.
    case magnitude
    /// Writes capitals.
    case upper
    /// Writes small letters.
    case lower
    /// Cuts a text to so many characters, the last of them "…".
    case cut(Int)
    /// Counts the elements of a list.
    case count
    /// Puts a text between the elements of a list.
    case join(String)
    /// Shows a date: a number of seconds since 1970, or a text such as 2026-12-24T18:00:00Z; in a form of clock fields.
    case date(String, offset: Int)
    /// Shows a number of seconds as a length of time, in a form such as `m:ss`.
    case time(String, offset: Int)
    /// Shows what a map of the file has for a value.
    case map(String, offset: Int)
    /// Shows the icon of a name; the last format.
    case icon
    /// Shows a text where there is no value.
    case alternative(String)

    /// The words that open a format.
    package static let words = [
        "times", "plus", "abs", "upper", "lower", "cut", "count", "join", "date", "time", "map", "icon", "or",
    ]

    /// Reads a format behind its bar, and stops at the next bar, at a question mark or at the end.
    init(_ scanner: inout FieldScanner) throws(TextError) {
        scanner.skipBlanks()
        let start = scanner.offset
        guard let first = scanner.peek else { throw scanner.expected("a format such as .2 or upper") }
        if first == "+" || first == "," || first == "." {
            self = .number(try Self.number(&scanner))
            return
        }
        guard let word = scanner.name() else { throw scanner.expected("a format such as .2 or upper") }
        scanner.skipBlanks()
        switch word {
        case "times": self = .times(try Self.factor(&scanner))
        case "plus": self = .plus(try Self.factor(&scanner))
        case "abs": self = .magnitude
        case "upper": self = .upper
        case "lower": self = .lower
        case "count": self = .count
        case "cut":
            guard let length = scanner.integer(in: 1...LiveText.defaultLength) else {
                throw scanner.expected("a number of characters from 1 to \(LiveText.defaultLength)")
            }
            self = .cut(length)
        case "join": self = .join(LiveText.cleanPart(try Self.words(&scanner)))
        case "or": self = .alternative(LiveText.cleanPart(try Self.words(&scanner)))
        case "icon": self = .icon
        case "map":
            let place = scanner.offset
            guard let name = scanner.name() else { throw scanner.expected("the name of a map") }
            self = .map(name, offset: place)
        case "date", "time":
            let place = scanner.offset
            let isQuoted = scanner.peek == "\""
            let form = try Self.words(&scanner)
            let offset = isQuoted ? place + 1 : place
            guard !form.isEmpty else {
                throw scanner.expected("a form such as \(word == "date" ? "HH:mm" : "m:ss") behind \"\(word)\"")
            }
            self = word == "date" ? .date(form, offset: offset) : .time(form, offset: offset)
        default:
            let nearest = NearestName.find(word, among: Self.words)
            throw TextError(
                "unknown format \(LiveText.quoted(word))\(ShownText.suggestion(nearest)); use a number format such as +,.2, or "
                    + "one of \(Self.words.joined(separator: ", "))", at: start)
        }
    }

    /// Reads `+,.2` and the unit behind it.
    private static func number(_ scanner: inout FieldScanner) throws(TextError) -> NumberFormat {
        var format = NumberFormat()
        format.hasSign = scanner.skip("+")
        format.hasGroups = scanner.skip(",")
        if scanner.skip(".") {
            guard let decimals = scanner.integer(in: 0...12) else {
                throw scanner.expected("a number of decimals from 0 to 12")
            }
            format.decimals = decimals
        }
        if scanner.peek == "\"" {
            format.unit = LiveText.cleanPart(try scanner.quotedText())
        } else {
            format.unit = LiveText.cleanPart(plainWords(&scanner))
        }
        return format
    }

    private static func factor(_ scanner: inout FieldScanner) throws(TextError) -> LiveNumber {
        let start = scanner.offset
        let word = scanner.take { !FieldScanner.isBlank($0) && $0 != "|" && $0 != "?" }
        guard let number = LiveNumber(parsing: word) else {
            scanner.move(to: start)
            throw scanner.expected("a number such as 0.001")
        }
        return number
    }

    /// Takes a text in quotation marks, or the words up to the next part of the field.
    private static func words(_ scanner: inout FieldScanner) throws(TextError) -> String {
        scanner.peek == "\"" ? try scanner.quotedText() : plainWords(&scanner)
    }

    /// Takes the words up to the next part of the field, without blanks at their end.
    private static func plainWords(_ scanner: inout FieldScanner) -> String {
        var words = scanner.take { $0 != "|" && $0 != "?" }
        while let last = words.unicodeScalars.last, FieldScanner.isBlank(last) { words.unicodeScalars.removeLast() }
        return words
    }
}

extension FieldFormat {
    /// Returns a value in this form; values that it does not suit stay as they are.
    func applied(to value: LiveValue, in scope: FieldScope) -> LiveValue {
        switch self {
        case .number(let format):
            if case .list(let values) = value { return .list(values.map { applied(to: $0, in: scope) }) }
            return value.number.map { .text(format.text(of: $0, marks: scope.marks)) } ?? value
        case .times(let factor): return Self.changed(value) { $0.times(factor) }
        case .plus(let addend): return Self.changed(value) { $0.plus(addend) }
        case .magnitude: return Self.changed(value) { $0.magnitude }
        case .upper: return .text(value.text(marks: scope.marks).uppercased())
        case .lower: return .text(value.text(marks: scope.marks).lowercased())
        case .cut(let length): return .text(LiveText.clean(value.text(marks: scope.marks), length: length))
        case .count:
            if case .list(let values) = value { return .number(LiveNumber(values.count)) }
            return value
        case .join(let joiner): return .text(value.text(marks: scope.marks, joiner: joiner))
        case .date(let form, _): return scope.dateWriter?(value, form).map { .text($0) } ?? value
        case .time(let form, _): return scope.timeWriter?(value, form).map { .text($0) } ?? value
        case .map(let name, _):
            if case .list(let values) = value { return .list(values.map { applied(to: $0, in: scope) }) }
            return scope.maps[name]?.target(of: value).map { .text($0) } ?? value
        case .icon: return value
        case .alternative(let text): return value == .text("") ? .text(text) : value
        }
    }

    private static func changed(_ value: LiveValue, _ change: (LiveNumber) -> LiveNumber?) -> LiveValue {
        if case .list(let values) = value { return .list(values.map { changed($0, change) }) }
        return value.number.flatMap(change).map { .number($0) } ?? value
    }
}
