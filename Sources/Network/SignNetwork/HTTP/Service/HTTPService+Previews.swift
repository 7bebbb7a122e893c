import Settings
import SignFiles
import SignHost
import SignPlayback

/// Messages that are only looked at: what is wrong with them, and a picture of what they would show.
extension HTTPService {
    /// Asks the sign for what the picture is made of; the message itself stays here.
    func orderPreview(_ request: HTTPRequest, _ call: HTTPDaemon.Call) throws(ControlError) {
        let look = JSONValue.object(try SignCommand.members(parsing: request.body))
        let command = try SignCommand(
            request: [JSONMember("command", "push"), JSONMember("message", look)] + request.zone)
        if let refusal = configuration.messageRules.refusal(of: command) {
            return respond(call, Self.noPreview("\(refusal)", refusal.code))
        }
        order(.preview(zone: command.zone), for: call, .preview(look))
    }

    /// Draws a message; for people who type it is no error that it cannot be shown yet.
    func preview(_ look: JSONValue, _ subject: PreviewSubject) -> HTTPResponse {
        let board = configuration.board
        do throws(SignError) {
            let frame = try previews.frame(of: look, subject, format: board?.format ?? .rgb)
            let picture = Screenshot(frame: frame, ledColor: board?.ledColor.color ?? .white)
            return .done(picture.members)
        } catch {
            return Self.noPreview("\(error)", "refused")
        }
    }

    /// Why a message could not be shown.
    static func noPreview(_ words: String, _ code: String) -> HTTPResponse {
        .json(
            .object([
                JSONMember("ok", .bool(false)), JSONMember("error", .text(words)), JSONMember("code", .text(code)),
            ]))
    }
}
