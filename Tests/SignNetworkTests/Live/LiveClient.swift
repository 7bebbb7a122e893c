@testable import SignNetwork

/// A viewer of a server on loopback that has asked for the live picture.
final class LiveClient {
    let client: TestClient
    var peer = LivePeer()
    var frames: [LivePeer.Frame] = []
    private var seen: Int?

    /// - Parameters:
    ///   - address: where it comes from, within 127.0.0.0/8.
    ///   - token: what it shows; nil for nothing.
    init(_ bench: ServerBench, from address: String = "127.0.0.1", token: String? = nil) throws {
        client = try TestClient(port: bench.port, from: address)
        client.send(Self.handshake(bench.port, token: token))
    }

    static func handshake(_ port: UInt16, token: String? = nil) -> [UInt8] {
        let lines =
            [
                "GET /api/v1/live HTTP/1.1", "Host: localhost:\(port)", "Origin: http://localhost:\(port)",
                "Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ] + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Takes what has arrived behind the answer 101.
    func take() {
        client.receive()
        guard let reply = client.reply, reply.status == 101 else { return }
        frames += peer.receive(Array(reply.body.dropFirst(seen ?? 0)))
        seen = reply.body.count
    }
}
