/// Why a request was not done.
public struct ControlError: Error, Hashable, Sendable {
    /// What can be wrong.
    public enum Reason: Hashable, Sendable {
        /// The line is not JSON.
        case notJSON(JSONFault)
        /// The line is longer than a line may be.
        case tooLong(limit: Int)
        /// The line is another value than an object.
        case notAnObject(found: String)
        /// There is no such command.
        case unknownCommand(String, nearest: String?)
        /// The command has no such field.
        case unknownField(String, command: String, nearest: String?, known: [String])
        /// The command needs a field.
        case missingField(String, command: String, expected: String)
        /// A field has another value than it may have.
        case wrongValue(field: String, expected: String, found: String)
        /// There are as many pushed messages as there can be.
        case tooManyMessages(limit: Int)
        /// There are as many variables as there can be.
        case tooManyVariables(limit: Int)
        /// There is no pushed message of that name.
        case noSuchMessage(String, nearest: String?)
        /// There is no variable of that name.
        case noSuchVariable(String, nearest: String?)
        /// There are as many connections as there can be.
        case tooManyClients(limit: Int)
        /// The answer is longer than an answer may be.
        case answerTooLong(limit: Int)
        /// The sign refuses, in its own words.
        case refused(ControlRefusal)
    }

    /// What is wrong.
    public let reason: Reason

    /// Words an error.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// A word for programs, which never changes.
    public var code: String {
        switch reason {
        case .notJSON: "not-json"
        case .tooLong: "too-long"
        case .notAnObject: "not-an-object"
        case .unknownCommand: "unknown-command"
        case .unknownField: "unknown-field"
        case .missingField: "missing-field"
        case .wrongValue: "wrong-value"
        case .tooManyMessages: "too-many-messages"
        case .tooManyVariables: "too-many-variables"
        case .noSuchMessage: "no-such-message"
        case .noSuchVariable: "no-such-variable"
        case .tooManyClients: "too-many-clients"
        case .answerTooLong: "answer-too-long"
        case .refused: "refused"
        }
    }
}

extension ControlError: CustomStringConvertible {
    /// What was given, what is expected, and the cure.
    public var description: String {
        switch reason {
        case .notJSON(let fault): "the line is not JSON: \(fault)"
        case .tooLong(let limit): "a line has at most \(limit) bytes"
        case .notAnObject(let found): "a request is an object such as {\"command\": \"list\"}, not \(found)"
        case .unknownCommand(let name, let nearest):
            "there is no command \(Self.quoted(name))\(Self.suggestion(nearest)); the commands are "
                + ControlCommand.names.joined(separator: ", ")
        case .unknownField(let name, let command, let nearest, let known):
            "\(command) has no field \(Self.quoted(name))\(Self.suggestion(nearest))"
                + (known.isEmpty ? "; it has none" : "; it has \(known.joined(separator: ", "))")
        case .missingField(let name, let command, let expected): "\(command) needs \"\(name)\", \(expected)"
        case .wrongValue(let field, let expected, let found): "\"\(field)\" is \(expected), not \(found)"
        case .tooManyMessages(let limit):
            "there are \(limit) pushed messages already, as many as there can be; remove one first"
        case .tooManyVariables(let limit):
            "there are \(limit) variables already, as many as there can be; unset one first"
        case .noSuchMessage(let name, let nearest):
            "no message \(Self.quoted(name)) was pushed\(Self.suggestion(nearest)); list tells them"
        case .noSuchVariable(let name, let nearest):
            "there is no variable \(Self.quoted(name))\(Self.suggestion(nearest)); get without a name tells them"
        case .tooManyClients(let limit): "\(limit) clients are connected, as many as can be; try again later"
        case .answerTooLong(let limit): "the answer would be longer than \(limit) bytes"
        case .refused(let refusal): refusal.description
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.count > 40 ? text.prefix(40) + "..." : text[...])\""
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { ", did you mean \"\($0)\"?" } ?? ""
    }
}
