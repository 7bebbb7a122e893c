import Settings

/// Something that has happened to a message.
package struct MessageEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case shown, ended, acknowledged
    }

    package var kind: Kind
    /// Its name; nil for a message without one.
    package var name: String?
    package var text: String

    /// The payload.
    package var json: JSONValue {
        .object([
            JSONMember("event_type", .text(kind.rawValue)), JSONMember("name", name.map { .text($0) } ?? .null),
            JSONMember("text", .text(text)),
        ])
    }
}
