extension BDFReader {
    /// Reads the lines from STARTPROPERTIES to ENDPROPERTIES, any number of them.
    mutating func readProperties() {
        while let line = lines.next() {
            var words = LineWords(lines.bytes, line)
            let key = keyword(of: &words)
            switch key {
            case "ENDPROPERTIES": return
            case "STARTCHAR", "CHARS", "ENDFONT":
                problems.add(line: lines.number, .missing("ENDPROPERTIES"))
                lines.putBack()
                return
            case "FONT_ASCENT": ascent = metric(key, words) ?? ascent
            case "FONT_DESCENT": descent = metric(key, words) ?? descent
            case "DEFAULT_CHAR":
                defaultCharacter = number(key, words).flatMap { UInt32(exactly: $0) }
            case "FAMILY_NAME": naming.family = unquoted(words.remainder)
            case "CHARSET_REGISTRY": naming.registry = unquoted(words.remainder)
            case "CHARSET_ENCODING": naming.encoding = unquoted(words.remainder)
            default: break
            }
        }
        problems.add(line: lines.number, .endsInside("the properties: ENDPROPERTIES is missing"))
    }

    /// A distance in pixels.
    private mutating func metric(_ key: String, _ words: LineWords) -> Int? {
        guard let value = number(key, words) else { return nil }
        return isIn(-FontLimits.distance...FontLimits.distance, value, key) ? value : nil
    }

    /// A whole number, which some files put between quotes.
    private mutating func number(_ key: String, _ words: LineWords) -> Int? {
        let digits = Array(unquoted(words.remainder).utf8)
        var parser = LineWords(digits, digits.indices)
        if let value = parser.integer() { return value }
        problems.add(line: lines.number, .malformed(what: key, expected: "a whole number", found: words.remainder))
        return nil
    }

    /// The text between quotes, in which two quotes stand for one; text without quotes stays the same.
    private func unquoted(_ value: String) -> String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var result = ""
        var afterQuote = false
        for character in value.unicodeScalars.dropFirst().dropLast() {
            afterQuote = character == "\"" && !afterQuote
            if !afterQuote { result.unicodeScalars.append(character) }
        }
        return result
    }
}
