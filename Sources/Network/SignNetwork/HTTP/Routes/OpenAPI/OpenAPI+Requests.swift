import Settings
import SignHost
import SignPlayback

/// What goes in.
extension OpenAPI {
    func parameters(of route: Route) -> [JSONValue] {
        var parameters = route.parameters.map { name in
            parameter(name, in: "path", OpenAPISchema.pathName(name), isRequired: true)
        }
        if route.isPicture {
            parameters.append(parameter("style", in: "query", OpenAPISchema.style))
        }
        if case .drawFile = route.action { parameters.append(parameter("at", in: "query", OpenAPISchema.moment)) }
        if case .schedule = route.action {
            let (minimum, maximum) = (Forecast.hours.lowerBound, Forecast.hours.upperBound)
            parameters.append(parameter("hours", in: "query", OpenAPISchema.integer(from: minimum, to: maximum)))
        }
        if case .sendPixels = route.action {
            parameters += ["x", "y"].map { parameter($0, in: "query", OpenAPISchema.integer(from: 0, to: 65_535)) }
            parameters += ["w", "h"].map { parameter($0, in: "query", OpenAPISchema.integer(from: 1, to: 65_536)) }
        }
        if case .saveFile = route.action {
            parameters.append(parameter("If-Match", in: "header", OpenAPISchema.entityTag, isRequired: true))
        }
        if takesZone(route) { parameters.append(parameter("zone", in: "query", OpenAPISchema.name)) }
        return parameters
    }

    private func takesZone(_ route: Route) -> Bool {
        if case .check = route.action { return true }
        guard case .verb(let verb, _) = route.action else { return false }
        return verb.fields.contains { $0.name == "zone" }
    }

    func parameter(_ name: String, in place: String, _ schema: JSONValue, isRequired: Bool = false) -> JSONValue {
        .object([
            JSONMember("name", .text(name)), JSONMember("in", .text(place)),
            JSONMember("required", .bool(isRequired)), JSONMember("schema", schema),
        ])
    }

    func body(of route: Route) -> JSONValue? {
        switch route.action {
        case .command: content(OpenAPISchema.command)
        case .check: content(OpenAPISchema.reference("Message"))
        case .checkFile, .drawFile, .saveFile: content(OpenAPISchema.text, type: "application/yaml")
        case .sendPixels: content(OpenAPISchema.anything, type: PixelRequest.type)
        case .beginSession: content(OpenAPISchema.token)
        case .verb(let verb, let address): body(of: address.bodyFields(of: verb))
        default: nil
        }
    }

    /// A message, or an object of fields, which may be left out if none has to be there.
    private func body(of fields: [VerbField]) -> JSONValue? {
        if fields.isEmpty { return nil }
        if fields.contains(where: { $0.kind == .message }) { return content(OpenAPISchema.reference("Message")) }
        let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
        let properties = fields.map { field in
            JSONMember(
                field.name,
                .object(
                    [JSONMember("description", .text(field.expected))]
                        + (OpenAPISchema.values(of: field).members ?? [])))
        }
        let schema = JSONValue.object([
            JSONMember("type", .text("object")), JSONMember("properties", .object(properties)),
            JSONMember("required", .list(required)), JSONMember("additionalProperties", .bool(false)),
        ])
        return content(schema, isRequired: !required.isEmpty)
    }

    func content(_ schema: JSONValue, type: String = "application/json", isRequired: Bool = true) -> JSONValue {
        let media = JSONValue.object([JSONMember("schema", schema)])
        return .object([
            JSONMember("required", .bool(isRequired)), JSONMember("content", .object([JSONMember(type, media)])),
        ])
    }
}
