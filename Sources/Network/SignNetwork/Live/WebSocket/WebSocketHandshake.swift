import Settings
import SignHost

/// The handshake of a WebSocket (RFC 6455, section 4.2), from the headers of a request.
package enum WebSocketHandshake {
    /// Checks a request, and returns the answer 101 with the headers that it needs.
    ///
    /// Where the request comes from (`Origin`, `Host`) and what it may see is checked elsewhere.
    package static func answer(to request: HTTPRequest) throws(WebSocketRefusal) -> HTTPResponse {
        guard request.method == "GET" else { throw .method(request.method) }
        guard tokens(of: "upgrade", in: request).contains("websocket") else { throw .noUpgrade(header: "Upgrade") }
        guard tokens(of: "connection", in: request).contains("upgrade") else { throw .noUpgrade(header: "Connection") }
        guard request.header("Sec-WebSocket-Version") == "13" else { throw .version }
        guard let key = request.header("Sec-WebSocket-Key"), key.utf8.count == 24, Base64.decode(key)?.count == 16
        else { throw .key }
        return HTTPResponse(
            101,
            headers: [
                ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept(key: key)),
            ])
    }

    /// The value of `Sec-WebSocket-Accept` for a key: the proof that the server has understood the request.
    package static func accept(key: String) -> String {
        Base64.encode(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// The words of a header that is a list and may be sent several times, in lower case.
    private static func tokens(of header: String, in request: HTTPRequest) -> [String] {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        return request.headers.filter { $0.name.lowercased() == header }
            .flatMap { $0.value.split(separator: ",") }
            .map { $0.drop(while: isBlank).prefix { !isBlank($0) }.lowercased() }
    }
}

/// Why a request is no handshake of a WebSocket.
package enum WebSocketRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Only GET begins a WebSocket.
    case method(String)
    /// A header does not ask for a WebSocket.
    case noUpgrade(header: String)
    /// The version is missing or not 13.
    case version
    /// The key is missing, or not 16 bytes in base 64.
    case key

    /// What was expected.
    package var description: String {
        switch self {
        case .method(let method): "the live view is a WebSocket, which begins with GET, not \(method.prefix(20))"
        case .noUpgrade(let header):
            "the live view is a WebSocket: \(header) must contain \(header == "Upgrade" ? "websocket" : "upgrade")"
        case .version: "Sec-WebSocket-Version must be 13"
        case .key: "Sec-WebSocket-Key must be 16 bytes in base 64"
        }
    }

    /// The answer 426, which names the version that is understood.
    package var response: HTTPResponse {
        let body = JSONValue.object([
            JSONMember("ok", .bool(false)), JSONMember("error", .text(description)),
            JSONMember("code", .text("no-websocket")),
        ])
        return HTTPResponse(
            426,
            headers: [
                ("Sec-WebSocket-Version", "13"), ("Upgrade", "websocket"), ("Content-Type", "application/json"),
            ],
            body: Array(body.line.utf8))
    }
}
