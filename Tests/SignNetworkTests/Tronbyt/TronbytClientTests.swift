import LinuxSystem
import LiveValues
import Settings
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// The WebSocket of a Tronbyt server, as a display has it, without a connection.
@Suite struct TronbytClientTests {
    /// The key and its answer in RFC 6455, 1.3.
    private static let key = Array("the sample nonce".utf8)
    private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n\r\n"

    /// A client and what it has said.
    private struct Bench {
        var client: TronbytClient
        private(set) var said: [String] = []
        private(set) var controls: [LivePeer.Frame] = []
        private(set) var peer = LivePeer(ofClient: true)

        /// Opens it, whose answer comes in pieces of so many bytes.
        init(_ answer: String = TronbytClientTests.answer, pieces: Int = .max, limit: Int = 1 << 20) throws {
            client = try TronbytClientTests.client(limit: limit)
            client.output = []
            try feed(Array(answer.utf8), pieces: pieces)
        }

        mutating func feed(_ bytes: [UInt8], pieces: Int = .max, at now: Instant = .zero) throws {
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                let part = Array(bytes[start..<start + min(pieces, bytes.count - start)])
                let result = part.withUnsafeBytes { bytes in
                    Result { () throws(ConnectionError) in try client.feed(bytes, at: now) }
                }
                hear()
                try result.get()
            }
        }

        mutating func text(_ text: String) throws { try feed(LivePeer.frame(1, Array(text.utf8), mask: nil)) }

        mutating func picture(_ bytes: [UInt8]) throws { try feed(LivePeer.frame(2, bytes, mask: nil)) }

        mutating func hear() {
            for frame in peer.receive(client.output) {
                if frame.opcode == 1 { said.append(frame.text) } else { controls.append(frame) }
            }
            client.output = []
        }

        mutating func beginTurn() {
            client.beginTurn()
            hear()
        }

