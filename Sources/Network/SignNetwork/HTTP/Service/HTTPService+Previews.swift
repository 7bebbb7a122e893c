import ImageFiles
import Settings
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// Messages that are only looked at: what is wrong with them, and a picture of what they would show.
extension HTTPService {
    /// Asks the sign for what the picture is made of; the message itself stays here.
    func orderPreview(_ request: HTTPRequest, _ call: HTTPDaemon.Call) throws(ControlError) {
        let look = JSONValue.object(try SignCommand.members(parsing: request.body))
        let command = try SignCommand(
            request: [JSONMember("command", "push"), JSONMember("message", look)] + request.zone)
        if let refusal = configuration.rules.refusal(of: command) {
            return respond(call, Self.noPreview("\(refusal)", refusal.code.rawValue))
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
        .json(HTTPResponse.failure(code, words))
    }
}

/// Pictures of drafts of the sign file. This thread draws them; the sign only says what it knows.
extension HTTPService {
    /// Asks the sign for what the picture is made of, if the draft could be saved.
    func orderDraft(_ request: HTTPRequest, _ call: HTTPDaemon.Call) throws(ControlError) {
        let style = try Self.style(of: request)
        let time = try Self.draftTime(of: request)
        if let refusal = unsavable { return respond(call, refusal) }
        if drafts.take("", at: now) != nil { return respond(call, Self.tooManyPictures) }
        let draft = configuration.edit.check(request.body, inspect: inspection)
        if !draft.violations.isEmpty { return respond(call, Self.refusal(403, "forbidden", draft.violations)) }
        guard let file = draft.file, draft.isGood else {
            return respond(call, Self.refusal(400, "wrong-value", draft.problems))
        }
        order(.preview(zone: nil), for: call, .draft(file, after: time, style))
    }

    /// Draws a draft.
    ///
    /// - Parameter time: how long the sign has run in the picture.
    func picture(
        of draft: SignFile, after time: Nanoseconds, _ style: PanelStyle, _ subject: PreviewSubject
    ) -> HTTPResponse {
        guard let board = configuration.board else { return .failure(409, "refused", "the sign has no panel") }
        do throws(SignError) {
            let frame = try MessagePreview.frame(
                of: draft, subject, size: board.size, format: board.format, after: time,
                fonts: SignFileLoader.fonts)
            guard let frame else {
                return .failure(409, "refused", "the sign has more than \(MessagePreview.maximumSignPixels) pixels")
            }
            return Self.picture(Screenshot(frame: frame, ledColor: board.ledColor.color), style)
        } catch {
            return .failure(400, "wrong-value", "\(error)")
        }
    }

    private static func draftTime(of request: HTTPRequest) throws(ControlError) -> Nanoseconds {
        guard let given = request.query.first(where: { $0.name == "at" })?.value else {
            return MessagePreview.defaultTime
        }
        guard let time = Nanoseconds(parsing: given), time >= .zero, time <= MessagePreview.maximumTime else {
            let maximum = MessagePreview.maximumTime.text
            throw .wrongValue(
                field: "at", expected: "a time from 0s to \(maximum), such as 1.5s", found: "something else")
        }
        return time
    }

    /// Paints a picture.
    static func picture(_ shot: Screenshot, _ style: PanelStyle) -> HTTPResponse {
        do throws(ImageFileError) {
            let bytes = try shot.png(style, pitches: 4...12, maximumPixels: 4 << 20)
            return HTTPResponse(200, headers: [("Content-Type", "image/png")], body: bytes)
        } catch {
            return .failure(409, "refused", "\(error)")
        }
    }
}

extension Screenshot {
    /// The picture as a PNG; LEDs are smaller on large signs, so that it has no more pixels than some where that can be.
    ///
    /// - Parameter pitches: the pixels from one LED to the next.
    func png(
        _ style: PanelStyle, pitches: ClosedRange<Int>, maximumPixels: Int
    ) throws(ImageFileError) -> [UInt8] {
        let size = frame.canvas.size
        let pixels = max(1, size.width * size.height)
        var pitch = pitches.upperBound
        while pitch > pitches.lowerBound, pixels * pitch * pitch > maximumPixels { pitch -= 1 }
        return try PNG.encode(PanelPainter(style: style, ledColor: ledColor, pitch: pitch).paint(frame))
    }
}
