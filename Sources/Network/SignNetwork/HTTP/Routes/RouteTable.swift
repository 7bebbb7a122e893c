import SignHost

/// All addresses of the API.
package enum RouteTable {
    /// What was found for a request.
    package enum Match {
        case route(Route, names: [String: String])
        /// There is no such address.
        case nothing
        /// The address takes other methods.
        case wrongMethod(allowed: [String])
    }

    /// Finds the route of a request; HEAD is answered as GET without the body.
    package static func find(_ method: String, _ path: String) -> Match {
        let method = method == "HEAD" ? "GET" : method
        var allowed: [String] = []
        // A word counts before a name in braces.
        for route in all {
            guard let names = route.match(path) else { continue }
            if route.method == method { return .route(route, names: names) }
            if !allowed.contains(route.method) { allowed.append(route.method) }
        }
        return allowed.isEmpty ? .nothing : .wrongMethod(allowed: methods.filter(allowed.contains))
    }

    private static let methods = ["GET", "POST", "PUT", "DELETE"]

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
