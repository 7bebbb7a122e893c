/// What can be wrong with every settings file, whatever it describes.
package enum SettingsReason: Equatable, Sendable {
    /// The file is larger than any of its kind.
    case tooLarge(limit: Int)
    /// A byte that is not UTF-8.
    case notUTF8
    /// A character that text files do not have; its code.
    case controlCharacter(UInt32)
    /// The file is not YAML; the parser's words.
    case notYAML(String)
    /// A tab where YAML wants blanks.
    case tab
    /// A second document after `---`.
    case severalDocuments
    /// Something that YAML has and settings files do without.
    case feature(Feature)
    /// The file is not a list of keys and values.
    case notAMapping
    /// A key that was given before.
    case duplicateKey(String, firstLine: Int)
    case unknownKey(String, nearest: String?)
    case missingKey(String, expected: String)
    /// A value of another type or form.
    case wrongType(key: String, expected: String, found: String)
    /// A number outside its range.
    case outOfRange(key: String, expected: String, found: String)
    /// A word that is none of those that are known.
    case unknownValue(key: String, found: String, known: [String], nearest: String?)

    /// What YAML has and settings files do without.
    package enum Feature: String, CaseIterable, Sendable {
        /// `&name`
        case anchor
        /// `*name`
        case alias
        /// `!name`
        case tag
        case mergeKey
        case explicitKey
        /// Lists in lists in lists.
        case nesting
    }
}

extension SettingsReason {
    /// What is wrong with a file of a kind, what is expected, and what to do about it.
    package func description(in form: SettingsForm) -> String {
        switch self {
        case .tooLarge(let limit): "\(form.noun) has at most \(limit) bytes"
        case .notUTF8: "this is not UTF-8; save the file as UTF-8 text"
        case .controlCharacter(let code): "the control character U+\(Self.hexadecimal(code)) is not allowed; remove it"
        case .notYAML(let text): "not YAML: \(text)"
        case .tab: "a tab is not allowed here; indent with spaces"
        case .severalDocuments: "\(form.noun) is one document; remove this second ---"
        case .feature(let feature): feature.description(in: form)
        case .notAMapping: "\(form.noun) is a list of lines \"key: value\""
        case .duplicateKey(let key, let line):
            "\(ShownText.quoted(key)) is given twice, first in line \(line); keep one of them"
        case .unknownKey(let key, let nearest):
            "unknown key \(ShownText.quoted(key)) for \(form.owner)" + ShownText.suggestion(nearest)
        case .missingKey(let key, let expected): "\"\(key)\" is missing; it is \(expected)"
        case .wrongType(let key, let expected, let found), .outOfRange(let key, let expected, let found):
            "\"\(key)\" is \(expected), not \(found)"
        case .unknownValue(let key, let found, let known, let nearest?) where known.count > Self.maximumBeforeSuggestion:
            "\"\(key)\" is not \(ShownText.quoted(found))\(ShownText.suggestion(nearest)) It is one of "
                + known.joined(separator: ", ")
        case .unknownValue(let key, let found, let known, let nearest):
            "\"\(key)\" is one of \(known.joined(separator: ", ")), not \(ShownText.quoted(found))"
                + ShownText.suggestion(nearest)
        }
    }

    /// The known words that may stand before a suggestion; behind more of them it would not be seen.
    private static let maximumBeforeSuggestion = 8

    /// The code of a character in four or more digits.
    private static func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension SettingsReason.Feature {
    /// What was found and what to write instead.
    package func description(in form: SettingsForm) -> String {
        switch self {
        case .anchor: "\(form.noun) has no anchors (&name); write the value alone, in quotes if it begins with &"
        case .alias: "\(form.noun) has no aliases (*name); write the value itself, in quotes if it begins with *"
        case .tag: "\(form.noun) has no tags (!name); write the value alone, in quotes if it begins with !"
        case .mergeKey: "\(form.noun) has no merge keys (<<); write the keys themselves"
        case .explicitKey:
            "\(form.noun) has no keys after a question mark; write \"key: value\", the value in quotes if it begins with ?"
        case .nesting where form.maximumBrackets == nil:
            "a list cannot be a key; write \"key: value\", the key in quotes if need be"
        case .nesting: "\(form.noun) has no lists in lists; write \"key: value\" lines, and few brackets"
        }
    }
}

/// What a kind of settings file is called, and how large and deep its files may be.
package struct SettingsForm: Sendable {
    /// The kind with its article, such as "a board file".
    package let noun: String
    /// What has the keys, such as "this kind of board".
    package let owner: String
    /// The bytes that a file may have.
    package let maximumBytes: Int
    /// The lists within brackets that a file may have; nil where lists are part of the form.
    package let maximumBrackets: Int?
    /// Whether a file without keys is one.
    package let mayBeEmpty: Bool

    /// Describes a kind of file.
    package init(noun: String, owner: String, maximumBytes: Int, maximumBrackets: Int?, mayBeEmpty: Bool = false) {
        (self.noun, self.owner, self.mayBeEmpty) = (noun, owner, mayBeEmpty)
        (self.maximumBytes, self.maximumBrackets) = (maximumBytes, maximumBrackets)
    }
}

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

extension Unicode.Scalar {
    /// Whether it is a letter or a digit of ASCII.
    package var isASCIIAlphanumeric: Bool { isASCII && (properties.isAlphabetic || properties.numericType != nil) }
}
