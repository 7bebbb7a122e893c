extension SettingsText {
    /// The control characters that are listed: a file that is no text has thousands.
    private static let mostControlCharacters = 20

    /// Returns the characters that YAML does not allow; only a file without any goes to the parser.
    func screened() -> [YAMLReader.Finding] {
        var found: [YAMLReader.Finding] = []
        for (offset, scalar) in scalars.enumerated() where !Self.isAllowed(scalar) {
            found.append((.controlCharacter(scalar.value), place(at: offset)))
            if found.count == Self.mostControlCharacters { break }
        }
        return found
    }

    /// Whether YAML 1.1 has the character: all but control characters, surrogates and the two non-characters of plane 0.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF: true
        case 0xFEFF: false
        case 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

extension SettingsText {
    /// Says what is wrong where the parser only misses a key: most often a line has more or fewer blanks than the one before it.
    func explained(_ problem: String, at place: TextPlace) -> String {
        guard problem == "did not find expected key", let own = indentation(ofLine: place.line),
            own + 1 == place.column,
            let other = (1..<place.line).last(where: { indentation(ofLine: $0) != nil }),
            indentation(ofLine: other) != own
        else { return problem }
        return "line \(place.line) is indented differently from line \(other)"
    }

    /// The blanks before the first word of a line; nil where it has no word, or only a comment.
    private func indentation(ofLine number: Int) -> Int? {
        guard let line = line(number), let first = line.firstIndex(where: { $0 != " " }), line[first] != "#" else {
            return nil
        }
        return first - line.startIndex
    }
}
