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
    /// A key that there is not.
    case unknownKey(String, nearest: String?)
    /// A key that has to be there.
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
        /// `<<`
        case mergeKey
        /// `? key`
        case explicitKey
        /// Lists in lists in lists.
        case nesting
    }
}

extension SettingsReason {
    /// What is wrong, what is expected, and what to do about it.
    ///
    /// - Parameter form: the kind of the file.
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
        self.noun = noun
        self.owner = owner
        self.maximumBytes = maximumBytes
        self.maximumBrackets = maximumBrackets
        self.mayBeEmpty = mayBeEmpty
    }
}
