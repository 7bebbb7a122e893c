import Settings
import SignHost

/// An address of the API, and what a request to it does.
package struct Route: Sendable {
    /// What answers.
    package enum Action: Sendable {
        /// A verb of the control protocol.
        case verb(any SignVerb.Type, VerbAddress)
        /// The body is a request of the control protocol, word for word.
        case command
        /// The body is a message that is only looked at.
        case check
        case state
        case metrics
        case health
        case picture
        case schedule
        case openAPI
        /// The text of the sign file.
        case readFile
        /// The body is the sign file from now on.
        case saveFile
        /// The body is a draft of the sign file that is only looked at.
        case checkFile
        /// The body is a draft of the sign file that is only drawn.
        case drawFile
        /// The JSON Schema of sign files.
        case schema
        /// The sign files that were replaced.
        case versions
        /// The text of one of them.
        case version
        case live
        /// The body is pixels of a stream.
        case sendPixels
        case beginSession
        case endSession
    }

    /// Such as GET.
    package let method: String
    /// Begins with a slash; a name in braces stands for one name of a path.
    package let pattern: String
    package let need: Access.Need
    package let action: Action

    package init(_ method: String, _ pattern: String, _ need: Access.Need, _ action: Action) {
        (self.method, self.pattern, self.need, self.action) = (method, pattern, need, action)
    }

    /// The address of a verb.
    init(_ address: VerbAddress, of verb: any SignVerb.Type) {
        self.init(
            address.method, "/api/v1/" + address.path, address.method == "GET" ? .view : .token, .verb(verb, address))
    }

    /// Whether it may change something.
    package var changes: Bool { method != "GET" }

    /// Whether it opens a connection that may change something.
    var isConnection: Bool { if case .live = action { true } else { false } }

    /// Whether its body is a sign file.
    package var takesFile: Bool {
        switch action {
        case .saveFile, .checkFile, .drawFile: true
        default: false
        }
    }

    /// The names in braces.
    package var parameters: [String] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// The names that a path has for those in braces; nil if it is another path.
    package func match(_ path: String) -> [String: String]? {
        let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        guard wanted.count == given.count else { return nil }
        var names: [String: String] = [:]
        for (wanted, given) in zip(wanted, given) {
            if wanted.hasPrefix("{") {
                guard !given.isEmpty else { return nil }
                let name = given.map { $0 == RequestTarget.slash ? "/" : $0 }
                names[String(wanted.dropFirst().dropLast())] = String(name)
            } else if wanted != given {
                return nil
            }
        }
        return names
    }
}

/// All addresses of the API.
extension Route {
    /// Finds the route of a request, and the names in its path; HEAD is answered as GET without the body.
    package static func find(_ method: String, _ path: String) -> (route: Route, names: [String: String])? {
        let method = method == "HEAD" ? "GET" : method
        // A word counts before a name in braces.
        for route in all where route.method == method {
            if let names = route.match(path) { return (route, names) }
        }
        return nil
    }

    /// The methods that a path is asked for by; none for a path that is none of them.
    package static func methods(of path: String) -> [String] {
        ["GET", "POST", "PUT", "DELETE"].filter { method in
            all.contains { $0.method == method && $0.match(path) != nil }
        }
    }

    /// All routes; those of verbs are in the table of verbs.
    package static let all: [Route] =
        [
            Route("POST", "/session", .nothing, .beginSession),
            Route("DELETE", "/session", .nothing, .endSession),
            Route("GET", "/api/v1/state", .view, .state),
            Route("GET", "/api/v1/schedule", .view, .schedule),
            Route("GET", "/api/v1/picture.png", .view, .picture),
            Route("GET", "/api/v1/openapi.json", .view, .openAPI),
            Route("GET", "/api/v1/live", .view, .live),
            Route("POST", "/api/v1/messages/check", .token, .check),
            Route("PUT", "/api/v1/pixels", .token, .sendPixels),
            Route("POST", "/api/v1/command", .token, .command),
            Route("GET", "/api/v1/sign", .token, .readFile),
            Route("PUT", "/api/v1/sign", .token, .saveFile),
            Route("POST", "/api/v1/sign/check", .token, .checkFile),
            Route("POST", "/api/v1/sign/picture", .token, .drawFile),
            Route("GET", "/api/v1/sign/versions", .token, .versions),
            Route("GET", "/api/v1/sign/versions/{id}", .token, .version),
            Route("GET", "/api/v1/schema", .view, .schema),
            Route("GET", "/metrics", .view, .metrics),
            Route("GET", "/healthz", .view, .health),
        ] + SignCommand.verbs.flatMap { verb in verb.addresses.map { Route($0, of: verb) } }
}

extension VerbAddress {
    /// The fields that the body of a request may have: those that the address does not give, where a body counts at all.
    package func bodyFields(of verb: any SignVerb.Type) -> [VerbField] {
        guard method != "GET", method != "DELETE" else { return [] }
        return verb.fields.filter { field in
            !path.contains("{\(field.name)}") && !constants.contains { $0.name == field.name }
        }
    }

    /// Reads the command of a request.
    ///
    /// - Parameter names: those of the path; `name` is a field of the verb, or the name of a message that is pushed.
    package func command(
        of verb: any SignVerb.Type, _ request: HTTPRequest, names: [String: String]
    ) throws(ControlError) -> SignCommand {
        var members = [JSONMember("command", .text(verb.name))] + constants
        let name = names["name"].map { [JSONMember("name", .text($0))] } ?? []
        let fields = bodyFields(of: verb)
        if fields.contains(where: { $0.kind == .message }) {
            let given = try SignCommand.members(parsing: request.body)
            let keys = name.isEmpty ? given : given.filter { $0.name != "name" }
            members.append(JSONMember("message", .object(keys + name)))
        } else {
            members += name
            if !fields.isEmpty, !request.body.isEmpty { members += try SignCommand.members(parsing: request.body) }
        }
        return try SignCommand(request: members.contains { $0.name == "zone" } ? members : members + request.zone)
    }
}

extension HTTPRequest {
    /// The zone that the query names, as a field of a command.
    var zone: [JSONMember] {
        query.first { $0.name == "zone" }.map { [JSONMember("zone", .text($0.value))] } ?? []
    }
}