        /// All that has come.
        mutating func take() -> [LiveArrival] {
            var arrivals: [LiveArrival] = []
            while let arrival = client.takeArrival() { arrivals.append(arrival) }
            return arrivals
        }
    }

    private static func client(
        _ url: String = "ws://nas.local:8000/kitchen/ws?key=secret", headers: [String] = [], limit: Int = 1 << 20
    ) throws -> TronbytClient {
        let address = try #require(LiveAddress(url, headers: headers, takesWebSocket: true))
        return try TronbytClient(
            address, limit: limit, .init(version: "1.2.3", machine: "raspberrypi"), key: key, at: .zero)
    }

    private static func answer(
        dwell: Int64? = nil, brightness: Int? = nil, isImmediate: Bool = false, ignored: [String] = []
    ) -> TronbytAnswer {
        var answer = TronbytAnswer()
        (answer.dwell, answer.brightness) = (dwell.map { .seconds($0) }, brightness)
        (answer.isImmediate, answer.ignored) = (isImmediate, ignored)
        return answer
    }

    @Test("it asks for the WebSocket of its device, with the key of its file")
    func request() throws {
        let client = try Self.client(headers: ["Authorization: Bearer 0123abcd"])
        expectEqual(
            String(decoding: client.output, as: UTF8.self),
            """
            GET /kitchen/ws?key=secret HTTP/1.1\r
            Host: nas.local:8000\r
            User-Agent: ledsign\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Authorization: Bearer 0123abcd\r
            \r

            """)
    }

    @Test("it says once what it is, whatever pieces the server's answer comes in", arguments: [1, 7, .max])
    func beginning(pieces: Int) throws {
        let bench = try Bench(pieces: pieces)
        expectEqual(
            bench.said,
            [
                #"{"client_info": {"firmware_version": "1.2.3", "firmware_type": "ledsign", "protocol_version": 1, "#
                    + #""hostname": "raspberrypi"}}"#
            ])
        expectEqual(bench.peer.faults, [])
    }

    @Test(
        "a server that is none, or wants another key, is told by its status and words",
        arguments: [
            ("HTTP/1.1 401 Unauthorized\r\n\r\n", "the server answered with status 401"),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "the server answered with status 404"),
            (
                "HTTP/1.1 200 OK\r\n\r\n<html>",
                "the server answered with status 200: there is no WebSocket at this URL"
            ),
            (
                "HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\n\r\n",
                "the server answered with status 302: there is no WebSocket at this URL"
            ),
            (
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "the server does not speak WebSocket (RFC 6455): it sends something else than HTTP"
            ),
            (
                "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n",
                "the server does not speak WebSocket (RFC 6455): it sends an answer without a right Sec-WebSocket-Accept"
            ),
            (
                "HTTP/1.1 101 X\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
                "the server does not speak WebSocket (RFC 6455): it sends an answer without a right Sec-WebSocket-Accept"
            ),
        ])
    func refusal(answer: String, words: String) {
        do {
            _ = try Bench(answer)
            Issue.record("it is taken")
        } catch {
            expectEqual("\(error)", words)
        }
    }

    @Test("an endless header, and one that does not come, end the attempt")
    func endless() throws {
        let long = "HTTP/1.1 101 X\r\n" + String(repeating: "X-Y: z\r\n", count: 2_000)
        #expect(throws: ConnectionError.self) { _ = try Bench(long, pieces: 1_000) }
        var client = try Self.client()
        try client.care(at: .zero + .seconds(19))
        expectEqual(client.due, .zero + .seconds(20))
        #expect(throws: ConnectionError.self) { try client.care(at: .zero + .seconds(20)) }
    }

    @Test("a picture comes with its time and brightness; it is displayed once, when its turn begins")
    func turns() throws {
        var bench = try Bench()
        bench.beginTurn()
        try bench.text(#"{"dwell_secs": 12}"#)
        try bench.text(#"{"brightness": 40}"#)
        expectEqual(bench.take(), [])
        try bench.picture([1, 2, 3])
        expectEqual(bench.take(), [.picture([1, 2, 3], Self.answer(dwell: 12, brightness: 40))])
        expectEqual(Array(bench.said.dropFirst()), [#"{"queued": 1}"#])
        bench.beginTurn()
        bench.beginTurn()
        try bench.text(#"{"dwell_secs": 7200}"#)
        try bench.picture([4])
        // What the server does not say again stays.
        expectEqual(bench.take(), [.picture([4], Self.answer(dwell: 3_600, brightness: 40))])
        bench.beginTurn()
        expectEqual(
            Array(bench.said.dropFirst(2)), [#"{"displaying": 1}"#, #"{"queued": 2}"#, #"{"displaying": 2}"#])
    }

    @Test(
        "a pushed picture is to be shown at once, in place of the one that waits; brightness counts for what is shown")
    func pushes() throws {
        var bench = try Bench()
        try bench.picture([1])
        bench.beginTurn()
        try bench.picture([2])
        _ = bench.take()
        try bench.picture([3])
        try bench.text(#"{"immediate": true}"#)
        try bench.text(#"{"brightness": 5}"#)
        try bench.text(#"{"brightness": 5}"#)
        expectEqual(
            bench.take(),
            [
                .picture([3], Self.answer()), .answer(Self.answer(isImmediate: true)),
                .answer(Self.answer(brightness: 5, isImmediate: true)),
            ])
        bench.beginTurn()
        // One picture was dropped: the last one alone counts, so that the server does not run ahead.
        expectEqual(
            Array(bench.said.dropFirst()),
            [#"{"queued": 1}"#, #"{"displaying": 1}"#, #"{"queued": 2}"#, #"{"queued": 3}"#, #"{"displaying": 3}"#])
        try bench.picture([4])
        expectEqual(bench.take(), [.picture([4], Self.answer(brightness: 5))])
    }

    @Test("firmware, another server and a restart are ignored and named; what is unknown or no JSON is ignored")
    func steering() throws {
        var bench = try Bench()
        for text in [
            #"{"ota_url": "http://x/"}"#, #"{"reboot": true}"#, #"{"reboot": true}"#, #"{"swap_colors": true}"#, "{",
            "[]",
            #"{"dwell_secs": "5"}"#, #"{"dwell_secs": 1.5}"#, #"{"brightness": 101}"#, #"{"brightness": -1}"#,
            #"{"immediate": 1}"#,
        ] { try bench.text(text) }
        try bench.picture([1])
        try bench.picture([2])
        expectEqual(
            bench.take(), [.picture([1], Self.answer(ignored: ["ota_url", "reboot"])), .picture([2], Self.answer())])
        try bench.text(#"{"status": "error", "message": "no\u001b[31m app"}"#)
        expectEqual(bench.take(), [.problem(WordedError("the server says: no [31m app"))])
    }

    @Test("messages come in fragments and between pings, byte by byte", arguments: [1, 5, .max])
    func fragments(pieces: Int) throws {
        var bench = try Bench()
        var bytes = LivePeer.frame(2, [1, 2], isLast: false, mask: nil)
        bytes += LivePeer.frame(9, Array("hello".utf8), mask: nil)
        bytes += LivePeer.frame(0, [3], mask: nil)
        try bench.feed(bytes, pieces: pieces)
        expectEqual(bench.take(), [.picture([1, 2, 3], Self.answer())])
        expectEqual(bench.controls, [LivePeer.Frame(opcode: 10, payload: Array("hello".utf8))])
        expectEqual(bench.peer.faults, [])
    }

    @Test("frames that are masked, reserved or too long end the connection; a close is answered")
    func endings() throws {
        func problem(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> String? {
            var bench = try Bench(limit: limit)
            do {
                try bench.feed(bytes)
                return nil
            } catch {
                expectEqual(bench.controls.map(\.opcode), [8])
                return "\(error)"
            }
        }
        let wrong = "the server does not speak WebSocket (RFC 6455): it sends frames that are wrong"
        try expectEqual(problem(LivePeer.frame(1, [0x7B])), wrong)
        try expectEqual(problem(LivePeer.frame(1, [0x7B], mask: nil, reserved: 4)), wrong)
        try expectEqual(problem(LivePeer.frame(1, [0xFF], mask: nil)), wrong)
        let large = [UInt8](repeating: 1, count: 1 << 20)
        try expectEqual(problem(LivePeer.frame(2, large, mask: nil)), nil)
        try expectEqual(
            problem(LivePeer.frame(2, large + [1], mask: nil)),
            "a picture has more than 1 MiB, the most that one may have")
        try expectEqual(problem(LivePeer.frame(8, [0x03, 0xE8], mask: nil)), "the connection was closed")
    }

    @Test("a silent server is asked after 20 s, and given up after 40 s")
    func silence() throws {
        var bench = try Bench()
        expectEqual(bench.client.due, .zero + .seconds(20))
        try bench.client.care(at: .zero + .seconds(20))
        bench.hear()
        expectEqual(bench.controls.map(\.opcode), [9])
        try bench.feed(LivePeer.frame(10, [], mask: nil), at: .zero + .seconds(21))
        try bench.client.care(at: .zero + .seconds(60))
        #expect(throws: ConnectionError.self) { try bench.client.care(at: .zero + .seconds(61)) }
        bench.client.close()
        bench.hear()
        expectEqual(bench.controls.last?.opcode, 8)
    }

    @Test(
        "what to connect to is in the URL",
        arguments: [
            ("ws://nas.local:8000/kitchen/ws", "nas.local", 8_000, false, "/kitchen/ws"),
            ("wss://Apps.example/ws?key=1#x", "apps.example", 443, true, "/ws?key=1"),
            ("ws://192.168.0.9", "192.168.0.9", 80, false, "/"),
            ("ws://[fd00::1]:81?key=1", "fd00::1", 81, false, "/?key=1"),
            ("ws://[fd00::1]/", "fd00::1", 80, false, "/"),
        ] as [(String, String, UInt16, Bool, String)])
    func endpoint(url: String, host: String, port: UInt16, isEncrypted: Bool, path: String) throws {
        let address = try #require(LiveAddress(url, takesWebSocket: true))
        let endpoint = try #require(address.endpoint)
        expectEqual(endpoint.host, host)
        expectEqual(endpoint.port, port)
        expectEqual(endpoint.isEncrypted, isEncrypted)
        expectEqual(address.pathAndQuery, path)
        #expect(LiveAddress(url) == nil)
    }

    @Test("a URL without a usable port is refused", arguments: ["ws://nas:0/", "ws://nas:65536/", "ws://nas:x/"])
    func wrongPort(url: String) throws {
        let address = try #require(LiveAddress(url, takesWebSocket: true))
        #expect(address.endpoint == nil)
    }
}
