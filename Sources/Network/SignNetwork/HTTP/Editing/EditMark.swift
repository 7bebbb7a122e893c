import Settings
import SignFiles

/// Something in a draft of a sign file, or in a pushed message, that stands against it, and where.
package struct EditProblem: Error, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int
    /// How many characters of the line to mark, at least 1.
    package let length: Int
    /// What was given, what is expected and how to fix it.
    package let message: String

    /// The problems that a list has at most.
    package static let maximum = 200

    /// Words a problem.
    package init(_ message: String, at place: TextPlace, length: Int = 1) {
        (line, column) = (place.line, place.column)
        self.length = max(1, length)
        self.message = message
    }

    /// Takes a problem that the checker found.
    init(_ problem: SignProblem, in source: SettingsText) {
        self.init("\(problem.reason)", at: problem.place, length: SourceMark.length(at: problem.place, in: source))
    }

    init(_ refusal: EditRefusal, at place: TextPlace, in source: SettingsText) {
        self.init(refusal.description, at: place, length: SourceMark.length(at: place, in: source))
    }

    /// The problem as editors take it: line, column, length, message.
    package var json: JSONValue {
        .object([
            JSONMember("line", .integer(line)), JSONMember("column", .integer(column)),
            JSONMember("length", .integer(length)), JSONMember("message", .text(message)),
        ])
    }
}

extension [EditProblem] {
    /// The first problems in the order of the file, each once: as many as an editor shows.
    var firstInOrder: [EditProblem] {
        var known: Set<EditProblem> = []
        let all = sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
            .filter { known.insert($0).inserted }
        return Array(all.prefix(EditProblem.maximum))
    }

    /// A list for editors.
    package var json: JSONValue { .list(map(\.json)) }
}
