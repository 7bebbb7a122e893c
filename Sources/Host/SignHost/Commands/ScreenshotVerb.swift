import Settings
import Timelines

/// Takes a picture, which over HTTP is a PNG at an address of its own.
enum ScreenshotVerb: SignVerb {
    static let name = "screenshot"
    static let summary = "Take a picture of what the sign shows."

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.screenshot(at: instant).members
    }
}

extension SignCommand {
    package static let screenshot = SignCommand(ScreenshotVerb.self)
}
