import Settings
import SignHost

/// The answer to one HTTP request.
package struct HTTPResponse: Sendable {
    package var status: Int
    /// Headers besides those that every answer has.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

extension HTTPResponse {
    /// An answer in JSON.
    package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "application/json")], body: Array((value.line + "\n").utf8))
    }

    /// What went wrong, in words for people and a code for programs.
    package static func failure(
        _ status: Int, _ code: String, _ words: String, headers: [HTTPRequest.Item] = []
    ) -> HTTPResponse {
        var response = json(failure(code, words), status: status)
        response.headers += headers
        return response
    }

    /// What went wrong as JSON; `problems` are nil for none.
    static func failure(_ code: String, _ words: String, problems: JSONValue? = nil) -> JSONValue {
        ["ok": false, "error": .text(words), "code": .text(code), "problems": problems]
    }

    /// That an address takes other methods.
    static func wrongMethod(_ allowed: [String]) -> HTTPResponse {
        let list = allowed.joined(separator: ", ")
        return failure(405, "wrong-method", "this address takes \(list)", headers: [("Allow", list)])
    }

    /// The answer of the sign.
    package static func done(_ members: [JSONMember]) -> HTTPResponse { json(.done(members)) }

    /// Why the sign does not do what was asked for.
    package static func failure(_ error: ControlError) -> HTTPResponse {
        failure(status(of: error), error.code.rawValue, error.description)
    }

    /// The status for an error of the control protocol.
    static func status(of error: ControlError) -> Int {
        switch error.code {
        case .notJSON, .notAnObject, .unknownCommand, .unknownField, .missingField, .wrongValue: 400
        case .tooLong: 413
        case .noSuchMessage, .noSuchVariable: 404
        case .tooManyMessages, .tooManyVariables, .refused, .answerTooLong: 409
        case .tooManyClients: 503
        }
    }
}
