import PixelGraphics
import Settings

/// A part of the sign with its own messages.
package struct SignZone: Equatable, Sendable {
    /// What the zone is called; nil for one without a name.
    package var name: String?
    /// Its place on the sign in pixels; nil for the whole sign.
    package var area: Rectangle?
    /// The order of its messages.
    package var playlist = SignPlaylist()
    /// Whether its turns begin when those of the other zones in step do.
    package var isInStep = false
    /// What it shows, in the order of the file.
    package var messages: [SignMessage] = []
    /// Where its parts stand in the file.
    package internal(set) var places = Places()

    /// The names, zones and messages that a sign file may have.
    static let mostZones = 64
    static let mostMessages = 5_000

    /// Creates a zone of the whole sign.
    package init(_ messages: [SignMessage] = []) {
        self.messages = messages
    }

    /// Where the parts of a zone stand in a file, which makes no difference between two zones.
    package struct Places: Equatable, Sendable {
        package internal(set) var name: TextPlace?
        package internal(set) var area: TextPlace?
        /// The zone as a whole.
        package internal(set) var zone: TextPlace?

        package static func == (first: Places, second: Places) -> Bool { true }
    }
}

extension SignZone {
    /// Reads the keys of a zone; wrong values have their defaults.
    init(_ fields: inout SignFields, context: SignContext) {
        let name = fields.name()
        let area = Self.area(&fields)
        var inner = context
        inner.readStyle(&fields)
        let isInStep = fields.flag("in-step", default: false)
        self = SignZone.content(&fields, context: inner)
        self.name = name ?? nil
        self.area = area ?? nil
        self.isInStep = isInStep ?? false
        places = Places(name: fields.place(of: "name"), area: fields.place(of: "area"), zone: fields.beginning)
    }

    /// Reads what a zone and a file without zones have in common: the messages and their order.
    static func content(_ fields: inout SignFields, context: SignContext) -> SignZone {
        let playlist = SignPlaylist.reading(&fields)
        var zone = SignZone(messages(&fields, context: context))
        zone.playlist = playlist ?? SignPlaylist()
        return zone
    }

    private static func messages(_ fields: inout SignFields, context: SignContext) -> [SignMessage] {
        guard fields.has("messages") else {
            let message = fields.keys(
                "message", expected: "a text, or keys such as text", textKey: "text"
            ) {
                SignMessage(&$0, context: context)
            }
            fields.accept("messages")
            return [message].compactMap { $0 }
        }
        fields.accept("message")
        _ = fields.excludes("messages", ["message"])
        let messages = fields.list(
            "messages", expected: "a list of messages: texts, or keys such as text", textKey: "text",
            most: mostMessages, keepsOthers: true
        ) { SignMessage(&$0, context: context) }
        _ = fields.hasUniqueNames(messages ?? [], of: "message") { ($0.name, $0.places.name) }
        return messages ?? []
    }

    private static func area(_ fields: inout SignFields) -> Rectangle?? {
        fields.accept("area")
        guard fields.has("area") else { return .some(nil) }
        let area = fields.keys("area", expected: "x, y, width and height in pixels") { fields -> Rectangle? in
            let x = fields.integer("x", in: 0...65_535, default: 0)
            let y = fields.integer("y", in: 0...65_535, default: 0)
            let width = fields.integer("width", in: 1...65_536)
            let height = fields.integer("height", in: 1...65_536)
            guard let x, let y, let width, let height else { return nil }
            return Rectangle(x: x, y: y, width: width, height: height)
        }
        return area.map { .some($0) }
    }
}
