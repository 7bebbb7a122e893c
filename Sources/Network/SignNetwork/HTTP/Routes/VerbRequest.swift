import Settings
import SignHost

/// How an HTTP request becomes a request of the control protocol.
package struct VerbRequest: Sendable {
    /// What the body of the request is.
    package enum Body: Sendable {
        /// Nothing counts in it.
        case ignored
        /// An object with fields of the verb; may be empty.
        case fields
        /// An object with the keys of a message.
        case message
    }

    /// The name of the verb.
    package let verb: String
    package let body: Body
    /// Fields that every such request has.
    package let constants: [JSONMember]

    package init(_ verb: String, _ body: Body = .ignored, constants: [JSONMember] = []) {
        (self.verb, self.body, self.constants) = (verb, body, constants)
    }

    /// Reads the command of a request.
    ///
    /// - Parameter names: those of the path; `name` is a field of the verb, or the name of a message that is pushed.
    package func command(_ request: HTTPRequest, names: [String: String]) throws(ControlError) -> ControlCommand {
        var members = [JSONMember("command", .text(verb))] + constants
        let name = names["name"].map { [JSONMember("name", .text($0))] } ?? []
        switch body {
        case .ignored: members += name
        case .fields: members += name + (try Self.object(request, mayBeEmpty: true))
        case .message:
            let given = try Self.object(request, mayBeEmpty: false)
            let keys = name.isEmpty ? given : given.filter { $0.name != "name" }
            members.append(JSONMember("message", .object(keys + name)))
        }
        for item in request.query where item.name == "zone" && !members.contains(where: { $0.name == "zone" }) {
            members.append(JSONMember("zone", .text(item.value)))
        }
        return try ControlCommand(parsing: Array(JSONValue.object(members).line.utf8))
    }

    /// The members of the object in a body.
    static func object(_ request: HTTPRequest, mayBeEmpty: Bool) throws(ControlError) -> [JSONMember] {
        if mayBeEmpty, request.body.isEmpty { return [] }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: request.body) } catch {
            throw ControlError(.notJSON(error))
        }
        guard let members = value.members else { throw ControlError(.notAnObject(found: value.typeName)) }
        return members
    }
}
