import Glibc
import LinuxHardware
import LinuxSystem
import PanelDrivers
import PixelGraphics
import PixelProtocols
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Pictures for another sign, each a request of HTTP on one connection.
@Suite("RequestPort")
struct RequestPortTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    /// A server, and a socket that is connected to it.
    private struct Connection {
        let server: PictureServer
        let socket: RequestSocket

        init(room: Int32? = nil) throws {
            server = try PictureServer(room: room)
            socket = try RequestSocket()
            expectEqual(connect(), nil)
        }

        func connect() -> String? { socket.connect(host: "127.0.0.1", port: server.port) }
    }

    private final class Record {
        var codes: [Int32] = []
    }

    private let record = Record()

    private func packets(_ size: Size = Size(width: 2, height: 1), token: String? = nil) -> PreparedPackets {
        var packets = PixelPackets(
            .http, size: size, sender: E131Packet.Sender(cid: PixelSenderKey(.e131, high: 0, low: 0), name: ""))
        packets.request.host = "sign.local:8080"
        packets.request.token = token
        return PreparedPackets(packets)
    }

    private func panel(_ socket: RequestSocket, _ size: Size) -> RefreshedReceiver<RequestPort> {
        record.codes.reserveCapacity(10_000)
        return RefreshedReceiver(
            packets(size), port: RequestPort(socket), limit: 40, receiver: "sign.local:8080",
            record: { [record] code, _ in record.codes.append(code) })
    }

    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("a picture is a request whose body are its levels")
    func request() throws {
        let connection = try Connection()
        var port = RequestPort(connection.socket)
        var packets = packets(token: Self.token)
        packets.fill([1, 2, 3, 4, 5, 255])
        let outcome = port.send(packets, from: 0)
        expectEqual(outcome, DatagramOutcome(next: 1))
        let request = connection.server.next()
        expectEqual(
            request?.head,
            """
            PUT /api/v1/pixels HTTP/1.1\r
            Host: sign.local:8080\r
            Authorization: Bearer \(Self.token)\r
            Content-Type: application/octet-stream\r
            Content-Length: 6
            """)
        expectEqual(request?.body, [1, 2, 3, 4, 5, 255])
    }

    @Test("before it is connected nothing leaves, and the picture waits")
    func unconnected() throws {
        let socket = try RequestSocket()
        var port = RequestPort(socket)
        let outcome = port.send(packets(), from: 0)
        expectEqual(outcome, DatagramOutcome(next: 0, code: EDESTADDRREQ))
        #expect(outcome.wasNeverFound)
    }

    @Test("two pictures may be without an answer; the third one waits for it")
    func unanswered() throws {
        let connection = try Connection()
        var port = RequestPort(connection.socket)
        let packets = packets()
        let outcomes = [port.send(packets, from: 0), port.send(packets, from: 0), port.send(packets, from: 0)]
        expectEqual(outcomes.map(\.isFull), [false, false, true])
        expectEqual(connection.server.next(status: nil)?.body.count, 6)
        connection.server.answer()
        let isSent = Polling.wait { !port.send(packets, from: 0).isFull }
        #expect(isSent)
    }

    @Test("an answer that refuses a picture ends the connection and is recorded", arguments: [401, 409, 500])
    func refused(status: Int) throws {
        let connection = try Connection()
        var port = RequestPort(connection.socket)
        let packets = packets()
        _ = port.send(packets, from: 0)
        _ = connection.server.next(status: status)
        var code: Int32 = 0
        let isTold = Polling.wait {
            code = port.send(packets, from: 0).code
            return code < 0
        }
        #expect(isTold)
        expectEqual(code, Int32(-status))
        #expect(!connection.socket.isConnected)
        let next = port.send(packets, from: 0)
        expectEqual(next.code, ENOTCONN)
        #expect(next.hasNoReceiver && !next.wasNeverFound)
    }

    @Test("an answer before the final one counts for nothing")
    func interim() throws {
        let connection = try Connection()
        var port = RequestPort(connection.socket)
        let packets = packets()
        _ = (port.send(packets, from: 0), port.send(packets, from: 0))
        _ = connection.server.next(status: 100)
        let third = port.send(packets, from: 0)
        #expect(third.isFull)
        #expect(connection.socket.isConnected)
    }

    @Test("a receiver that returns gets whole pictures again")
    func returns() throws {
        let connection = try Connection()
        var port = RequestPort(connection.socket)
        var packets = packets()
        _ = port.send(packets, from: 0)
        _ = connection.server.next()
        connection.server.close()
        let isLost = Polling.wait { port.send(packets, from: 0).code == ECONNRESET || !connection.socket.isConnected }
        #expect(isLost)
        expectEqual(connection.connect(), nil)
        packets.fill([9, 8, 7, 6, 5, 4])
        let outcome = port.send(packets, from: 0)
        expectEqual(outcome, DatagramOutcome(next: 1))
        expectEqual(connection.server.next()?.body, [9, 8, 7, 6, 5, 4])
    }

    @Test("a receiver that is slow gets whole pictures, the one that began and then the newest")
    func slow() throws {
        // More than the kernel keeps for both.
        let size = Size(width: 1_024, height: 1_024)
        let count = 3 * size.width * size.height
        let connection = try Connection(room: 1 << 16)
        var room: Int32 = 1 << 16
        setsockopt(connection.socket.number, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        var panel = panel(connection.socket, size)
        try panel.start(at: at(0))
        for value in 1...3 {
            try panel.show([UInt8](repeating: UInt8(value), count: count), at: at(100 * Int64(value)))
        }
        let before = panel.traffic.messages
        expectEqual(before, 0)
        var bodies: [[UInt8]] = []
        var now: Int64 = 301
        // Each step the receiver reads something, and the panel sends on.
        while bodies.count < 2, now < 2_500 {
            _ = connection.server.read(within: 0)
            if let request = connection.server.next(within: 0) { bodies.append(request.body) }
            try panel.heal(at: at(now))
            now += 1
        }
        expectEqual(bodies.map { Set($0) }, [[0], [3]])
        expectEqual(bodies.map(\.count), [count, count])
    }

    @Test("a receiver that answers nothing for three seconds loses its connection")
    func silent() throws {
        let connection = try Connection()
        var panel = panel(connection.socket, Size(width: 2, height: 1))
        try panel.start(at: at(0))
        for second in 1...2 { try panel.heal(at: at(Int64(second) * 1_000)) }
        try panel.heal(at: at(4_999))
        #expect(connection.socket.isConnected)
        try panel.heal(at: at(5_000))
        #expect(!connection.socket.isConnected)
        expectEqual(record.codes, [0, 0, ETIMEDOUT])
        let (lost, due) = (panel.traffic.lost, panel.nextHealing)
        expectEqual(lost, 1)
        // From then on it looks for a new connection.
        expectEqual(due, at(5_100))
    }

    @Test("pictures are sent without allocations")
    func allocations() throws {
        let connection = try Connection()
        var port = RequestPort(connection.socket)
        var packets = packets()
        _ = port.send(packets, from: 0)
        _ = connection.server.next()
        // More answers than there will be requests.
        for _ in 0..<20 { connection.server.answer() }
        var sent = 0
        let levels: [UInt8] = [1, 2, 3, 4, 5, 6]
        let count = SignTestSupport.allocations {
            for _ in 0..<20 {
                packets.fill(levels)
                if port.send(packets, from: 0).code == 0 { sent += 1 }
            }
        }
        expectEqual(count, 0)
        #expect(sent > 0)
    }
}
