import ImageFiles
import Settings
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// What an answer of the sign is for.
enum Purpose {
    /// It is the answer of a request.
    case reply
    /// The answer of a request is made from it.
    case making(@Sendable ([JSONMember]) -> HTTPResponse)
    /// A picture of a message with these keys.
    case preview(JSONValue)
    /// A picture of a draft of the sign file, which may be saved as it is, after the sign has run for a time.
    case draft(SignFile, after: Nanoseconds, PanelStyle)
    /// The next answer in a request of AWTRIX's interface.
    case exchange(AWTRIXExchange)
    /// The end of the message of a hook.
    case hookEnd
    case metrics
    case health
    case picture(PanelStyle)
    case schedule(hours: Int)
    /// The hello of a viewer, whose handshake has an answer.
    case live(HTTPRequest, answer: HTTPResponse)
    case drag(DragStep)
}

/// Requests, from their heads to their answers.
extension HTTPService {
    /// The head of a request has arrived: everything that can refuse it is asked before its body is read.
    func begin(_ request: HTTPRequest) -> HTTPDaemon.Verdict {
        guard access != nil else { return .answer(HTTPResponse(503)) }
        if let page = page(request) { return .answer(dressed(page, isFramed: request.path == "/live")) }
        if configuration.settings.awtrix, let verdict = beginAWTRIX(request) { return verdict }
        let isServed = configuration.settings.tidbyt || !request.path.hasPrefix(Route.tidbyt)
        guard isServed, let (route, names) = Route.find(request.method, request.path) else {
            let allowed = isServed ? Route.methods(of: request.path) : []
            guard allowed.isEmpty else { return refuse(.wrongMethod(allowed)) }
            return refuse(
                access?.refusal(request, need: .nothing, changes: false, at: now)
                    ?? .failure(404, "no-such-address", "there is no such address; /api/v1/openapi.json lists all"))
        }
        if route.isHook { return beginHook(route, names, request) }
        let changes = route.changes || route.isConnection
        if let refusal = access?.refusal(request, need: route.need, changes: changes, at: now) {
            return refuse(refusal)
        }
        if route.takesPixels { return beginPixels(request) }
        // Signing in and out is open to all, who could use up the changes of others behind their address.
        if route.changes, route.need != .nothing, let refusal = access?.recordChange(request, at: now) {
            return refuse(refusal)
        }
        return read(limit: route.limit ?? configuration.limits.bodyBytes) {
            $0.complete(route, names, $1, $2)
        }
    }

    /// Reads the body of a request, and then does what it asks for.
    func read(
        limit: Int, complete: @escaping (HTTPService, HTTPRequest, HTTPDaemon.Call) -> Void
    ) -> HTTPDaemon.Verdict {
        // The service owns the daemon, which must not keep the service alive.
        .read(limit: limit) { [weak self] request, call in
            guard let self else { return }
            if isGuest(request) { guests.insert(call) }
            complete(self, request, call)
        }
    }

    func refuse(_ response: HTTPResponse) -> HTTPDaemon.Verdict { .answer(dressed(response)) }

    /// A file of the page.
    ///
    /// It says nothing of the sign, and asks for the token where that is needed.
    private func page(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        let isPage = request.path == "/" || request.path == "/live"
        guard isPage || request.path.hasPrefix("/web/") else { return nil }
        if let refusal = access?.refusal(request, need: .nothing, changes: false, at: now) { return refusal }
        return pages.answer(request.path, request)
    }

    /// Sends an answer with the headers that every answer has.
    ///
    /// - Parameter response: nil where the service has not begun.
    func respond(_ call: HTTPDaemon.Call, _ response: HTTPResponse?) {
        daemon?.answer(call, dressed(response ?? HTTPResponse(503)))
    }

