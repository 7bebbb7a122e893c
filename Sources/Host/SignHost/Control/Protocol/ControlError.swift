import Settings

/// Why a request failed.
package struct ControlError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The line is not JSON.
        case notJSON(TextError)
        /// The line is longer than a line may be.
        case tooLong(limit: Int)
        /// The line is JSON, but not an object.
        case notAnObject(found: String)
        /// There is no such command.
        case unknownCommand(String, nearest: String?, known: [String])
        /// The command has no such field.
        case unknownField(String, command: String, nearest: String?, known: [String])
        /// The command needs a field.
        case missingField(String, command: String, expected: String)
        /// A request over HTTP has a field both in its address and in its body.
        case givenTwice(String)
        /// A field has a value that it does not accept.
        case wrongValue(field: String, expected: String, found: String)
        /// There are already as many pushed messages as allowed.
        case tooManyMessages(limit: Int)
        /// There are already as many variables as allowed.
        case tooManyVariables(limit: Int)
        /// There is no pushed message of that name.
        case noSuchMessage(String, nearest: String?)
        /// There is no variable of that name.
        case noSuchVariable(String, nearest: String?)
        /// There are already as many connections as allowed.
        case tooManyClients(limit: Int)
        /// The answer is longer than an answer may be.
        case answerTooLong(limit: Int)
        /// The sign refuses, for the reason it gives.
        case refused(String)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The sign refuses: what was asked for, what is possible, and the fix.
    package static func refused(_ words: String) -> ControlError { ControlError(.refused(words)) }

    /// What a request failed with; whatever else was thrown is a refusal in its own words.
    package init(caught error: any Error) { self = error as? ControlError ?? .refused("\(error)") }

    /// A stable code for programs.
    package var code: String {
        switch reason {
        case .notJSON, .givenTwice: "not-json"
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
    /// What was given, what was expected, and the fix.
    package var description: String {
        switch reason {
        case .notJSON(let fault): "the line is not JSON: \(fault)"
        case .tooLong(let limit): "the request is longer than \(limit) bytes"
        case .notAnObject(let found): "a request must be an object such as {\"command\": \"list\"}, not \(found)"
        case .unknownCommand(let name, let nearest, let known):
            "unknown command \(Self.quoted(name))\(Self.suggestion(nearest)); the commands are "
                + known.joined(separator: ", ")
        case .unknownField(let name, let command, let nearest, let known):
            "\(command) has no field \(Self.quoted(name))\(Self.suggestion(nearest))"
                + (known.isEmpty ? "; it has no fields" : "; its fields are \(known.joined(separator: ", "))")
        case .missingField(let name, let command, let expected): "\(command) needs \"\(name)\": \(expected)"
        case .givenTwice(let name): "the address says \"\(name)\" already; leave it out of the body"
        case .wrongValue(let field, let expected, let found): "\"\(field)\" must be \(expected), not \(found)"
        case .tooManyMessages(let limit):
            "there are already \(limit) pushed messages, the maximum; remove one first"
        case .tooManyVariables(let limit):
            "there are already \(limit) variables, the maximum; unset one first"
        case .noSuchMessage(let name, let nearest):
            "there is no pushed message \(Self.quoted(name))\(Self.suggestion(nearest)); `list` shows all messages"
        case .noSuchVariable(let name, let nearest):
            "there is no variable \(Self.quoted(name))\(Self.suggestion(nearest)); `get` without a name shows all variables"
        case .tooManyClients(let limit): "\(limit) clients are already connected, the maximum; retry later"
        case .answerTooLong(let limit): "the answer would be longer than \(limit) bytes"
        case .refused(let words): words
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.count > 40 ? text.prefix(40) + "..." : text[...])\""
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { ", did you mean \"\($0)\"?" } ?? ""
    }
}

/// Answers, as they are sent over the socket.
extension JSONValue {
    /// The answer to a request that succeeded.
    package static func done(_ members: [JSONMember] = []) -> JSONValue {
        .object([JSONMember("ok", .bool(true))] + members)
    }

    /// The answer to a request that failed.
    package static func failed(_ error: ControlError) -> JSONValue {
        ["ok": false, "error": .text(error.description), "code": .text(error.code)]
    }
}
