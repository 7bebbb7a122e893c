extension FieldReference {
    /// Finds the brace that closes a field.
    ///
    /// Braces within quotation marks count for nothing, but for those in the template of a repetition and in the form of
    /// a time, where a quotation mark is a character like others. In templates fields have braces of their own, and `{{`
    /// opens nothing. A quotation mark that is never closed is passed over. O(n).
    ///
    /// - Parameters:
    ///   - scalars: the characters of a text.
    ///   - start: the offset of the first character behind the opening brace.
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
        var scanner = FieldScanner(scalars, from: start, to: start + FieldNames.mostCharacters)
        scanner.skipBlanks()
        guard let word = scanner.name(), reservedWords.contains(word), scanner.peek.map(FieldScanner.isBlank) ?? true
        else { return .value }
        return word == "each" ? .head : .time
    }
}
