import Settings

/// A condition of a field, and what it changes: `> 0: green`, `= closed: "we are closed" red blink`, `else: gray`.
package struct FieldCondition: Hashable, Sendable {
    /// What has to be true.
    package enum Test: Hashable, Sendable {
        /// A comparison with a number, or with a text where one of both is none.
        case comparison(Comparison, LiveValue)
        /// The text has another one within it; capitals count.
        case contains(String)
        /// There is no value.
        case missing
        /// The source has failed since the value came.
        case stale
        /// Nothing: it always holds.
        case otherwise
    }

    /// How two values are compared.
    package enum Comparison: String, CaseIterable, Sendable {
        /// As large, or the same text.
        case equal = "="
        /// Not as large, or another text.
        case different = "!="
        /// Smaller, or earlier in the order of characters.
        case less = "<"
        /// Not larger.
        case atMost = "<="
        /// Larger.
        case more = ">"
        /// Not smaller.
        case atLeast = ">="
    }

    /// What has to be true.
    package let test: Test
    /// The text that is shown instead of the value; nil for the value.
    package let text: String?
    /// The tags of the text's markup that what is shown gets.
    package let tags: [FieldTag]

    /// The words that open a condition.
    package static let words = ["contains", "missing", "stale", "else"]

    /// Reads conditions up to the end, with commas between them.
    static func list(_ scanner: inout FieldScanner) throws(TextError) -> [FieldCondition] {
        var conditions: [FieldCondition] = []
        repeat {
            scanner.skipBlanks()
            let place = scanner.offset
            conditions.append(try FieldCondition(&scanner))
            guard conditions.count <= ValueField.maximumParts else {
                throw ValueField.tooMany("conditions", at: place)
            }
            scanner.skipBlanks()
        } while scanner.skip(",")
        guard scanner.isAtEnd else { throw scanner.expected("a comma before another condition, or the closing brace") }
        return conditions
    }

    private init(_ scanner: inout FieldScanner) throws(TextError) {
        test = try Self.test(&scanner) { $0.take { $0 != ":" && $0 != "," } }
        scanner.skipBlanks()
        guard scanner.skip(":") else { throw scanner.expected("a colon behind the condition") }
        var text: String?
        var tags: [FieldTag] = []
        scanner.skipBlanks()
        guard !scanner.isAtEnd, scanner.peek != "," else {
            throw scanner.expected("a colour or another tag, or a text in quotation marks")
        }
        while !scanner.isAtEnd, scanner.peek != "," {
            if scanner.peek == "\"" {
                text = LiveText.cleanPart(try scanner.quotedText())
            } else {
                tags.append(FieldTag(&scanner))
            }
            guard tags.count <= ValueField.maximumParts else {
                throw ValueField.tooMany("tags", at: tags[0].offset)
            }
            scanner.skipBlanks()
        }
        self.text = text
        self.tags = tags
    }

    /// Reads what has to be true.
    ///
    /// - Parameter literal: takes the words that a value is compared with, where they stand in no quotation marks.
    static func test(
        _ scanner: inout FieldScanner, literal: (inout FieldScanner) -> String
    ) throws(TextError) -> Test {
        let start = scanner.offset
        if let sign = scanner.peek, "=!<>".unicodeScalars.contains(sign) {
            let given = scanner.take { "=!<>".unicodeScalars.contains($0) }
            guard let comparison = Comparison(rawValue: given == "==" ? "=" : given) else {
                throw unknown(given, at: start)
            }
            scanner.skipBlanks()
            return .comparison(comparison, try value(&scanner, literal))
        }
        guard let word = scanner.name() else {
            throw scanner.expected("a condition such as > 0, = closed, missing or else")
        }
        switch word {
        case "missing": return .missing
        case "stale": return .stale
        case "else": return .otherwise
        case "contains":
            scanner.skipBlanks()
            return .contains(try value(&scanner, literal).text())
        default:
            throw unknown(word, nearest: NearestName.find(word, among: words), at: start)
        }
    }

    private static func unknown(_ word: String, nearest: String? = nil, at offset: Int) -> TextError {
        TextError(
            "unknown condition \(LiveText.quoted(word))\(ShownText.suggestion(nearest)); a condition begins with "
                + "= != < <= > >= or \(words.joined(separator: ", "))", at: offset)
    }

    /// Reads what a value is compared with: a number, words, or a text in quotation marks.
    private static func value(
        _ scanner: inout FieldScanner, _ literal: (inout FieldScanner) -> String
    ) throws(TextError) -> LiveValue {
        if scanner.peek == "\"" { return .text(LiveText.cleanPart(try scanner.quotedText())) }
        let start = scanner.offset
        let given = LiveText.clean(literal(&scanner))
        guard !given.isEmpty else {
            scanner.move(to: start)
            throw scanner.expected("a number or a text to compare with")
        }
        return LiveNumber(parsing: given).map { .number($0) } ?? .text(given)
    }
}

/// A tag of a text's markup within a condition: `red`, `#ff8000`, `blink=500ms`, `icon=up`.
package struct FieldTag: Hashable, Sendable {
    /// The tag without its angle brackets.
    package let words: String
    /// The number of characters before it, from the first one behind the field's brace.
    package let offset: Int

    /// Takes a tag up to a blank or a comma that does not stand in parentheses.
    init(_ scanner: inout FieldScanner) {
        var depth = 0
        offset = scanner.offset
        words = scanner.take { scalar in
            if scalar == "(" { depth += 1 }
            if scalar == ")" { depth -= 1 }
            return depth > 0 || !(FieldScanner.isBlank(scalar) || scalar == ",")
        }
    }
}

extension FieldCondition.Test {
    /// Whether it is true of a value; only `missing` and `else` are where there is none.
    func holds(_ value: LiveValue?, isStale: Bool) -> Bool {
        switch self {
        case .missing: return value == nil
        case .otherwise: return true
        case .stale: return isStale && value != nil
        case .contains(let part): return value.map { $0.text().unicodeScalars.contains(part.unicodeScalars) } ?? false
        case .comparison(let comparison, let other): return value.map { comparison.holds($0, other) } ?? false
        }
    }
}

extension FieldCondition.Comparison {
    /// Compares numbers by size and texts by their characters; of a number and a text neither is larger.
    func holds(_ left: LiveValue, _ right: LiveValue) -> Bool {
        guard (left.number == nil) == (right.number == nil) else { return self == .different }
        let (isLess, isMore) = (left.precedes(right), right.precedes(left))
        switch self {
        case .equal: return !isLess && !isMore
        case .different: return isLess || isMore
        case .less: return isLess
        case .atMost: return !isMore
        case .more: return isMore
        case .atLeast: return !isLess
        }
    }
}
