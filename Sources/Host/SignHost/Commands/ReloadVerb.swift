import Settings
import SignFiles
import Timelines

enum ReloadVerb: SignVerb {
    static let name = "reload"
    static let summary = "Read the sign file again; a file with errors changes nothing."
    static let permission: MQTTSettings.Permission? = .steer

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        sign.reload(at: instant)
        guard sign.problems.file.isEmpty else {
            throw ControlError.refused((["keeping the previous sign:"] + sign.problems.file).joined(separator: "\n"))
        }
        return []
    }
}
