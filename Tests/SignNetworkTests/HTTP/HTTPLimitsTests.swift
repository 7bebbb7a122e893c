import Glibc
import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// What no client can take from the server: memory, descriptors and time.
@Suite(.serialized) struct HTTPLimitsTests {
    private static let head = "POST /api/v1/command HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    @Test("a body that would be too long is refused before it comes")
    func longBody() throws {
        let bench = try ServerBench()
        let reply = try bench.exchange(Self.head + "Content-Length: 65537\r\n\r\n")
        expectEqual(reply.status, 413)
        #expect(bench.orders.isEmpty)
    }

    @Test("65,536 bytes are taken")
    func longestBody() throws {
        let bench = try ServerBench()
        let command = #"{"command":"list"}"#
        let body = command + String(repeating: " ", count: 65_536 - command.utf8.count)
        try expectEqual(bench.exchange(Self.head + "Content-Length: 65536\r\n\r\n" + body).status, 200)
    }

    @Test("a body in chunks is counted: 65,537 bytes are refused")
    func chunks() throws {
        let bench = try ServerBench()
        let chunk = String(repeating: " ", count: 65_537)
        let body = "10001\r\n\(chunk)\r\n0\r\n\r\n"
        try expectEqual(bench.exchange(Self.head + "Transfer-Encoding: chunked\r\n\r\n" + body).status, 413)
        #expect(bench.orders.isEmpty)
    }

    @Test("chunks without an end are cut off")
    func endlessChunks() throws {
        let bench = try ServerBench()
        let client = try TestClient(port: bench.port)
        client.send(Array((Self.head + "Transfer-Encoding: chunked\r\n\r\n").utf8))
        let chunk = Array(("1000\r\n" + String(repeating: " ", count: 4_096) + "\r\n").utf8)
        // 2 x 65,536 + 65,536 bytes are the most that are read and dropped.
        for _ in 0..<64 {
            client.send(chunk)
            bench.step()
        }
        #expect(
            bench.step {
                client.flush(); return client.receive()
            })
    }

    @Test("two lengths, or a length and chunks: 400")
    func twoLengths() throws {
        let bench = try ServerBench()
        let two = Self.head + "Content-Length: 18\r\nContent-Length: 4\r\n\r\n{\"command\":\"list\"}"
        try expectEqual(bench.exchange(two).status, 400)
        let both = Self.head + "Content-Length: 18\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        try expectEqual(bench.exchange(both).status, 400)
        #expect(bench.orders.isEmpty)
    }

    @Test("headers over 16 KiB: 431, or the end of the connection")
    func longHeaders() throws {
        let bench = try ServerBench()
        let header = "X: " + String(repeating: "a", count: 17_000) + "\r\n"
        let reply = try bench.exchange("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
        #expect(reply.status == 431 || reply.status == 0)
        let huge = "X: " + String(repeating: "a", count: 200_000) + "\r\n"
        let other = try bench.exchange("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(huge)\r\n")
        #expect(other.status == 431 || other.status == 0)
        #expect(bench.orders.isEmpty)
    }

    @Test("a connection that says nothing more is closed")
    func silentConnection() throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let bench = try ServerBench(limits: limits)
        let client = try TestClient(port: bench.port)
        client.send(Array("GET /healthz HT".utf8))
        // The library's own clock: real seconds.
        #expect(bench.step { client.receive() })
        #expect(client.reply == nil || client.reply?.status == 408)
    }

    @Test("headers that come slowly are cut off after 20 s, however often something comes")
    func slowHeaders() throws {
        let bench = try ServerBench()
        let client = try TestClient(port: bench.port)
        client.send(Array("GET /healthz HTTP/1.1\r\n".utf8))
        bench.step { bench.service.connections == 1 }
        for _ in 0..<4 {
            bench.now = bench.now + .milliseconds(4_900)
            client.send(Array("X: a\r\n".utf8))
            bench.step()
        }
        client.receive()
        #expect(!client.isClosed)
        bench.now = bench.now + .milliseconds(400)
        #expect(bench.step { client.receive() })
    }

    @Test("of 40 connections from one address 32 live, and others are served when they end")
    func connections() throws {
        let bench = try ServerBench()
        var clients = try (0..<40).map { _ in try TestClient(port: bench.port) }
        #expect(bench.step { clients.filter { $0.receive() }.count == 8 })
        expectEqual(bench.service.connections, 32)
        // A flood is reported once.
        #expect(bench.reports().count <= 1)
        clients = []
        bench.step { bench.service.connections == 0 }
        try expectEqual(bench.send("GET", "/healthz").status, 200)
    }

    /// What a thread has seen.
    private final class Findings: @unchecked Sendable {
        // Unchecked: the test reads them once the thread has ended.
        var connections: Int?
        var status: Int?
    }

    @Test("without descriptors the server waits, and serves again when there are some")
    func descriptors() throws {
        typealias Unshare = @convention(c) (Int32) -> Int32
        let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
        let findings = Findings()
        let thread = try NativeThread(named: "descriptors") {
            // CLONE_FILES: a thread with descriptors of its own takes none from other tests.
            guard unshare(0x400) == 0 else { return }
            try? Self.runShort(findings)
        }
        #expect(thread.join(within: .seconds(60)))
        expectEqual(findings.connections, 0)
        expectEqual(findings.status, 200)
    }

    /// Asks a server while there are no descriptors, and waits for the answer when there are some again.
    private static func runShort(_ findings: Findings) throws {
        let bench = try ServerBench()
        let client = try TestClient(port: bench.port)
        client.send(Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        var taken: [Int32] = []
        while taken.count < 1 << 21, case let copy = dup(client.descriptor), copy >= 0 { taken.append(copy) }
        for _ in 0..<10 { bench.step() }
        findings.connections = bench.service.connections
        for copy in taken { close(copy) }
        bench.now = bench.now + .seconds(1)
        bench.step { client.receive() || client.reply != nil }
        findings.status = client.reply?.status
    }
}
