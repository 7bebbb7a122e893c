import LiveValues
import Settings
import SignFiles
import SignHost

/// Requests of other programs that fill in a message: `POST /hooks/NAME`.
extension HTTPService {
    /// The bytes that a body may have: programs send all that they know.
    private static let maximumBytes = 256 << 10
    private static let form = "application/x-www-form-urlencoded"

    /// The head of a request has arrived.
    func beginHook(_ route: Route, _ names: [String: String], _ request: HTTPRequest) -> HTTPDaemon.Verdict {
        let request = request.withTokenOfQuery()
        let token = names["name"].flatMap { hookTokens[$0] }
        // A signature can be looked at when the body is there.
        let need = request.signature == nil ? route.need : .nothing
        if let refusal = access?.refusal(request, need: need, changes: true, hook: token, at: now)
            ?? access?.recordChange(request, at: now)
        {
            return refuse(refusal)
        }
        return read(limit: Self.maximumBytes) { service, request, call in
            let request = request.withTokenOfQuery()
            if let refusal = service.access?.refusal(signed: request, hook: token, at: service.now) {
                return service.respond(call, refusal)
            }
            service.complete(names["name"] ?? "", request, call)
        }
    }

    /// All of the request has arrived.
    func complete(_ name: String, _ request: HTTPRequest, _ call: HTTPDaemon.Call) {
        guard let hook = configuration.settings.hooks.first(where: { $0.name == name }) else {
            let words = "there is no such hook; describe it under \"hooks\" of \"http\""
            return respond(call, .failure(404, "no-such-hook", words))
        }
        do {
            let isForm = request.header("Content-Type")?.lowercased().hasPrefix(Self.form) ?? false
            // Forms of foreign pages come without a token.
            if !isForm || request.header("Authorization") == nil, let refusal = wrongType(request, Route.json) {
                return respond(call, refusal)
            }
            let value = try isForm ? request.formFields() : LiveValue.reading(json: request.body)
            let (look, name, isShown) = hook.message(filledBy: value)
            guard isShown else { return order(.command(.remove(name: name)), for: call, .hookEnd) }
            try perform(.push(look: look, name: name, zone: hook.zone), call)
        } catch let error as TextError {
            respond(call, .failure(ControlError(.notJSON, error.description)))
        } catch {
            respond(call, .failure(ControlError(caught: error)))
        }
    }
}

extension HTTPRequest {
    /// What says that the sender of the body knows a token (docs.github.com, "Validating webhook deliveries"); nil where it carries one.
    var signature: String? { header("Authorization") == nil ? header("X-Hub-Signature-256") : nil }

    /// The same with the token of its address as that of its headers: many programs can set nothing but an address.
    fileprivate func withTokenOfQuery() -> HTTPRequest {
        guard header("Authorization") == nil, let token = query.first(where: { $0.name == "token" }) else {
            return self
        }
        var request = self
        request.headers.append(("Authorization", "Bearer \(token.value)"))
        return request
    }

    /// The fields of a form.
    fileprivate func formFields() throws(TextError) -> LiveValue {
        guard let form = RequestTarget("/?" + String(decoding: body, as: UTF8.self)) else {
            throw TextError("the form cannot be read: it has at most 32 fields, percent-encoded")
        }
        var fields: [String: LiveValue] = [:]
        for item in form.query { fields[item.name] = .text(LiveText.clean(item.value)) }
        return .record(fields)
    }
}
