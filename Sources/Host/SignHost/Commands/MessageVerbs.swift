import Settings
import SignFiles
import Timelines

/// Adds a message, or replaces the pushed one of its name; one without a name gets one.
enum PushVerb: SignVerb {
    static let name = "push"
    static let summary = "Add a message to those of the sign file."
    static let fields = [VerbField.message, .zone]
    static let permission: MQTTSettings.Permission? = .show
    static let addresses = [
        VerbAddress("POST", "messages"),
        VerbAddress("PUT", "messages/{name}"),
    ]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        let look = command["message"] ?? .object([])
        let name = look["name"]?.text ?? sign.store.freeName(at: instant)
        let warning = try sign.push(PushedMessage(name: name, zone: command.zone, look: look), at: instant)
        return [JSONMember("name", .text(name))] + Self.warning(warning)
    }
}

enum RemoveVerb: SignVerb {
    static let name = "remove"
    static let summary = "Remove a pushed message."
    static let fields = [VerbField.name(of: "a pushed message")]
    static let permission: MQTTSettings.Permission? = .show
    static let addresses = [VerbAddress("DELETE", "messages/{name}")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.remove(command.name, at: instant)
        return []
    }
}

enum ListVerb: SignVerb {
    static let name = "list"
    static let summary = "List the messages of the sign file and the pushed ones."
    static let addresses = [VerbAddress("GET", "messages")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) -> [JSONMember] {
        [JSONMember("messages", .list(sign.listed(at: instant).map(\.json)))]
    }
}
