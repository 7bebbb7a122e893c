import CSignNetwork
import Foundation
import LinuxSystem

/// The handshake of a WebSocket (RFC 6455, section 4.2), from the headers of a request.
extension HTTPResponse {
    /// Checks a request, and returns the answer 101 with the headers that it needs.
    ///
    /// Where the request comes from (`Origin`, `Host`) and what it may see is checked elsewhere.
    ///
    /// - Throws: what was expected; `noWebSocket` makes the answer of it.
    package static func webSocket(_ request: HTTPRequest) throws -> HTTPResponse {
        guard request.method == "GET" else {
            throw WordedError("the live view is a WebSocket, which begins with GET, not \(request.method.prefix(20))")
        }
        for (header, word) in [("Upgrade", "websocket"), ("Connection", "upgrade")] {
            guard tokens(of: header, in: request).contains(word) else {
                throw WordedError("the live view is a WebSocket: \(header) must contain \(word)")
            }
        }
        guard request.header("Sec-WebSocket-Version") == "13" else {
            throw WordedError("Sec-WebSocket-Version must be 13")
        }
        guard let key = request.header("Sec-WebSocket-Key"), key.utf8.count == 24, Data(base64Encoded: key)?.count == 16
        else { throw WordedError("Sec-WebSocket-Key must be 16 bytes in base 64") }
        return HTTPResponse(
            101,
            headers: [
                ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                ("Sec-WebSocket-Accept", try webSocketAccept(key: key)),
            ])
    }

    /// The answer 426, which names the version that is understood.
    package static func noWebSocket(_ words: String) -> HTTPResponse {
        .failure(426, "no-websocket", words, headers: [("Sec-WebSocket-Version", "13"), ("Upgrade", "websocket")])
    }

    /// The value of `Sec-WebSocket-Accept` for a key: the proof that the server has understood the request.
    static func webSocketAccept(key: String) throws -> String {
        let bytes = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        return Data(try bytes.digest(GNUTLS_DIG_SHA1)).base64EncodedString()
    }

    /// The words of a header that is a list and may be sent several times, in lower case.
    private static func tokens(of header: String, in request: HTTPRequest) -> [String] {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        return request.values(header).flatMap { $0.split(separator: ",") }
            .map { $0.drop(while: isBlank).prefix { !isBlank($0) }.lowercased() }
    }
}

extension [UInt8] {
    /// The hash of the bytes; O(bytes).
    ///
    /// - Throws: where the library does not provide it, as with a policy of the system that forbids it.
    func digest(_ algorithm: gnutls_digest_algorithm_t) throws -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(gnutls_hash_get_len(algorithm)))
        let code = gnutls_hash_fast(algorithm, self, count, &digest)
        guard code == 0, !digest.isEmpty else {
            let reason = code == 0 ? "no such hash" : String(cString: gnutls_strerror(code))
            throw WordedError("GnuTLS does not provide a hash that is needed: \(reason)")
        }
        return digest
    }
}
