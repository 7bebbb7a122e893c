import Settings
import SignFiles
import Timelines

enum PauseVerb: SignVerb {
    static let name = "pause"
    static let summary = "Pause motion."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "pause")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        for (marquee, instant) in try sign.marquees(command.zone, at: instant) { marquee.pause(at: instant) }
        sign.recordSteering()
        return []
    }
}

extension SignCommand {
    /// Pauses motion in a zone; in the whole sign for nil.
    package static func pause(zone: String?) -> SignCommand { SignCommand(PauseVerb.self, zone: zone) }
}
