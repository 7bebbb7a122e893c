/// What can be wrong with files of some kind: what can be wrong with every settings file, and more.
package protocol FileReason: Equatable, Sendable, CustomStringConvertible {
    /// Takes what can be wrong with every settings file.
    static func settings(_ reason: SettingsReason) -> Self
}

/// One thing that is wrong with a file, or probably a mistake, and where.
package struct FileProblem<Reason: Equatable & Sendable & CustomStringConvertible>: Error, Equatable, Sendable {
    package let reason: Reason
    /// The file's name as it was given; empty for keys that are not from a file.
    package let path: String
    package let place: TextPlace

    /// Names a problem of the file at a path.
    package init(_ reason: Reason, path: String, place: TextPlace) {
        (self.reason, self.path, self.place) = (reason, path, place)
    }

    /// The line, from 1.
    package var line: Int { place.line }
    /// The column in characters (Unicode scalars), from 1.
    package var column: Int { place.column }
}

extension FileProblem: CustomStringConvertible {
    /// One line: file:line:column where there is a file, what is wrong, what is expected, and what to do about it.
    package var description: String { (path.isEmpty ? "" : "\(path):\(line):\(column): ") + "\(reason)" }
}

extension Array {
    package func inOrder<Reason>() -> [FileProblem<Reason>] where Element == FileProblem<Reason> {
        sorted { $0.place < $1.place }
    }
}

/// What is wrong with a text such as a colour or a schedule, and where in it.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was given, what is expected, and what to do about it.
    public let description: String
    /// The number of characters (Unicode scalars) of the text before it; of JSON and VCD files, the number of bytes.
    public let offset: Int

    package init(_ description: String, at offset: Int = 0) {
        (self.description, self.offset) = (description, offset)
    }
}

/// A place in a text file as editors show it.
package struct TextPlace: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// The first character of the file.
    package static let start = TextPlace(line: 1, column: 1)

    package static func < (first: TextPlace, second: TextPlace) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}
