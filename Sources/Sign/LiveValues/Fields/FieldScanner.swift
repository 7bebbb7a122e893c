import Settings

/// Walks through the characters of a field; offsets are in Unicode scalars.
struct FieldScanner {
    private let scalars: [Unicode.Scalar]
    private let end: Int
    /// The number of characters before the next one.
    private(set) var offset: Int

    init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    init(_ scalars: [Unicode.Scalar], from start: Int = 0, to end: Int? = nil) {
        self.scalars = scalars
        self.end = min(end ?? scalars.count, scalars.count)
        offset = min(start, self.end)
    }

    var isAtEnd: Bool { offset >= end }
    /// The next character.
    var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[offset] }

    mutating func advance() { offset = min(offset + 1, end) }

    mutating func move(to place: Int) { offset = min(max(0, place), end) }

    /// Passes over a character, if it is the next one.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        advance()
        return true
    }

    mutating func skipBlanks() {
        while let next = peek, Self.isBlank(next) { advance() }
    }

    /// Takes characters as long as they suit.
    mutating func take(while suits: (Unicode.Scalar) -> Bool) -> String {
        let start = offset
        while let next = peek, suits(next) { advance() }
        return text(from: start, to: offset)
    }

    func text(from start: Int, to end: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[start..<max(start, end)])
        return String(view)
    }

    /// The rest of the field, without blanks at its end.
    mutating func rest() -> String {
        var last = end
        while last > offset, Self.isBlank(scalars[last - 1]) { last -= 1 }
        defer { offset = end }
        return text(from: offset, to: last)
    }

    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\n" }

    static func isFirstInName(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }

    /// Whether names may have a character behind their first one.
    static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        isFirstInName(scalar) || scalar == "-" || ("0"..."9").contains(scalar) || isMark(scalar)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.generalCategory == .nonspacingMark
    }

    /// Takes a name; nil if there is none.
    mutating func name() -> String? {
        guard let first = peek, Self.isFirstInName(first) else { return nil }
        return take(while: Self.isInName)
    }

    /// Takes the name of a part of a value: letters and digits, or anything in quotation marks.
    mutating func key() throws(TextError) -> String {
        if peek == "\"" { return try quotedText() }
        let key = take(while: Self.isInName)
        guard !key.isEmpty else { throw expected("a name, in quotation marks if it has blanks or signs") }
        return key
    }

    /// Takes a text in quotation marks; `\"` and `\\` are the characters themselves, `\n` is a line feed.
    mutating func quotedText() throws(TextError) -> String {
        let start = offset
        guard skip("\"") else { throw expected("a text in quotation marks") }
        var view = String.UnicodeScalarView()
        while let next = peek {
            advance()
            if next == "\"" { return String(view) }
            if next == "\\", let escaped = peek, escaped == "\"" || escaped == "\\" {
                advance()
                view.append(escaped)
            } else if next == "\\", skip("n") {
                view.append("\n")
            } else {
                view.append(next)
            }
        }
        throw TextError(
            "the closing quotation mark is missing; inside a text, write \\\" for a quotation mark", at: start)
    }

    /// A text in quotation marks, as `quotedText()` reads it.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { result += "\\" }
            if character == "\n" { result += "\\n" } else { result.unicodeScalars.append(character) }
        }
        return result + "\""
    }

    /// Takes a whole number; nil, and nothing is taken, where there is none or it is out of range.
    mutating func integer(in range: ClosedRange<Int>) -> Int? {
        let start = offset
        let isNegative = skip("-")
        let digits = take { ("0"..."9").contains($0) }
        guard let number = Int((isNegative ? "-" : "") + digits), range.contains(number) else {
            offset = start
            return nil
        }
        return number
    }

    /// The error that something else has to stand at the next character.
    func expected(_ words: String) -> TextError {
        let found = isAtEnd ? "the end" : LiveText.quoted(text(from: offset, to: wordEnd))
        return TextError("expected \(words), not \(found)", at: offset)
    }

    /// Where the word at the next character ends: at least one character.
    private var wordEnd: Int {
        var place = offset + 1
        while place < end, !Self.isBlank(scalars[place]) { place += 1 }
        return place
    }
}
