import Settings
import SignFiles
import Timelines

enum NextVerb: SignVerb {
    static let name = "next"
    static let summary = "Skip to the next message."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "next")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.checkZone(command.zone)
        guard sign.player.skip(zone: command.zone, at: sign.time(instant)) else {
            throw ControlError.refused("no message can be skipped: the sign is dark, or shows all messages together")
        }
        return []
    }
}

extension SignCommand {
    /// Skips to the next message of a zone; of the whole sign for nil.
    package static func next(zone: String?) -> SignCommand { SignCommand(NextVerb.self, zone: zone) }
}
