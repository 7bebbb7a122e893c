import CSignNetwork
import LinuxSystem
import SignTestSupport
import Testing

@testable import SignNetwork

@Suite("Handshake of the live view")
struct LiveHandshakeTests {
    /// The request of RFC 6455, section 1.3.
    private let headers: [HTTPRequest.Item] = [
        ("Host", "server.example.com"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Origin", "http://example.com"),
        ("Sec-WebSocket-Protocol", "chat, superchat"), ("Sec-WebSocket-Version", "13"),
    ]

    private func request(_ method: String = "GET", _ name: String = "", _ value: String? = nil) -> HTTPRequest {
        var changed = headers.filter { $0.name != name }
        if let value { changed.append((name, value)) }
        return HTTPRequest(method, "/api/v1/live", headers: changed)
    }

    @Test("the digests of RFC 3174 come out")
    func digests() throws {
        func hex(_ text: String) throws -> String {
            let digest = try Array(text.utf8).digest(GNUTLS_DIG_SHA1)
            return digest.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
        }
        try expectEqual(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d")
        try expectEqual(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        try expectEqual(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        try expectEqual(hex(String(repeating: "a", count: 1_000)), "291e9a6c66994949b57ba5e650361e98fc36b1ba")
    }

    @Test("a hash that the library does not provide refuses the handshake, and does not end the sign")
    func missingHash() {
        #expect(throws: WordedError.self) { try Array("abc".utf8).digest(GNUTLS_DIG_UNKNOWN) }
    }

    @Test("the request of RFC 6455 gets the answer of RFC 6455")
    func accepted() throws {
        let response = try HTTPResponse.webSocket(request())
        expectEqual(response.status, 101)
        let accept = response.headers.first { $0.name == "Sec-WebSocket-Accept" }?.value
        expectEqual(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(response.headers.contains { $0.name == "Upgrade" && $0.value == "websocket" })
        #expect(response.body.isEmpty)
    }

    @Test("lists in headers and other letter cases are understood")
    func lists() throws {
        try expectEqual(
            HTTPResponse.webSocket(request("GET", "Connection", "keep-alive,  UPGRADE ")).status, 101)
        try expectEqual(HTTPResponse.webSocket(request("GET", "Upgrade", "h2c, WebSocket")).status, 101)
        var twice = request()
        twice.headers.append(("connection", "keep-alive"))
        try expectEqual(HTTPResponse.webSocket(twice).status, 101)
    }

    @Test("what is no handshake gets 426 and the version")
    func refused() {
        let key = "Sec-WebSocket-Key must be 16 bytes in base 64"
        let wrong: [(HTTPRequest, String)] = [
            (request("POST"), "the live view is a WebSocket, which begins with GET, not POST"),
            (request("GET", "Upgrade"), "the live view is a WebSocket: Upgrade must contain websocket"),
            (request("GET", "Upgrade", "websockets"), "the live view is a WebSocket: Upgrade must contain websocket"),
            (request("GET", "Connection", "close"), "the live view is a WebSocket: Connection must contain upgrade"),
            (request("GET", "Sec-WebSocket-Version"), "Sec-WebSocket-Version must be 13"),
            (request("GET", "Sec-WebSocket-Version", "8"), "Sec-WebSocket-Version must be 13"),
            (request("GET", "Sec-WebSocket-Key"), key), (request("GET", "Sec-WebSocket-Key", "AAAA"), key),
            (request("GET", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ!!"), key),
            (request("GET", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZTEy"), key),
        ]
        for (request, words) in wrong {
            #expect(throws: WordedError(words)) { try HTTPResponse.webSocket(request) }
        }
        let refusal = HTTPResponse.noWebSocket(key)
        expectEqual(refusal.status, 426)
        #expect(refusal.headers.contains { $0.name == "Sec-WebSocket-Version" && $0.value == "13" })
        var twice = request()
        twice.headers.append(("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="))
        #expect(throws: WordedError(key)) { try HTTPResponse.webSocket(twice) }
    }
}
