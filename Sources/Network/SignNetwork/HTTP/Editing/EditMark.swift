import Settings
import SignFiles

/// Something in a draft of a sign file, or in a pushed message, that stands against it, and where.
package struct EditMark: Hashable, Sendable {
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

    /// Creates a mark.
    package init(_ message: String, at place: TextPlace, length: Int = 1) {
        (line, column) = (place.line, place.column)
        self.length = max(1, length)
        self.message = message
    }

    /// Takes a problem that the checker found.
    init(_ problem: SignProblem, in source: SettingsText) {
        self.init("\(problem.reason)", at: problem.place, in: source)
    }

    /// Marks what stands at a place.
    init(_ message: String, at place: TextPlace, in source: SettingsText) {
        self.init(message, at: place, length: source.markLength(at: place))
    }

    /// The problem as editors take it: line, column, length, message.
    package var json: JSONValue {
        ["line": .integer(line), "column": .integer(column), "length": .integer(length), "message": .text(message)]
    }
}

extension [EditMark] {
    /// The first problems in the order of the file, each once: as many as an editor shows.
    var firstInOrder: [EditMark] {
        var known: Set<EditMark> = []
        let all = sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
            .filter { known.insert($0).inserted }
        return Array(all.prefix(EditMark.maximum))
    }

    /// A list for editors.
    package var json: JSONValue { .list(map(\.json)) }
}

/// What may not come over the network: what was given, why it is refused, and what to do.
extension EditMark {
    /// A key that is new or says something else than before.
    static func changedKey(_ key: String, isNew: Bool) -> String {
        "\"\(key)\" \(isNew ? "is new" : "differs from the saved file"), and over the network it cannot be "
            + "\(isNew ? "added" : "changed") because it \(reach(of: key)); "
            + "\(isNew ? "remove it" : "restore it"), or edit the file on the machine of the sign"
    }

    /// A key that is missing now.
    static func removedKey(_ key: String) -> String {
        "\"\(key)\" is missing, and over the network it cannot be removed because it \(reach(of: key)); "
            + "restore it, or edit the file on the machine of the sign"
    }

    /// A file outside of the folder of the sign file, and why it is that.
    static func path(_ file: NamedFile, _ fault: String) -> String {
        "the \(file.kind.rawValue) \(ShownText.quoted(file.name)) \(fault); "
            + "give a path within the folder of the sign file, without \"..\""
    }

    /// A font by the path of its file, in a pushed message.
    static func fontPath(_ given: String) -> String {
        "the font \(ShownText.quoted(given)) is a path, which messages from the network may not name; "
            + "give the name of a font, such as ledsign-8"
    }

    /// A URL in a pushed message.
    static func url(_ file: NamedFile) -> String {
        "the \(file.kind.rawValue) \(ShownText.quoted(file.name)) is a URL, which messages from the network may not name; "
            + "give a path, or allow URLs with \"urls: yes\" under \"http\" in the sign file"
    }

    /// A URL in a sign file that the saved file does not have.
    static func newURL(_ given: String) -> String {
        "the URL \(ShownText.quoted(given)) is new, and over the network it cannot be added because the sign would ask "
            + "its server; remove it, allow URLs with \"urls: yes\" under \"http\", or edit the file on the machine of the "
            + "sign"
    }

    /// What a key reaches beyond the picture of the sign.
    private static func reach(of key: String) -> String {
        switch key {
        case "command", "shell": "runs a program"
        case "file", "json", "sensor", "light": "reads any file of the machine"
        case "board", "cues", "hands": "says how the hardware is wired"
        case "mqtt": "reads from a broker"
        case "token": "sends a file of the machine to a server"
        case "stall": "says when a stuck sign goes dark, and counts from the next start"
        case "wall": "says which part of a panel wall the sign is, and counts from the next start"
        default: "says who may reach the sign"
        }
    }
}

/// How much of a line to mark for what stands at a place.
extension SettingsText {
    /// The characters from a place to the end of what begins there: a text in quotation marks, a tag, a field, a key, or a
    /// value without quotation marks; at least 1.
    func markLength(at place: TextPlace) -> Int {
        guard let line = line(place.line), place.column >= 1, place.column <= line.count else { return 1 }
        let rest = Array(line.dropFirst(place.column - 1))
        switch rest[0] {
        case "\"", "'": return Self.quoted(rest)
        case "<": return Self.enclosed(rest, by: ">")
        case "{": return Self.enclosed(rest, by: "}")
        case "[": return Self.enclosed(rest, by: "]")
        default: break
        }
        // Commas and brackets end a value only within brackets.
        let isInBrackets = line.prefix(place.column - 1).contains { $0 == "{" || $0 == "[" }
        return max(1, Self.plain(rest, isInBrackets: isInBrackets))
    }

    private static func quoted(_ rest: [Unicode.Scalar]) -> Int {
        var index = 1
        while index < rest.count {
            if rest[0] == "\"", rest[index] == "\\" {
                index += 2
            } else if rest[0] == "'", rest[index] == "'", index + 1 < rest.count, rest[index + 1] == "'" {
                index += 2
            } else if rest[index] == rest[0] {
                return index + 1
            } else {
                index += 1
            }
        }
        return rest.count
    }

    private static func enclosed(_ rest: [Unicode.Scalar], by end: Unicode.Scalar) -> Int {
        rest.firstIndex(of: end).map { $0 + 1 } ?? rest.count
    }

    private static func plain(_ rest: [Unicode.Scalar], isInBrackets: Bool) -> Int {
        var end = rest.count
        for (index, scalar) in rest.enumerated() {
            let isLast = index + 1 == rest.count || rest[index + 1] == " "
            let endsKey = scalar == ":" && isLast
            let endsValue = isInBrackets && (scalar == "," || scalar == "}" || scalar == "]")
            let beginsComment = scalar == "#" && index > 0 && rest[index - 1] == " "
            if endsKey || endsValue || beginsComment {
                end = index
                break
            }
        }
        while end > 0, rest[end - 1] == " " { end -= 1 }
        return end
    }
}
