extension SettingsText {
    /// The control characters that are listed: a file that is no text has thousands.
    private static let mostControlCharacters = 20

    /// Returns what keeps the file from being given to the YAML parser at all: characters that YAML has not, and what
    /// would take the parser unbounded time.
    ///
    /// Yams compares the keys of a mapping in a time that doubles with every level of nesting. Files that need no lists
    /// may have a few brackets in their texts and no more; in the others `SettingsYAML` sees to it.
    func screened(_ form: SettingsForm) -> [SettingsYAML.Finding] {
        var found: [SettingsYAML.Finding] = []
        for (offset, scalar) in scalars.enumerated() where !Self.isAllowed(scalar) {
            found.append((.controlCharacter(scalar.value), place(at: offset)))
            if found.count == Self.mostControlCharacters { break }
        }
        guard let mostBrackets = form.mostBrackets else { return found }
        var brackets = 0
        forEachLine { line in
            guard let first = line.first(where: { scalars[$0] != " " }), scalars[first] != "#" else { return }
            if let offset = explicitKey(in: line) { found.append((.feature(.explicitKey), place(at: offset))) }
            for offset in line where scalars[offset] == "[" || scalars[offset] == "{" {
                brackets += 1
                if brackets == mostBrackets + 1 { found.append((.feature(.nesting), place(at: offset))) }
            }
        }
        return found
    }

    /// Returns the places of all that `explicitKey` finds.
    func explicitKeys() -> [TextPlace] {
        var places: [TextPlace] = []
        forEachLine { line in explicitKey(in: line).map { places.append(place(at: $0)) } }
        return places
    }

    /// Finds a `?` that stands alone before all words of a line: it makes anything a key, of any depth.
    private func explicitKey(in line: Range<Int>) -> Int? {
        for offset in line {
            switch scalars[offset] {
            case " ", "\t", "-", ":": continue
            case "?":
                let isAlone = offset + 1 == line.upperBound || scalars[offset + 1] == " " || scalars[offset + 1] == "\t"
                return isAlone ? offset : nil
            default: return nil
            }
        }
        return nil
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
