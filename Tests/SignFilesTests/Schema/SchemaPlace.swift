/// An object of sign files: where the schema describes it, and a file with a place for one key more.
struct SchemaPlace {
    /// Where the schema has the object.
    let pointer: String
    /// The keys that the file gives it; some of them bring others with them.
    var having: Set<String> = []
    /// Whether it is a source on a server.
    var isServer = false
    /// Whether there are keys that are no words, such as times of day; the reader says in another way what is none.
    var isOpen = false
    /// The file, with `HOLE` for the key.
    let file: String

    init(_ pointer: String, having: Set<String> = [], isServer: Bool = false, isOpen: Bool = false, _ file: String) {
        self.pointer = "#" + pointer
        self.having = having
        self.isServer = isServer
        self.isOpen = isOpen
        self.file = file
    }

    /// The file with further keys, each with nothing in it.
    func file(with keys: [String]) -> String {
        file.replacing("HOLE", with: keys.map { "\"\($0)\": {}" }.joined(separator: ", "))
    }

    private static func message(_ pointer: String, _ keys: String, having: Set<String> = []) -> SchemaPlace {
        SchemaPlace(pointer, having: having, "{message: {\(keys)}}")
    }

    private static func part(_ kind: String, _ value: String) -> SchemaPlace {
        message("/$defs/part", "parts: [{\(kind): \(value), HOLE}]", having: [kind])
    }

    private static func inPart(_ pointer: String, _ keys: String) -> SchemaPlace {
        message(pointer, "parts: [{\(keys)}]")
    }

    private static func field(_ kind: String, _ value: String, isServer: Bool = false) -> SchemaPlace {
        SchemaPlace(
            "/$defs/field", having: [kind], isServer: isServer,
            "{message: {text: A}, fields: {a: {\(kind): \(value), HOLE}}}")
    }

    private static func root(_ pointer: String, _ keys: String) -> SchemaPlace {
        SchemaPlace(pointer, "{message: {text: A}, \(keys)}")
    }

    static let all: [SchemaPlace] = signs + messages + parts + sources + installation

    private static let signs: [SchemaPlace] = [
        root("", "HOLE"), root("/properties/calm", "calm: {HOLE}"), root("/$defs/style", "style: {HOLE}"),
        root("/$defs/playlist", "playlist: {HOLE}"),
        root("/properties/place", "place: {HOLE}"),
        SchemaPlace(
            "/properties/brightness/anyOf/1", isOpen: true, "{message: {text: A}, brightness: {\"12:00\": 1, HOLE}}"),
        root(
            "/properties/brightness/anyOf/1/properties/light/anyOf/1", "brightness: {light: {sensor: a, HOLE}}"),
        SchemaPlace("/$defs/zone", "{zones: [{message: {text: A}, HOLE}]}"),
        SchemaPlace("/$defs/zone", "{rows: [{message: {text: A}, HOLE}]}"),
        SchemaPlace("/$defs/zone/properties/area", "{zones: [{area: {HOLE}, message: {text: A}}]}"),
    ]

    private static let messages: [SchemaPlace] = [
        message("/$defs/message", "text: A, HOLE", having: ["text"]),
        message("/$defs/message", "parts: [A], HOLE", having: ["parts"]),
        message("/$defs/message", "image: ./a.png, HOLE", having: ["image"]),
        message("/$defs/message", "tronbyt: 'http://h/a/next', HOLE", having: ["tronbyt"]),
        message("/$defs/message", "rows: [A], HOLE", having: ["rows"]),
        message("/$defs/message", "columns: [A], HOLE", having: ["columns"]),
        SchemaPlace("/$defs/message", having: ["text"], "{messages: [{text: A, HOLE}]}"),
        SchemaPlace("/$defs/message", having: ["text"], "{message: {text: A}, idle: {text: A, HOLE}}"),
        message("/$defs/effect/anyOf/1", "text: A, in: {effect: wipe, HOLE}"),
        message("/$defs/when/anyOf/1", "text: A, when: {HOLE}"),
        message("/$defs/when/anyOf/1", "text: A, when: {not: {HOLE}}"),
        SchemaPlace("/$defs/when/anyOf/1", "{message: {text: A}, times: {open: {HOLE}}}"),
    ]

    private static let parts: [SchemaPlace] = [
        part("text", "A"), part("image", "a.png"), part("shape", "box"), part("bar", "1"), part("plot", "'{a}'"),
        part("pixels", "RR"),
        part("items", "[A]"),
        part("clock", "HH:mm"), part("analog-clock", "{}"), part("turns", "[A]"), part("parts", "[A]"),
        part("rows", "[A]"), part("columns", "[A]"),
        inPart("/$defs/part/properties/area", "text: A, area: {HOLE}"),
        inPart("/$defs/part/properties/copies", "text: A, copies: {HOLE}"),
        inPart("/$defs/part/properties/cues/anyOf/1", "text: A, cues: [{name: a, HOLE}]"),
        inPart("/$defs/part/properties/cues/anyOf/0/items", "text: A, cues: [{name: a, HOLE}]"),
        inPart("/$defs/change/anyOf/1", "text: A, change: {HOLE}"),
        inPart("/$defs/part/properties/analog-clock", "analog-clock: {HOLE}"),
        inPart("/$defs/key-frame", "text: A, key-frames: [{HOLE}]"),
        inPart("/$defs/ticks/anyOf/2", "text: A, ticks: {every: 1s, HOLE}"),
        SchemaPlace("/$defs/item/anyOf/1", having: ["text"], "{message: {parts: [{items: [{text: A, HOLE}]}]}}"),
        SchemaPlace("/$defs/item/anyOf/1", having: ["pixels"], "{message: {parts: [{items: [{pixels: R, HOLE}]}]}}"),
    ]

    private static let sources: [SchemaPlace] = [
        field("file", "a"), field("command", "a"), field("shell", "a"), field("url", "http://h/"),
        field("json", "a.json"), field("json", "http://h/", isServer: true), field("sensor", "a"),
        field("variable", "a"), field("mqtt", "a"),
        SchemaPlace(
            "/$defs/moving-field", having: ["of"], "{message: {text: A}, fields: {b: {variable: 1}, a: {of: b, HOLE}}}"),
        SchemaPlace("/$defs/calendar", having: ["path"], "{message: {text: A}, calendars: {a: {path: a, HOLE}}}"),
        SchemaPlace(
            "/$defs/calendar", having: ["url"], "{message: {text: A}, calendars: {a: {url: 'http://h/', HOLE}}}"),
    ]

    private static let installation: [SchemaPlace] = [
        root("/properties/control", "control: {HOLE}"), root("/properties/http", "http: {HOLE}"),
        SchemaPlace("/$defs/hook", having: ["text"], "{message: {text: A}, http: {hooks: {a: {text: A, HOLE}}}}"),
        root("/properties/mqtt", "mqtt: {HOLE}"),
        root("/properties/pixels", "pixels: {HOLE}"),
        root("/properties/hands", "hands: {HOLE}"),
        root("/properties/hands/properties/encoder", "hands: {encoder: {a: 1, b: 2, HOLE}}"),
        root("/properties/hands/properties/buttons/anyOf/1", "hands: {buttons: [{line: 1, action: next, HOLE}]}"),
        root("/properties/hands/properties/buttons/anyOf/0/items", "hands: {buttons: {line: 1, action: next, HOLE}}"),
        root("/properties/cues/additionalProperties", "cues: {a: {line: 1, HOLE}}"),
        root("/properties/wall", "wall: {width: 1, height: 1, HOLE}"),
    ]
}
