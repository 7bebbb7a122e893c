import Settings
import SignFiles
import Timelines

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

extension SignCommand {
    /// Removes the pushed message of a name.
    package static func remove(name: String) -> SignCommand { SignCommand(RemoveVerb.self, ["name": .text(name)]) }
}
