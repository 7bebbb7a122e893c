import Settings
import SignHost
import SignPlayback

/// The description of the API (OpenAPI 3.1), made from the routes and from the verbs of the control protocol.
package enum OpenAPI {
    /// The document.
    package static let document: JSONValue = .object([
        JSONMember("openapi", .text("3.1.0")),
        JSONMember(
            "info",
            .object([
                JSONMember("title", .text("ledsign")), JSONMember("version", .text("1")),
                JSONMember("description", .text("Shows, changes and steers an LED sign.")),
            ])),
        JSONMember("paths", .object(paths)),
        JSONMember("components", .object([JSONMember("securitySchemes", .object([bearer]))])),
    ])

    private static let bearer = JSONMember(
        "token", .object([JSONMember("type", .text("http")), JSONMember("scheme", .text("bearer"))]))

    private static var paths: [JSONMember] {
        var patterns: [String] = []
        for route in RouteTable.all where !patterns.contains(route.pattern) { patterns.append(route.pattern) }
        return patterns.map { pattern in
            let routes = RouteTable.all.filter { $0.pattern == pattern }
            return JSONMember(
                pattern, .object(routes.map { JSONMember($0.method.lowercased(), operation($0)) }))
        }
    }

    private static func operation(_ route: Route) -> JSONValue {
        var members = [JSONMember("summary", .text(route.summary))]
        let parameters = parameters(of: route)
        if !parameters.isEmpty { members.append(JSONMember("parameters", .list(parameters))) }
        if let body = body(of: route) { members.append(JSONMember("requestBody", body)) }
        members.append(JSONMember("responses", .object(responses(of: route))))
        let needed: [JSONValue] = route.need == .nothing ? [] : [.object([JSONMember("token", .list([]))])]
        // On loopback, and where everyone may look, nothing is needed.
        members.append(JSONMember("security", .list(needed + [.object([])])))
        return .object(members)
    }

    // MARK: What goes in

    private static func parameters(of route: Route) -> [JSONValue] {
        var parameters = route.parameters.map { name in
            parameter(name, in: "path", .object([type("string"), JSONMember("minLength", .integer(1))]))
        }
        if case .picture = route.action {
            let styles = JSONMember("enum", .list([.text("leds"), .text("pixels")]))
            parameters.append(parameter("style", in: "query", .object([type("string"), styles])))
        }
        if case .schedule = route.action {
            let (least, most) = (Forecast.hours.lowerBound, Forecast.hours.upperBound)
            let limits = [JSONMember("minimum", .integer(least)), JSONMember("maximum", .integer(most))]
            parameters.append(parameter("hours", in: "query", .object([type("integer")] + limits)))
        }
        if case .saveFile = route.action {
            parameters.append(parameter("If-Match", in: "header", .object([type("string")])))
        }
        let isPreview = if case .check = route.action { true } else { false }
        if isPreview || verb(of: route)?.fields.contains(where: { $0.name == "zone" }) ?? false {
            parameters.append(parameter("zone", in: "query", .object([type("string")])))
        }
        return parameters
    }

    private static func parameter(_ name: String, in place: String, _ schema: JSONValue) -> JSONValue {
        .object([
            JSONMember("name", .text(name)), JSONMember("in", .text(place)),
            JSONMember("required", .bool(place == "path")), JSONMember("schema", schema),
        ])
    }

    private static func body(of route: Route) -> JSONValue? {
        switch route.action {
        case .command: content(.object([type("object"), JSONMember("required", .list([.text("command")]))]))
        case .check: content(.object([type("object")]))
        case .checkFile, .saveFile: content(.object([type("string")]), type: "application/yaml")
        case .beginSession: content(.object([type("object"), JSONMember("required", .list([.text("token")]))]))
        case .verb(let request):
            switch request.body {
            case .ignored: nil
            case .message: content(.object([type("object")]))
            case .fields: verb(of: route).map { content(fields(of: $0, besides: route.parameters)) }
            }
        default: nil
        }
    }

    private static func fields(of verb: ControlVerb, besides parameters: [String]) -> JSONValue {
        let fields = verb.fields.filter { !parameters.contains($0.name) }
        let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
        let properties = fields.map {
            JSONMember($0.name, .object([JSONMember("description", .text($0.expected))]))
        }
        return .object([
            type("object"), JSONMember("properties", .object(properties)), JSONMember("required", .list(required)),
            JSONMember("additionalProperties", .bool(false)),
        ])
    }

    private static func content(_ schema: JSONValue, type: String = "application/json") -> JSONValue {
        let media = JSONValue.object([JSONMember("schema", schema)])
        return .object([JSONMember("content", .object([JSONMember(type, media)]))])
    }

    private static func verb(of route: Route) -> ControlVerb? {
        guard case .verb(let request) = route.action else { return nil }
        return ControlVerb.named(request.verb)
    }

    private static func type(_ name: String) -> JSONMember { JSONMember("type", .text(name)) }

    // MARK: What comes out

    private static func responses(of route: Route) -> [JSONMember] {
        var statuses = [400, 403]
        if route.need != .nothing { statuses += [401] }
        if route.changes { statuses += [409, 413, 415] }
        if case .saveFile = route.action { statuses += [412, 428] }
        if route.isFile { statuses += [500] }
        if route.isFile || route.parameters.contains("name") { statuses += [404] }
        statuses += [429, 503, 504]
        if case .live = route.action { statuses += [426] }
        let type =
            switch route.action {
            case .picture: "image/png"
            case .metrics: "application/openmetrics-text"
            case .readFile, .version: "application/yaml"
            case .schema: "application/schema+json"
            default: "application/json"
            }
        let success = JSONMember("\(route.isUpgrade ? 101 : 200)", response("Done.", type))
        return [success]
            + statuses.sorted().map { JSONMember("\($0)", response(words[$0] ?? "", "application/json")) }
    }

    private static func response(_ description: String, _ type: String) -> JSONValue {
        .object([
            JSONMember("description", .text(description)),
            JSONMember("content", .object([JSONMember(type, .object([]))])),
        ])
    }

    private static let words = [
        400: "The request cannot be read.", 401: "The token is missing or wrong.",
        403: "The name, or the page that asks, is not allowed.", 404: "There is nothing of that name.",
        409: "The sign refuses.", 412: "Someone else has saved the sign file meanwhile.", 413: "The body is too long.",
        415: "The body is not JSON.",
        426: "The request is no handshake of a WebSocket.", 428: "If-Match is missing.", 429: "Too many requests.",
        500: "The sign file cannot be read or written.",
        503: "The server is busy, or the sign has a problem.", 504: "The sign does not answer.",
    ]
}

extension Route {
    /// Whether it reads or writes files.
    fileprivate var isFile: Bool {
        switch action {
        case .readFile, .saveFile, .checkFile, .schema, .versions, .version: true
        default: false
        }
    }

    fileprivate var isUpgrade: Bool { if case .live = action { true } else { false } }
}
