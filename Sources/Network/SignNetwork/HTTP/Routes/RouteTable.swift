import Settings

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
        return allowed.isEmpty ? .nothing : .wrongMethod(allowed: allowed)
    }

    /// All routes, in the order of the documentation.
    package static let all: [Route] = sessions + reading + changing + editing + monitors

    private static let api = "/api/v1"

    private static let sessions: [Route] = [
        Route("POST", "/session", "Begin a session for the token in the body.", .nothing, .beginSession),
        Route("DELETE", "/session", "End the session.", .nothing, .endSession),
    ]

    private static let reading: [Route] = [
        Route("GET", api + "/state", "Show the size, the zones and the state of the sign.", .view, .state),
        Route("GET", api + "/messages", "List the messages.", .view, .verb(VerbRequest("list"))),
        Route("GET", api + "/pixels", "Show who sends pixels over the network.", .view, .verb(VerbRequest("pixels"))),
        Route("GET", api + "/variables", "Show all variables.", .view, .verb(VerbRequest("get"))),
        Route("GET", api + "/stats", "Show the counters.", .view, .verb(VerbRequest("stats"))),
        Route("GET", api + "/schedule", "List what is shown when in the next hours.", .view, .schedule),
        Route("GET", api + "/picture.png", "Take a picture of what the sign shows.", .view, .picture),
        Route("GET", api + "/openapi.json", "Describe this API.", .view, .openAPI),
        Route("GET", api + "/live", "Watch the picture through a WebSocket.", .view, .live),
    ]

    private static let changing: [Route] = [
        Route("POST", api + "/messages", "Add a message.", .token, .verb(VerbRequest("push", .message))),
        Route("POST", api + "/messages/check", "Check a message without showing it.", .token, .check),
        Route(
            "PUT", api + "/messages/{name}", "Add or replace the message of a name.", .token,
            .verb(VerbRequest("push", .message))),
        Route("DELETE", api + "/messages/{name}", "Remove a pushed message.", .token, .verb(VerbRequest("remove"))),
        Route("PUT", api + "/variables/{name}", "Set a variable.", .token, .verb(VerbRequest("set", .fields))),
        Route(
            "DELETE", api + "/variables/{name}", "Unset a variable.", .token,
            .verb(VerbRequest("set", constants: [JSONMember("value", .null)]))),
        Route("PUT", api + "/brightness", "Set the brightness.", .token, .verb(VerbRequest("brightness", .fields))),
        Route("POST", api + "/pause", "Pause motion.", .token, .verb(VerbRequest("pause", .fields))),
        Route("POST", api + "/resume", "Resume motion.", .token, .verb(VerbRequest("resume", .fields))),
        Route("POST", api + "/next", "Skip to the next message.", .token, .verb(VerbRequest("next", .fields))),
        Route(
            "POST", api + "/acknowledge", "Acknowledge an urgent message.", .token,
            .verb(VerbRequest("acknowledge", .fields))),
        Route("POST", api + "/drag", "Move the text by pixels.", .token, .verb(VerbRequest("drag", .fields))),
        Route("POST", api + "/cues/{name}", "Pulse the line of a cue.", .token, .verb(VerbRequest("cue"))),
        Route(
            "PUT", api + "/pixels", "Show pixels: three bytes each, red first, row by row.", .token, .sendPixels),
        Route(
            "POST", api + "/pixels/stop", "Take the sign back from who sends pixels.", .token,
            .verb(VerbRequest("pixels", constants: [JSONMember("action", .text("stop"))]))),
        Route(
            "POST", api + "/pixels/allow", "Take pixels again of a sender that was stopped.", .token,
            .verb(VerbRequest("pixels", constants: [JSONMember("action", .text("allow"))]))),
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
