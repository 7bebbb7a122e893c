import Settings

/// What comes out.
extension OpenAPI {
    func responses(of route: Route) -> [JSONMember] {
        var statuses = refusals(route.need, changes: route.changes || route.isConnection)
        if case .beginSession = route.action { statuses.insert(401) }
        if route.isPicture { statuses.formUnion([409, 429]) }
        if case .saveFile = route.action { statuses.formUnion([412, 428]) }
        if case .live = route.action { statuses.insert(426) }
        if case .command = route.action { statuses.insert(404) }
        if route.isFile { statuses.formUnion([404, 500]) }
        if route.parameters.contains("name") { statuses.insert(404) }
        return [success(of: route)] + errors(statuses)
    }

    /// The statuses of what refuses a request before it is understood, and of a sign that does not answer.
    func refusals(_ need: Access.Need, changes: Bool) -> Set<Int> {
        var statuses: Set<Int> = [400, 403, 413, 431, 503, 504]
        if asks(need) { statuses.formUnion([401, 429]) }
        if changes { statuses.formUnion([409, 415, 429]) }
        return statuses
    }

    /// Answers that say what went wrong.
    func errors(_ statuses: Set<Int>) -> [JSONMember] {
        statuses.sorted().map { status in
            answer(status, Self.words[status] ?? "", "application/json", OpenAPISchema.reference("Error"))
        }
    }

    func answer(_ status: Int, _ description: String, _ type: String, _ schema: JSONValue) -> JSONMember {
        let media = JSONValue.object([JSONMember("schema", schema)])
        return JSONMember(
            "\(status)",
            .object([
                JSONMember("description", .text(description)),
                JSONMember("content", .object([JSONMember(type, media)])),
            ]))
    }

    private func success(of route: Route) -> JSONMember {
        switch route.action {
        case .live:
            return JSONMember("101", .object([JSONMember("description", .text("The connection is a WebSocket."))]))
        case .picture, .drawFile: return answer(200, "A PNG.", "image/png", OpenAPISchema.anything)
        case .metrics: return answer(200, "Counts.", "application/openmetrics-text", OpenAPISchema.text)
        case .readFile, .version: return answer(200, "A sign file.", "application/yaml", OpenAPISchema.anything)
        case .schema: return answer(200, "A JSON Schema.", "application/schema+json", OpenAPISchema.object)
        default: return answer(200, "Done.", "application/json", schema(of: route))
        }
    }

    private func schema(of route: Route) -> JSONValue {
        switch route.action {
        case .verb(let verb, _): OpenAPISchema.answer(of: verb.name, isAll: route.parameters.isEmpty)
        case .command: OpenAPISchema.done
        case .check: OpenAPISchema.preview
        case .state: OpenAPISchema.state
        case .schedule: OpenAPISchema.schedule
        case .openAPI: OpenAPISchema.object
        case .checkFile: OpenAPISchema.problems
        case .versions: OpenAPISchema.versions
        default: OpenAPISchema.reference("Done")
        }
    }

    private static let words = [
        400: "The request cannot be read.", 401: "The token is missing or wrong.",
        403: "The name, or the page that asks, is not allowed.", 404: "There is nothing of that name.",
        409: "The sign refuses.", 412: "Someone else has saved the sign file meanwhile.", 413: "The body is too long.",
        415: "The body has another type.", 426: "The request is no handshake of a WebSocket.",
        428: "If-Match is missing.", 429: "Too many requests; Retry-After says how long to wait.",
        431: "The headers are too long.", 500: "The sign file cannot be read or written.",
        503: "The server is busy, or the sign has a problem.", 504: "The sign does not answer.",
    ]
}

extension Route {
    /// Whether it reads or writes files.
    fileprivate var isFile: Bool {
        switch action {
        case .readFile, .saveFile, .checkFile, .drawFile, .schema, .versions, .version: true
        default: false
        }
    }

    /// Whether it answers with a picture.
    var isPicture: Bool {
        switch action {
        case .picture, .drawFile: true
        default: false
        }
    }
}
