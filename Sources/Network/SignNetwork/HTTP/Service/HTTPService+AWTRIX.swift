import Settings
import SignHost

/// Requests that are made for AWTRIX clocks.
extension HTTPService {
    /// The head of a request has arrived; nil if its address is none of such a clock.
    func beginAWTRIX(_ request: HTTPRequest) -> HTTPDaemon.Verdict? {
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let route = AWTRIXRoute(method: method, path: request.path) else {
            let allowed = AWTRIXRoute.methods(of: request.path)
            return allowed.isEmpty ? nil : refuse(.wrongMethod(allowed))
        }
        let need = route.isReading ? Access.Need.view : .token
        if let refusal = access?.refusal(request, need: need, changes: !route.isReading, at: now) {
            return refuse(refusal)
        }
        if !route.isReading, let refusal = access?.recordChange(request, at: now) { return refuse(refusal) }
        return read(limit: AWTRIXRoute.maximumBytes) { $0.exchange(route, $1, $2) }
    }

    /// All of such a request has arrived.
    private func exchange(_ route: AWTRIXRoute, _ request: HTTPRequest, _ call: HTTPDaemon.Call) {
        let means = AWTRIXMeans(
            cues: configuration.cues, signFile: configuration.signFile,
            fetchesIcons: configuration.settings.fetchesIcons)
        let name = request.query.first { $0.name == "name" }?.value
        let exchange = AWTRIXExchange(
            route, name: name, body: request.body, means, &clockMemory, version: configuration.version,
            uid: configuration.machine)
        if let words = clockMemory.report(exchange.ignored) { mailbox.report("AWTRIX: \(words)") }
        go(on: exchange, call)
    }

    /// Hands the next command over, or answers; takes what the sign made of the last one first.
    func go(on exchange: AWTRIXExchange, after answer: SignAnswer? = nil, _ call: HTTPDaemon.Call) {
        var exchange = exchange
        if let answer, !exchange.take(answer) {
            return respond(call, .failure(504, "silent", "the sign does not answer"))
        }
        if let command = exchange.next(refusal: configuration.rules.refusal) {
            return order(.command(command), for: call, .exchange(exchange))
        }
        if let refusal = exchange.refusal { report("AWTRIX: \(refusal)") }
        respond(call, exchange.response)
    }
}
