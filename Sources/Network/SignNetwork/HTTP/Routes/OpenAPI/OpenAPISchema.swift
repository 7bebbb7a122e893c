import Settings
import SignHost

/// The schemas of the API's bodies and answers (JSON Schema 2020-12), written as JSON.
enum OpenAPISchema {
    /// Reads a schema; null for a text that is none, which the tests look for.
    static func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: Array(text.utf8))) ?? .null }

    /// A schema that several answers share.
    static func reference(_ name: String) -> JSONValue {
        .object([JSONMember("$ref", .text("#/components/schemas/\(name)"))])
    }

    static func integer(from minimum: Int, to maximum: Int) -> JSONValue {
        json(#"{"type": "integer", "minimum": \#(minimum), "maximum": \#(maximum)}"#)
    }

    static let anything = JSONValue.object([])
    static let object = json(#"{"type": "object"}"#)
    static let text = json(#"{"type": "string"}"#)
    static let done = json(#"{"type": "object", "properties": {"ok": {"const": true}}, "required": ["ok"]}"#)

    static let shared = [
        JSONMember(
            "Done",
            json(
                #"""
                {"type": "object", "properties": {"ok": {"const": true}, "warning": {"type": "string"}},
                 "required": ["ok"], "additionalProperties": false}
                """#)),
        JSONMember(
            "Error",
            json(
                #"""
                {"type": "object",
                 "properties": {"ok": {"const": false}, "error": {"type": "string"}, "code": {"type": "string"}},
                 "required": ["ok", "error", "code"]}
                """#)),
        JSONMember(
            "Message",
            json(
                #"""
                {"type": "object", "description": "The keys of a message of a sign file, as /api/v1/schema has them.",
                 "properties": {"text": {"type": "string"}, "color": {"type": "string", "examples": ["red"]},
                 "priority": {"type": "integer", "minimum": 0, "maximum": 9},
                 "duration": {"type": "string", "examples": ["10s"]},
                 "lifetime": {"type": "string", "examples": ["10m"]}, "wake": {"type": "boolean"}}}
                """#)),
    ]

    static let schemes = json(
        #"""
        {"token": {"type": "http", "scheme": "bearer"},
         "password": {"type": "http", "scheme": "basic", "description": "The token as the password of any name."}}
        """#)
}

/// What goes in.
extension OpenAPISchema {
    /// What names have: no control characters.
    private static let plain = #"^[^\\u0000-\\u001f\\u007f-\\u009f]+$"#
    static let name = json(#"{"type": "string", "minLength": 1, "maxLength": 64, "pattern": "\#(plain)"}"#)
    static let moment = json(##"{"type": "string", "pattern": "^([0-9]{1,5}ms|[0-9]{1,2}s)$", "default": "2s"}"##)
    static let style = json(#"{"enum": ["leds", "pixels"], "default": "leds"}"#)
    static let entityTag = json(##"{"type": "string", "pattern": "^\"[0-9a-f]+-[0-9a-f]+\"$"}"##)
    static let command = json(
        #"{"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}"#)
    static let token = json(
        #"{"type": "object", "properties": {"token": {"type": "string"}}, "required": ["token"]}"#)

    /// A name in a path, where dots and empty parts could mean another path.
    static func pathName(_ name: String) -> JSONValue {
        guard name == "name" else { return json(#"{"type": "string", "pattern": "^[0-9]{1,18}$"}"#) }
        return json(
            #"""
            {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "\#(plain)",
             "not": {"pattern": "(^|/)[.]{0,2}(/|$)"}, "examples": ["closed"]}
            """#)
    }

    /// The values of a field of the control protocol.
    static func values(of field: VerbField) -> JSONValue {
        func type(_ names: String...) -> JSONMember {
            let names = (field.takesNull ? names + ["null"] : names).map { JSONValue.text($0) }
            return JSONMember("type", names.count == 1 ? names[0] : .list(names))
        }
        switch field.kind {
        case .message: return reference("Message")
        case .name: return .object([type("string")] + (name.members ?? []).filter { $0.name != "type" })
        case .text: return .object([type("string", "number", "boolean")])
        case .integer(let range):
            let bounds = integer(from: range.lowerBound, to: range.upperBound).members ?? []
            return .object([type("integer")] + bounds.filter { $0.name != "type" })
        case .word(let words):
            return ["enum": .list(words.map { .text($0) } + (field.takesNull ? [.null] : []))]
        }
    }
}
