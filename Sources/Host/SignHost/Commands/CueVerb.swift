import Settings
import SignFiles
import Timelines

enum CueVerb: SignVerb {
    static let name = "cue"
    static let summary = "Pulse the line of a cue now, to test its wiring."
    static let fields = [VerbField.name(of: "a cue")]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "cues/{name}")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        let name = command.name
        guard let cues = sign.context.cues, cues.names.contains(name) else {
            throw ControlError.refused("the sign file has no cue \"\(name)\" (cues)")
        }
        guard cues.pulse(name, at: instant) else {
            throw ControlError.refused("the line of the cue \"\(name)\" could not be opened when the sign started")
        }
        return []
    }
}

extension SignCommand {
    /// Pulses the line of a cue.
    package static func cue(name: String) -> SignCommand { SignCommand(CueVerb.self, ["name": .text(name)]) }
}
