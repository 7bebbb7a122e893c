/// Words of a file within an error message.
package enum ShownText {
    /// A text in quotation marks, shortened, and without what a terminal would take for commands.
    package static func quoted(_ text: String, maximum: Int = 60) -> String {
        "\"\(shortened(text, maximum: maximum))\""
    }

    /// At most so many characters of a text, without what a terminal would take for commands.
    package static func shortened(_ text: String, maximum: Int = 60) -> String {
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == maximum { return result + "..." }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A suggestion such as `; did you mean "speed"?`; empty without a similar name.
    package static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}

/// Finds the known name that a misspelled one may stand for.
package enum NearestName {
    /// Returns the closest match for a mistyped name, or nil if no name is similar enough.
    ///
    /// Near is one error (a letter missing, too many, wrong, or two letters exchanged) for every three letters of the
    /// given text, at least one. Of one or two letters all have to be in the name. Texts of more than 40 characters are near
    /// nothing.
    package static func find(_ given: String, among names: [String]) -> String? {
        let letters = Array(given.lowercased())
        guard !letters.isEmpty, letters.count <= 40 else { return nil }
        var best: (name: String, errors: Int)?
        for name in names where letters.count > 2 || letters.allSatisfy(name.lowercased().contains) {
            let errors = errors(between: letters, and: Array(name.lowercased()))
            if errors < best?.errors ?? .max { best = (name, errors) }
        }
        guard let best, best.errors <= max(1, letters.count / 3) else { return nil }
        return best.name
    }

    /// Returns the number of typing errors between two words (optimal string alignment): letters missing, too many or
    /// wrong, and neighbours exchanged.
    ///
    /// O(product of the lengths).
    package static func errors(between first: [Character], and second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, beforeLast[j - 1] + 1)
                }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[second.count]
    }
}

extension StringProtocol {
    /// The text without blanks, tabs and line ends at both ends.
    package func trimmingBlanks() -> SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}
