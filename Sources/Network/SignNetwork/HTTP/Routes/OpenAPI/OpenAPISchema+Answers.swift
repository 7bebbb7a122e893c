import Settings

/// What comes out.
extension OpenAPISchema {
    /// The answer of a verb of the control protocol.
    ///
    /// - Parameter isAll: whether the address has no name in it.
    static func answer(of verb: String, isAll: Bool) -> JSONValue {
        switch verb {
        case "push": pushed
        case "list": messages
        case "get" where isAll: variables
        case "stats": statistics
        case "pixels": pixels
        default: reference("Done")
        }
    }

    private static let pushed = json(
        #"""
        {"type": "object", "properties":
         {"ok": {"const": true}, "name": {"type": "string"}, "warning": {"type": "string"}},
         "required": ["ok", "name"], "additionalProperties": false}
        """#)

    private static let messages = json(
        #"""
        {"type": "object", "properties": {"ok": {"const": true}, "messages": {"type": "array", "items":
         {"type": "object", "properties":
          {"name": {"type": "string"}, "zone": {"type": "string"}, "text": {"type": "string"},
           "priority": {"type": "integer", "minimum": 0, "maximum": 9}, "pushed": {"type": "boolean"},
           "state": {"enum": ["shown", "waiting", "interrupted", "off", "quarantined"]},
            "next": {"type": "integer", "minimum": 0}, "shown": {"type": "string"}},
          "required": ["text", "priority", "pushed", "state"], "additionalProperties": false}}},
         "required": ["ok", "messages"], "additionalProperties": false}
        """#)

    private static let sender = #"""
        {"type": ["object", "null"], "properties": {"name": {"type": "string"}, "protocol": {"type": "string"}},
         "required": ["name", "protocol"], "additionalProperties": false}
        """#

    private static let pixels = json(
        #"""
        {"type": "object", "properties": {"ok": {"const": true}, "pixels": {"type": ["object", "null"], "properties":
         {"width": {"type": "integer", "minimum": 1}, "height": {"type": "integer", "minimum": 1},
          "shown": {"type": "boolean"}, "owner": \#(sender), "stopped": \#(sender),
          "others": {"type": "array", "maxItems": 8, "items": \#(sender)},
          "frames": {"type": "integer", "minimum": 0}, "packets": {"type": "integer", "minimum": 0},
          "dropped": {"type": "integer", "minimum": 0}},
         "required": ["width", "height", "shown", "owner", "stopped", "others", "frames", "packets", "dropped"],
         "additionalProperties": false}}, "required": ["ok", "pixels"], "additionalProperties": false}
        """#)

    private static let variables = json(
        #"""
        {"type": "object", "properties": {"ok": {"const": true},
         "variables": {"type": "object", "additionalProperties": {"type": ["string", "null"]}}},
         "required": ["ok", "variables"], "additionalProperties": false}
        """#)

    private static let statistics = json(
        #"""
        {"type": "object", "properties": {"ok": {"const": true}, "stats": {"type": "object", "properties":
         {"file": {"type": "string"}, "seconds": {"type": "integer"},
          "brightness": {"type": "integer", "minimum": 0, "maximum": 100}, "problem": {"type": ["string", "null"]},
          "clock": {"enum": ["synchronised", "trusted", "not synchronised"]}},
         "required": ["seconds", "brightness", "problem", "clock"]}},
         "required": ["ok", "stats"], "additionalProperties": false}
        """#)

    static let state = json(
        #"""
        {"type": "object", "properties": {"ok": {"const": true}, "width": {"type": "integer", "minimum": 1},
         "height": {"type": "integer", "minimum": 1}, "mono": {"type": "boolean"},
         "led": {"type": "string", "pattern": "^#[0-9a-f]{6}$"}, "zones": {"type": "array", "items":
          {"type": "object", "properties": {"name": {"type": ["string", "null"]}, "x": {"type": "integer"},
           "y": {"type": "integer"}, "width": {"type": "integer"}, "height": {"type": "integer"},
           "vertical": {"type": "boolean"}}, "required": ["name", "x", "y", "width", "height", "vertical"]}},
         "brightness": {"type": "integer", "minimum": 0, "maximum": 100}, "auto": {"type": "boolean"},
         "paused": {"type": "boolean"}, "problem": {"type": ["string", "null"]},
         "shown": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": ["string", "null"]},
          "zone": {"type": ["string", "null"]}, "text": {"type": "string"}}, "required": ["name", "zone", "text"]}},
         "pixels": {"type": ["object", "null"]}},
         "required": ["ok", "width", "height", "mono", "led", "zones", "brightness", "auto", "paused", "shown", "problem"]}
        """#)

    static let schedule = json(
        #"""
        {"type": "array", "maxItems": 1000, "items": {"type": "object", "properties":
         {"name": {"type": "string"}, "message": {"type": "string"}, "zone": {"type": ["string", "null"]},
          "from": {"type": "string", "format": "date-time"}, "to": {"type": ["string", "null"], "format": "date-time"},
          "priority": {"type": "integer", "minimum": 0, "maximum": 9}},
         "required": ["message", "zone", "from", "to", "priority"], "additionalProperties": false}}
        """#)

    static let preview = json(
        #"""
        {"oneOf": [{"$ref": "#/components/schemas/Error"}, {"type": "object", "properties":
         {"ok": {"const": true}, "width": {"type": "integer", "minimum": 1},
          "height": {"type": "integer", "minimum": 1}, "led": {"type": "string", "pattern": "^#[0-9a-f]{6}$"},
          "pixels": {"type": "string", "contentEncoding": "base64"}},
         "required": ["ok", "width", "height", "led", "pixels"]}]}
        """#)

    static let problems = json(
        #"""
        {"type": "array", "maxItems": 200, "items": {"type": "object", "properties":
         {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1},
          "length": {"type": "integer", "minimum": 1}, "message": {"type": "string"}},
         "required": ["line", "column", "length", "message"], "additionalProperties": false}}
        """#)

    static let versions = json(
        #"""
        {"type": "array", "items": {"type": "object", "properties":
         {"id": {"type": "string", "pattern": "^[0-9]+$"}, "size": {"type": "integer", "minimum": 0},
          "saved": {"type": "integer", "description": "Seconds since 1970."}},
         "required": ["id", "size", "saved"], "additionalProperties": false}}
        """#)
}
