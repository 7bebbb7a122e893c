import Settings
import SignFiles
import SignPlayback
import Timelines

/// Sets the brightness, or returns to that of the sign file.
enum BrightnessVerb: SignVerb {
    static let name = "brightness"
    static let summary = "Set the brightness until the sign restarts."
    static let fields = [
        VerbField.integer("percent", 0...100, ", or null for the brightness of the sign file").orNull
    ]
    static let permission: MQTTSettings.Permission? = .brightness
    static let addresses = [VerbAddress("PUT", "brightness")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) -> [JSONMember] {
        sign.player.setBrightness(command.integer("percent"), at: sign.time(instant))
        return []
    }
}

extension SignCommand {
    /// Sets the brightness; nil restores that of the sign file.
    package static func brightness(percent: Int?) -> SignCommand {
        SignCommand(BrightnessVerb.self, ["percent": percent.map { .integer($0) } ?? .null])
    }
}
