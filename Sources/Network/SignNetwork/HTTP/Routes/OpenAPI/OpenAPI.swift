import Settings
import SignHost

/// The description of the API of a sign (OpenAPI 3.1), made from the routes and from the verbs of the control protocol.
package struct OpenAPI {
    /// Whether changes need a token.
    let needsToken: Bool
    /// Whether everyone may see the sign.
    let isOpen: Bool
    /// Whether it has the addresses of AWTRIX clocks.
    let hasAWTRIX: Bool

    /// Describes the API of a server.
    ///
    /// - Parameters:
    ///   - needsToken: whether changes need a token, which they do not on loopback alone.
    ///   - isOpen: whether everyone may see the sign.
    ///   - hasAWTRIX: whether it has the addresses of AWTRIX clocks.
    package init(needsToken: Bool, isOpen: Bool, hasAWTRIX: Bool) {
        (self.needsToken, self.isOpen, self.hasAWTRIX) = (needsToken, isOpen, hasAWTRIX)
    }

    /// The document.
    package var document: JSONValue {
        .object([
            JSONMember("openapi", .text("3.1.0")),
            JSONMember(
                "info",
                .object([
                    JSONMember("title", .text("ledsign")), JSONMember("version", .text("1")),
                    JSONMember("description", .text("Shows, changes and steers an LED sign.")),
                ])),
            JSONMember("paths", .object(paths)),
            JSONMember(
                "components",
                .object([
                    JSONMember("schemas", .object(OpenAPISchema.shared)),
                    JSONMember("securitySchemes", OpenAPISchema.schemes),
                ])),
        ])
    }

    private var paths: [JSONMember] {
        var paths: [JSONMember] = []
        func add(_ path: String, _ method: String, _ operation: JSONValue) {
            let member = JSONMember(method.lowercased(), operation)
            guard let place = paths.firstIndex(where: { $0.name == path }) else {
                return paths.append(JSONMember(path, .object([member])))
            }
            paths[place].value = .object((paths[place].value.members ?? []) + [member])
        }
        for route in RouteTable.all { add(route.pattern, route.method, operation(route)) }
        for route in hasAWTRIX ? AWTRIXRoute.allCases : [] { add(route.path, route.method, operation(route)) }
        return paths
    }

    private func operation(_ route: Route) -> JSONValue {
        operation(
            route.summary, parameters: parameters(of: route), body: body(of: route), responses: responses(of: route),
            security: security(route.need))
    }

    /// An operation of its parts; those without anything in them are left out.
    func operation(
        _ summary: String, parameters: [JSONValue], body: JSONValue?, responses: [JSONMember], security: JSONValue
    ) -> JSONValue {
        var members = [JSONMember("summary", .text(summary))]
        if !parameters.isEmpty { members.append(JSONMember("parameters", .list(parameters))) }
        if let body { members.append(JSONMember("requestBody", body)) }
        members += [JSONMember("responses", .object(responses)), JSONMember("security", security)]
        return .object(members)
    }

    /// What a request has to bring: the token as a bearer, or as the password of any name.
    func security(_ need: Access.Need) -> JSONValue {
        guard asks(need) else { return .list([]) }
        return .list(["token", "password"].map { .object([JSONMember($0, .list([]))]) })
    }

    /// Whether requests with this need are refused without a token.
    func asks(_ need: Access.Need) -> Bool {
        switch need {
        case .nothing: false
        case .view: needsToken && !isOpen
        case .token: needsToken
        }
    }
}
