import ImageFiles
import Settings
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// A draft of the sign file that is to be drawn.
struct DraftOrder {
    /// The draft, which may be saved as it is.
    let file: SignFile
    /// How long the sign has run in the picture.
    let time: Nanoseconds
    let style: PanelStyle
}

/// Pictures of drafts of the sign file. This thread draws them; the sign only says what it knows.
extension HTTPService {
    /// Asks the sign for what the picture is made of, if the draft could be saved.
    func orderDraft(_ request: HTTPRequest, _ call: HTTPDaemon.Call) throws(ControlError) {
        let style = try Self.style(of: request)
        let time = try Self.draftTime(of: request)
        if let refusal = unsavable { return respond(call, refusal) }
        if drafts.wait("", at: now) != nil { return respond(call, Self.tooManyPictures) }
        drafts.record("", at: now)
        let draft = configuration.edit.check(request.body, inspect: inspection)
        if !draft.violations.isEmpty { return respond(call, Self.refusal(403, "forbidden", draft.violations)) }
        guard let file = draft.file, draft.isGood else {
            return respond(call, Self.refusal(400, "wrong-value", draft.problems))
        }
        order(.preview(zone: nil), for: call, .draft(DraftOrder(file: file, time: time, style: style)))
    }

    /// Draws a draft.
    func picture(of draft: DraftOrder, _ subject: PreviewSubject) -> HTTPResponse {
        guard let board = configuration.board else { return .failure(409, "refused", "the sign has no panel") }
        do throws(SignError) {
            let frame = try DraftPicture.frame(
                of: draft.file, subject, size: board.size, format: board.format, after: draft.time,
                fonts: SignFileLoader.fonts)
            guard let frame else {
                return .failure(409, "refused", "the sign has more than \(DraftPicture.maximumPixels) pixels")
            }
            return Self.picture(Screenshot(frame: frame, ledColor: board.ledColor.color), draft.style)
        } catch {
            return .failure(400, "wrong-value", "\(error)")
        }
    }

    private static func draftTime(of request: HTTPRequest) throws(ControlError) -> Nanoseconds {
        guard let given = request.query.first(where: { $0.name == "at" })?.value else {
            return DraftPicture.defaultTime
        }
        guard let time = Nanoseconds(parsing: given), time >= .zero, time <= DraftPicture.maximumTime else {
            let maximum = DraftPicture.maximumTime.text
            throw ControlError(
                .wrongValue(
                    field: "at", expected: "a time from 0s to \(maximum), such as 1.5s", found: "something else"))
        }
        return time
    }
}
