import Settings

/// Why a request failed.
package struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is, for programs.
    package enum Code: String, Hashable, Sendable {
        case notJSON = "not-json", tooLong = "too-long", notAnObject = "not-an-object"
        case unknownCommand = "unknown-command", unknownField = "unknown-field"
        case missingField = "missing-field", wrongValue = "wrong-value"
        case tooManyMessages = "too-many-messages", tooManyVariables = "too-many-variables"
        case noSuchMessage = "no-such-message", noSuchVariable = "no-such-variable"
        case tooManyClients = "too-many-clients", answerTooLong = "answer-too-long", refused
    }

    package let code: Code
    /// What was given, what was expected, and the fix.
    package let description: String

    package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// What a request failed with; whatever else was thrown is a refusal in its own words.
    package init(caught error: any Error) { self = error as? ControlError ?? .refused("\(error)") }

    /// The sign refuses: what was asked for, what is possible, and the fix.
    package static func refused(_ words: String) -> ControlError { ControlError(.refused, words) }

    /// A field has a value that it does not accept.
    package static func wrongValue(field: String, expected: String, found: String) -> ControlError {
        ControlError(.wrongValue, "\"\(field)\" must be \(expected), not \(found)")
    }

    /// The request is longer than it may be.
    package static func tooLong(limit: Int) -> ControlError {
        ControlError(.tooLong, "the request is longer than \(limit) bytes")
    }

    /// A name that was given, and the known one that it was probably meant to be.
    static func quoted(_ name: String, among known: [String]) -> String {
        let suggestion = NearestName.find(name, among: known).map { ", did you mean \"\($0)\"?" } ?? ""
        return "\"\(name.count > 40 ? name.prefix(40) + "..." : name[...])\"\(suggestion)"
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
        ["ok": false, "error": .text(error.description), "code": .text(error.code.rawValue)]
    }
}