    /// - Parameter isFramed: whether it is the live picture, which some origins may show in a frame.
    private func dressed(_ response: HTTPResponse, isFramed: Bool = false) -> HTTPResponse {
        var response = response
        if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "no-store"))
        }
        let frames = isFramed && !configuration.settings.embed.isEmpty ? configuration.settings.embed : ["'none'"]
        response.headers += [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
                    + "connect-src 'self'; manifest-src 'self'; frame-ancestors \(frames.joined(separator: " ")); base-uri 'none'; "
                    + "form-action 'self'"
            ),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        return response
    }

    // MARK: Whole requests

    private func complete(
        _ route: Route, _ names: [String: String], _ request: HTTPRequest, _ call: HTTPDaemon.Call
    ) {
        if route.changes, let refusal = wrongType(request, route.types) { return respond(call, refusal) }
        do {
            try route.action(self, request, names, call)
        } catch {
            respond(call, .failure(error as? ControlError ?? .refused("\(error)")))
        }
    }

    /// Pages of others can send bodies of a few types without being asked; JSON is none of them.
    func wrongType(_ request: HTTPRequest, _ types: [String]) -> HTTPResponse? {
        guard !request.body.isEmpty, request.header("Authorization") == nil else { return nil }
        let type = request.header("Content-Type")?.split(separator: ";").first.map { $0.lowercased() }
        guard !types.contains(type?.filter { $0 != " " } ?? "") else { return nil }
        return .failure(415, "wrong-type", "send the body as Content-Type: \(types.listed("or"))")
    }

    /// The description of the API, as it is for this sign.
    var apiDescription: HTTPResponse {
        let document = openAPI?.document(needsToken: configuration.tokenPath != nil, configuration.settings)
        return document.map { .json($0) }
            ?? .failure(404, "no-such-file", "the description of the API is not installed")
    }

    func perform(_ command: SignCommand, _ call: HTTPDaemon.Call) throws(ControlError) {
        if let refusal = configuration.rules.refusal(of: command) { throw refusal }
        order(.command(command), for: call, .reply)
    }

    func orderPicture(_ request: HTTPRequest, _ call: HTTPDaemon.Call) throws(ControlError) {
        let style = try Self.style(of: request)
        guard takesPicture(request) else { return respond(call, Self.tooManyPictures) }
        order(.picture, for: call, .picture(style))
    }

    /// Whether a client comes without the token.
    private func isGuest(_ request: HTTPRequest) -> Bool { !(access?.mayChange(request, at: now) ?? false) }

    /// Counts a picture; returns false for one too many.
    ///
    /// Those for guests count apart.
    private func takesPicture(_ request: HTTPRequest) -> Bool {
        let isGuest = isGuest(request)
        let audience = isGuest ? "guests" : "token"
        guard pictures.wait(audience, at: now) == nil, !isGuest || guestPictures.wait(request.network, at: now) == nil
        else { return false }
        pictures.record(audience, at: now)
        if isGuest { guestPictures.record(request.network, at: now) }
        return true
    }

    /// The way in which LEDs are painted.
    static func style(of request: HTTPRequest) throws(ControlError) -> PanelStyle {
        let given = request.query.first { $0.name == "style" }?.value ?? "leds"
        guard let style = PanelStyle(rawValue: given), style != .levels else {
            throw .wrongValue(field: "style", expected: "leds or pixels", found: "another word")
        }
        return style
    }

    static var tooManyPictures: HTTPResponse {
        .failure(429, "too-often", "too many pictures were asked for within a second", headers: [("Retry-After", "1")])
    }

    func orderSchedule(_ request: HTTPRequest, _ call: HTTPDaemon.Call) throws(ControlError) {
        let given = request.query.first { $0.name == "hours" }?.value ?? "24"
        guard let hours = Int(given), Forecast.hours.contains(hours) else {
            let (minimum, maximum) = (Forecast.hours.lowerBound, Forecast.hours.upperBound)
            throw .wrongValue(
                field: "hours", expected: "a whole number from \(minimum) to \(maximum)", found: "something else")
        }
        order(.schedule, for: call, .schedule(hours: hours))
    }

    // MARK: Answers of the sign

    /// Does with an answer what it is for.
    func finish(_ waiting: Waiting, _ answer: SignAnswer) {
        switch (waiting.purpose, answer) {
        case (.drag(let step), _): finishDrag(step, answer)
        // A message that has ended by itself need not be removed.
        case (.hookEnd, .failed(let error)) where error.code == .noSuchMessage: respond(waiting.call, .done([]))
        case (.exchange(let exchange), _): go(on: exchange, after: answer, waiting.call)
        case (.health, .silent): respond(waiting.call, HTTPResponse.health(nil))
        case (_, .silent): respond(waiting.call, .failure(504, "silent", "the sign does not answer"))
        case (.preview, .failed(let error)): respond(waiting.call, Self.noPreview("\(error)", error.code.rawValue))
        case (_, .failed(let error)): respond(waiting.call, .failure(error))
        case (.preview(let look), .preview(let subject)): respond(waiting.call, preview(look, subject))
        case (.draft(let draft, let time, let style), .preview(let subject)):
            respond(waiting.call, picture(of: draft, after: time, style, subject))
        case (.picture(let style), .picture(let shot)): respond(waiting.call, Self.picture(shot, style))
        case (.metrics, .done(let members)):
            respond(waiting.call, HTTPResponse.metrics(members, connections: connections))
        case (.making(let make), .done(let members)): respond(waiting.call, make(members))
        case (.health, .done(let members)): respond(waiting.call, HTTPResponse.health(members))
        case (.live(let request, let answer), .done(let members)):
            upgrade(request, waiting.call, answer, state: members)
        case (_, .done(let members)): respond(waiting.call, .done(members))
        case (.schedule(let hours), .schedule(let subject, let time)):
            respond(waiting.call, .json(Forecast.answer(subject, from: time, hours: hours).json))
        case (_, .picture), (_, .schedule), (_, .preview): respond(waiting.call, HTTPResponse(503))
        }
    }
}
