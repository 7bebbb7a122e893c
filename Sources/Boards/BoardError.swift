/// Everything that is wrong with a board file, in the order of the file.
public struct BoardError: Error, Equatable, Sendable {
    /// One or more problems.
    public let problems: [BoardProblem]
}

extension BoardError: CustomStringConvertible {
    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a board file, and where.
public struct BoardProblem: Error, Equatable, Sendable {
    /// What can be wrong.
    public enum Reason: Equatable, Sendable {
        /// The file is larger than any board file.
        case tooLarge(limit: Int)
        /// The file is not YAML; the parser's words.
        case notYAML(String)
        /// The file holds an anchor, which board files do not need.
        case anchor
        /// The file is not a list of keys and values.
        case notAMapping
        /// A key is given more than once.
        case duplicateKey(String)
        /// A key that boards of this kind do not have.
        case unknownKey(String, nearest: String?)
        /// A key that boards of this kind need.
        case missingKey(String, expected: String)
        /// A value of another type or form.
        case wrongType(key: String, expected: String, found: String)
        /// A number outside its range.
        case outOfRange(key: String, expected: String, found: String)
        /// A word that is none of those that are known.
        case unknownValue(key: String, found: String, known: [String], nearest: String?)
    }

    /// What is wrong.
    public let reason: Reason
    /// The file's name as it was given.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
}

extension BoardProblem: CustomStringConvertible {
    /// One line: file:line:column, what is wrong and what is expected.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension BoardProblem.Reason: CustomStringConvertible {
    /// What is wrong and what is expected.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "a board file has at most \(limit) bytes"
        case .notYAML(let text): "not YAML: \(text)"
        case .anchor: "a board file has no anchors (a word that starts with &); write the value itself"
        case .notAMapping: "a board file is a list of lines \"key: value\""
        case .duplicateKey(let key): "\"\(key)\" is given twice; keep one of them"
        case .unknownKey(let key, let nearest):
            "there is no key \"\(key)\" for this kind of board" + Self.suggestion(nearest)
        case .missingKey(let key, let expected): "\"\(key)\" is missing; it is \(expected)"
        case .wrongType(let key, let expected, let found): "\"\(key)\" is \(expected), not \(found)"
        case .outOfRange(let key, let expected, let found): "\"\(key)\" is \(expected), not \(found)"
        case .unknownValue(let key, let found, let known, let nearest):
            "\"\(key)\" is one of \(known.joined(separator: ", ")), not \"\(found)\"" + Self.suggestion(nearest)
        }
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
