import Settings
import SignFiles
import SignPlayback
import Timelines

/// Acknowledges the message with the highest priority that is shown, which ends its turn.
enum AcknowledgeVerb: SignVerb {
    static let name = "acknowledge"
    static let summary = "Acknowledge an urgent message, and stop showing it."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "acknowledge")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.checkZone(command.zone)
        guard sign.player.acknowledge(zone: command.zone, at: sign.time(instant)) else {
            throw ControlError.refused("no message with a priority is shown, so none can be acknowledged")
        }
        sign.recordSteering(acknowledges: true)
        return []
    }
}

extension SignCommand {
    /// Acknowledges the urgent message of a zone; of the whole sign for nil.
    package static func acknowledge(zone: String?) -> SignCommand { SignCommand(AcknowledgeVerb.self, zone: zone) }
}
