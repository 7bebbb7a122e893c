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
    package static let all: [Route] = sessions + reading + changing + editing + monitors + verbs

    private static let verbs = SignCommand.verbs.flatMap { verb in verb.addresses.map { Route($0, of: verb) } }

    private static let api = "/api/v1"

    private static let sessions: [Route] = [
        Route("POST", "/session", "Begin a session for the token in the body.", .nothing, .beginSession),
        Route("DELETE", "/session", "End the session.", .nothing, .endSession),
    ]

    private static let reading: [Route] = [
        Route("GET", api + "/state", "Show the size, the zones and the state of the sign.", .view, .state),
        Route("GET", api + "/schedule", "List what is shown when in the next hours.", .view, .schedule),
        Route("GET", api + "/picture.png", "Take a picture of what the sign shows.", .view, .picture),
        Route("GET", api + "/openapi.json", "Describe this API.", .view, .openAPI),
        Route("GET", api + "/live", "Watch the picture through a WebSocket.", .view, .live),
    ]

    private static let changing: [Route] = [
        Route("POST", api + "/messages/check", "Check a message without showing it.", .token, .check),
        Route(
            "PUT", api + "/pixels", "Show pixels: three bytes each, red first, row by row.", .token, .sendPixels),
        Route("POST", api + "/command", "Do one request of the control protocol.", .token, .command),
    ]

    private static let editing: [Route] = [
        Route("GET", api + "/sign", "Read the sign file; ETag tells which version it is.", .token, .readFile),
        Route(
            "PUT", api + "/sign", "Save the sign file; If-Match names the version that it replaces.", .token, .saveFile),
        Route("POST", api + "/sign/check", "List what is wrong with a sign file.", .token, .checkFile),
        Route("POST", api + "/sign/picture", "Draw a sign file that could be saved.", .token, .drawFile),
        Route("GET", api + "/sign/versions", "List the sign files that were replaced.", .token, .versions),
        Route("GET", api + "/sign/versions/{id}", "Read a sign file that was replaced.", .token, .version),
        Route("GET", api + "/schema", "Show the JSON Schema of sign files.", .view, .schema),
    ]

    private static let monitors: [Route] = [
        Route("GET", "/metrics", "Show the counters for a monitor (OpenMetrics).", .view, .metrics),
        Route("GET", "/healthz", "Tell whether the sign shows what it should.", .view, .health),
    ]
}
