import Settings

/// The addresses of AWTRIX clocks.
extension OpenAPI {
    func operation(_ route: AWTRIXRoute) -> JSONValue {
        let need = route.isReading ? Access.Need.view : .token
        var parameters: [JSONValue] = []
        if case .custom = route {
            parameters.append(parameter("name", in: "query", OpenAPISchema.appName, isRequired: true))
        }
        // Each body is read as leniently as the clock reads it, whatever its type, and has no refusal of its own.
        let errors = errors(refusals(need, changes: !route.isReading).subtracting([409, 415]))
        return operation(
            Self.summary(of: route), parameters: parameters, body: Self.body(of: route).map { content($0) },
            responses: [success(of: route)] + errors + [failure], security: security(need))
    }

    private var failure: JSONMember {
        answer(
            500, "The body is not what the address takes, or the sign refuses.", "text/plain",
            OpenAPISchema.json(#"{"enum": ["ErrorParsingJson", "FAILED"]}"#))
    }

    private func success(of route: AWTRIXRoute) -> JSONMember {
        guard let schema = OpenAPISchema.answer(of: route) else {
            let words = "Done; Ledsign-Ignored names the keys that a sign ignores."
            return answer(200, words, "text/plain", OpenAPISchema.json(#"{"const": "OK"}"#))
        }
        return answer(200, "What the sign has.", "application/json", schema)
    }

    private static func summary(of route: AWTRIXRoute) -> String {
        switch route {
        case .notify: "Show a notification."
        case .custom: "Add, replace or remove apps."
        case .dismiss: "Remove the notification that is shown."
        case .nextApp: "Skip to the next message."
        case .switchApp: "Skip to a message by its name."
        case .power: "Switch the sign on or off."
        case .setSettings: "Set the brightness."
        case .settings: "Show the brightness."
        case .stats: "Show the state of the sign."
        case .loop: "List the messages."
        case .screen: "Show the colours of all pixels."
        }
    }

    private static func body(of route: AWTRIXRoute) -> JSONValue? {
        switch route {
        case .notify: OpenAPISchema.object
        case .custom: OpenAPISchema.json(#"{"type": ["object", "array"], "items": {"type": "object"}, "maxItems": 64}"#)
        case .switchApp:
            OpenAPISchema.json(
                #"{"type": "object", "properties": {"name": {"type": "string", "minLength": 1}}, "required": ["name"]}"#
            )
        case .power:
            OpenAPISchema.json(
                #"{"type": "object", "properties": {"power": {"type": "boolean"}}, "required": ["power"]}"#)
        case .setSettings:
            OpenAPISchema.json(
                #"""
                {"type": "object", "properties": {"BRI": {"type": "integer", "minimum": 0, "maximum": 255},
                 "ABRI": {"type": "boolean"}, "MATP": {"type": "boolean"}}}
                """#)
        case .dismiss, .nextApp, .settings, .stats, .loop, .screen: nil
        }
    }
}

extension OpenAPISchema {
    static let appName = json(
        #"""
        {"type": "string", "minLength": 1, "maxLength": 48, "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]+$",
         "description": "Without blanks at its ends."}
        """#)

    /// What an address tells; nil for one that answers OK.
    static func answer(of route: AWTRIXRoute) -> JSONValue? {
        switch route {
        case .settings:
            json(
                #"""
                {"type": "object", "properties": {"MATP": {"type": "boolean"}, "ABRI": {"type": "boolean"},
                 "BRI": {"type": "integer", "minimum": 0, "maximum": 255}}, "required": ["MATP", "ABRI", "BRI"],
                 "additionalProperties": false}
                """#)
        case .stats:
            json(
                #"""
                {"type": "object", "properties": {"bri": {"type": "integer", "minimum": 0, "maximum": 255},
                 "uptime": {"type": "integer", "minimum": 0}, "messages": {"type": "integer", "minimum": 0},
                 "version": {"type": "string"}, "indicator1": {"type": "boolean"}, "indicator2": {"type": "boolean"},
                 "indicator3": {"type": "boolean"}, "app": {"type": "string"}, "uid": {"type": "string"},
                 "matrix": {"type": "boolean"}},
                 "required": ["bri", "uptime", "messages", "version", "app", "uid", "matrix"],
                 "additionalProperties": false}
                """#)
        case .loop: json(#"{"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}"#)
        case .screen:
            json(#"{"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 16777215}}"#)
        case .notify, .custom, .dismiss, .nextApp, .switchApp, .power, .setSettings: nil
        }
    }
}
