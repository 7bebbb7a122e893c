import Foundation
import Settings
import SignFiles
import SignHost
import Timelines

/// Who may do what: a pure state machine over requests and instants.
package struct Access: Sendable {
    /// What a route asks of a request.
    package enum Need: String, Sendable, CaseIterable {
        /// Nothing: what says nothing of the sign.
        case nothing
        /// To see the sign.
        case view
        /// To change it.
        case token
    }

    /// What a request knows of the sign's secrets.
    private enum Proof {
        /// There is no token.
        case notNeeded
        case token
        /// A cookie says so, which is no proof by itself.
        case cookie
        case nothing, wrongToken

        var mayChange: Bool { self == .notNeeded || self == .token || self == .cookie }
    }

    private let token: AccessToken?
    /// The names by which browsers may ask for the sign.
    private let names: Set<String>
    private let isOpen: Bool
    private let cookieName: String
    private var sessions = Sessions()
    private var pairing = PairingCode()
    private var wrongTokens = RateLimit(20, within: .seconds(60))
    private var changes = RateLimit(20, within: .seconds(1))

    /// - Parameters:
    ///   - token: nil where only this machine can connect, and everyone on it may do everything.
    ///   - port: the port at which it listens: cookies do not distinguish ports, so it is part of their names.
    package init(_ settings: HTTPSettings, token: AccessToken?, machine: String, port: UInt16) {
        self.token = token
        names = Set((settings.names + ["localhost", machine]).map { $0.lowercased() }).subtracting([""])
        isOpen = settings.isPublic
        cookieName = "ledsign-\(port)"
    }

    /// Why a request for a route is refused; nil if it may continue.
    ///
    /// - Parameters:
    ///   - changes: whether it may change something, or opens a connection that may.
    ///   - hook: the token of the hook that it asks for, which counts like that of the sign; nil for none.
    package mutating func refusal(
        _ request: HTTPRequest, need: Need, changes isChange: Bool, hook: AccessToken? = nil, at instant: Instant
    ) -> HTTPResponse? {
        if let refusal = foreignRefusal(request, changes: isChange) { return refusal }
        let proof = proof(request, hook: hook, at: instant)
        if need != .nothing, proof == .wrongToken, let refusal = recordWrongToken(request, at: instant) {
            return refusal
        }
        guard need == .nothing || proof.mayChange || need == .view && isOpen else {
            return .failure(
                401, "no-token", "give the token of the sign: Authorization: Bearer TOKEN",
                headers: [("WWW-Authenticate", "Bearer realm=\"ledsign\"")])
        }
        if isChange, proof == .cookie, request.values("Origin").isEmpty {
            return .failure(403, "wrong-origin", "a request with a cookie that changes something needs its Origin")
        }
        return nil
    }

    /// Why a request is refused that does not carry a token but signs its body with one; nil if it may continue.
    ///
    /// - Parameter hook: the token of the hook that it asks for, which counts like that of the sign; nil for none.
    package mutating func refusal(
        signed request: HTTPRequest, hook: AccessToken?, at instant: Instant
    ) -> HTTPResponse? {
        guard let token, let signature = request.signature else { return nil }
        let isRight = [token, hook].contains { $0?.signs(request.body, signature) ?? false }
        guard !isRight else { return nil }
        return recordWrongToken(request, at: instant)
            ?? .failure(
                401, "no-token", "this is not the signature of the body: give the token of the hook as the secret")
    }

    /// Counts a change; returns a refusal for one too many of an address.
    package mutating func recordChange(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse? {
        changes.take(request.network, at: instant).map { wait in
            Self.tooOften("more than 20 changes in a second came from this address", wait)
        }
    }

    /// Refuses requests that a page from another origin may have sent.
    private func foreignRefusal(_ request: HTTPRequest, changes: Bool) -> HTTPResponse? {
        let host = request.header("Host")
        guard allows(host: host) else {
            return .failure(
                403, "wrong-host",
                "this name is not known as the sign's; use its address, or add the name to http: names of the sign file"
            )
        }
        guard !changes || Self.allows(origin: request.values("Origin"), host: host) else {
            return .failure(403, "wrong-origin", "a page of another address may not control the sign")
        }
        return nil
    }

    /// Counts a wrong token; returns a refusal for one too many of a client.
    ///
    /// It refuses wrong tokens alone: others behind the same address have the right one.
    private mutating func recordWrongToken(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse? {
        wrongTokens.take(request.network, at: instant).map { wait in
            Self.tooOften(
                "this is not the token of the sign, and too many wrong tokens came from this address before; check it",
                wait)
        }
    }

    /// Whether a request may change the sign; one that may only look is a guest's, and what it uses must not be missing for
    /// those who have the token.
    package func mayChange(_ request: HTTPRequest, at instant: Instant) -> Bool {
        proof(request, at: instant).mayChange
    }

    /// What a request knows.
    ///
    /// A cookie counts beside a wrong token, which may be the password for a proxy.
    private func proof(_ request: HTTPRequest, hook: AccessToken? = nil, at instant: Instant) -> Proof {
        guard let token else { return .notNeeded }
        let given = bearer(request)
        if let given, token.matches(given) || (hook?.matches(given) ?? false) { return .token }
        if cookies(request).contains(where: { sessions.contains($0, at: instant) }) { return .cookie }
        return given == nil ? .nothing : .wrongToken
    }

    private func bearer(_ request: HTTPRequest) -> String? {
        let values = request.values("Authorization")
        guard values.count == 1 else { return nil }
        if values[0].lowercased().hasPrefix("bearer ") { return String(values[0].dropFirst(7)) }
        // Programs for clocks know passwords alone; the name before the colon means nothing.
        guard values[0].lowercased().hasPrefix("basic "),
            let bytes = Data(base64Encoded: String(values[0].dropFirst(6))),
            let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        return String(text[text.index(after: colon)...])
    }

    /// All cookies that may be ours: servers of other ports can set some of the same name, which come first.
    private func cookies(_ request: HTTPRequest) -> [String] {
        request.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookieName else { return nil }
            return String(parts[1])
        }
    }

    private static func tooOften(_ words: String, _ wait: Nanoseconds) -> HTTPResponse {
        let seconds = max(1, (wait.count + 999_999_999) / 1_000_000_000)
        return .failure(
            429, "too-often", "\(words); wait \(seconds) s", headers: [("Retry-After", "\(seconds)")])
    }
}

extension Access {
    /// The code that counts; nil for none.
    package func code(at instant: Instant) -> String? { pairing.current(at: instant)?.code }

    /// When the code ends that counts; nil without one.
    package func codeEnd(at instant: Instant) -> Instant? { pairing.current(at: instant)?.end }

    /// Continues with those who were signed in at the server before, and with what it counted.
    package mutating func takeSessions(of before: Access) {
        (sessions, pairing, wrongTokens) = (before.sessions, before.pairing, before.wrongTokens)
    }

    /// Makes a code by which one more device can begin a session.
    package mutating func makeCode(at instant: Instant) -> HTTPResponse {
        guard token != nil else {
            return .failure(409, "refused", "this sign has no token, so signing in is not necessary")
        }
        let seconds = PairingCode.lifetime.count / 1_000_000_000
        return .done([
            JSONMember("code", .text(pairing.begin(at: instant))), JSONMember("seconds", .integer(seconds)),
        ])
    }

    /// Begins a session for a token or a code in the body of a request.
    package mutating func beginSession(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
        guard let token else { return .done([]) }
        let body = try? JSONValue(parsing: request.body)
        let isRight: Bool
        let problem: String
        if let given = body?["token"]?.text {
            (isRight, problem) = (token.matches(given), "this is not the token of the sign")
        } else if let code = body?["code"]?.text {
            isRight = pairing.redeem(code.filter { $0 != " " }, at: instant)
            problem =
                "this is not the code, or it was used or is over; get a new one on the sign's machine: sudo ledsign setup --new-code"
        } else {
            return .failure(400, "missing-field", "give an object with the text \"token\", or \"code\"")
        }
        guard isRight else {
            return recordWrongToken(request, at: instant) ?? .failure(401, "no-token", problem)
        }
        let secret = sessions.begin(request.header("User-Agent") ?? "", at: instant)
        let age = Sessions.lifetime.count / 1_000_000_000
        var response = HTTPResponse.done([])
        response.headers.append(
            ("Set-Cookie", "\(cookieName)=\(secret); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"))
        return response
    }

    /// Lists the browsers that are signed in.
    package func listSessions(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
        let own = sessions.number(of: cookies(request), at: instant)
        let list = sessions.all(at: instant).map { entry -> JSONValue in
            [
                "id": .integer(entry.number), "name": .text(entry.name), "own": .bool(entry.number == own),
                "seconds": .integer((instant - entry.begin).count / 1_000_000_000),
            ]
        }
        return .done([JSONMember("sessions", .list(list))])
    }

    /// Ends a session by its number.
    package mutating func endSession(number: String) -> HTTPResponse {
        guard let number = Int(number), sessions.end(number: number) else {
            return .failure(404, "no-such-session", "there is no such session; GET /api/v1/sessions lists all")
        }
        return .done([])
    }

    /// Ends the session of a request's cookie.
    package mutating func endSession(_ request: HTTPRequest) -> HTTPResponse {
        for secret in cookies(request) { sessions.end(secret) }
        var response = HTTPResponse.done([])
        response.headers.append(("Set-Cookie", "\(cookieName)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"))
        return response
    }
}

/// The names and pages of the sign.
extension Access {
    /// Whether a request with this header `Host` is for the sign; nil stands for none, or for more than one.
    ///
    /// A foreign page whose name was changed to resolve to this machine (DNS rebinding) still sends its own name, and is
    /// refused.
    package func allows(host header: String?) -> Bool {
        guard let header, let host = Self.host(header) else { return false }
        return host.isIPv4Address || names.contains(host) || host.hasSuffix(".local") && host.count > 6
            || host.hasPrefix("[") && host.hasSuffix("]") && String(host.dropFirst().dropLast()).isIPv6Address
    }

    /// The host in small letters, without the port; nil for what is none.
    private static func host(_ header: String) -> String? {
        let bytes = header.utf8
        guard (1...261).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") })
        else { return nil }
        let end = header.lastIndex(of: "]") ?? header.startIndex
        let colon = header[end...].lastIndex(of: ":")
        if let colon {
            let port = header[header.index(after: colon)...]
            guard UInt16(port) != nil || port.isEmpty else { return nil }
        }
        var host = (colon.map { header[..<$0] } ?? header[...]).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.isEmpty ? nil : host
    }

    /// Whether the origin of a request, if it has one, is that to which it was sent: only the sign's own pages may change
    /// something.
    ///
    /// Browsers send the origin of the page with everything that is not a mere GET, also from another port of the same machine.
    private static func allows(origin: [String], host: String?) -> Bool {
        guard let first = origin.first else { return true }
        guard origin.count == 1, let host, !host.isEmpty else { return false }
        let (given, own) = (first.lowercased(), host.lowercased())
        // A proxy that speaks https passes the host on unchanged.
        return given == "http://\(own)" || given == "https://\(own)"
    }
}
