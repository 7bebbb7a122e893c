import Settings
import SignFiles
import Timelines

enum ResumeVerb: SignVerb {
    static let name = "resume"
    static let summary = "Resume motion after a pause."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "resume")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        for (marquee, instant) in try sign.marquees(command.zone, at: instant) { marquee.resume(at: instant) }
        sign.recordSteering()
        return []
    }
}

extension SignCommand {
    /// Resumes motion in a zone; in the whole sign for nil.
    package static func resume(zone: String?) -> SignCommand { SignCommand(ResumeVerb.self, zone: zone) }
}
