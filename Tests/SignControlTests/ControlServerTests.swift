import Foundation
import SignControl
import Testing
import Timelines

/// A client that does what a test tells it, well-behaved or not.
private final class Client {
    let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// Sends what the server takes; returns how much that is.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)))
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// What has come; nil where the server has ended the connection.
    func received() -> String? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count == 0 || (count < 0 && errno != EAGAIN) { return nil }
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }
}

@Suite struct ControlServerTests {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("s").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ctl-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A server that answers with what it was asked, backwards, and counts.
    private final class Echo {
        var lines: [String] = []
        var reports: [String] = []
        var size = 0
    }

    private func server(_ echo: Echo, limits: ControlServer.Limits = .init()) throws -> ControlServer {
        try ControlServer(
            try ControlSocket(.init(path: path)), limits: limits, report: { echo.reports.append($0) },
            answer: { line, _ in
                echo.lines.append(String(decoding: line, as: UTF8.self))
                if echo.lines.last == "bad" { return ControlReply.failed(ControlError(.notAnObject(found: "bad"))) }
                return .object([
                    JSONMember("n", .integer(echo.lines.count)),
                    JSONMember("pad", .text(String(repeating: "x", count: echo.size))),
                ])
            })
    }

    /// Whether the server has something to do.
    private func isReady(_ server: ControlServer) -> Bool {
        var descriptor = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }

    /// Steps the server as long as it has something to do; returns how often.
    @discardableResult
    private func settle(_ server: ControlServer, at instant: Instant = at(0), most: Int = 10_000) -> Int {
        var steps = 0
        while isReady(server), steps < most {
            server.step(at: instant)
            steps += 1
        }
        return steps
    }

    @Test("a request is answered with a line, and requests of a client one after the other")
    func answers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        let client = try Client(path)
        client.send("one\ntwo\nthree")
        settle(server)
        #expect(echo.lines == ["one", "two"])
        #expect(client.received() == "{\"n\": 1, \"pad\": \"\"}\n{\"n\": 2, \"pad\": \"\"}\n")
        client.finish()
        settle(server)
        #expect(echo.lines == ["one", "two", "three"])
        #expect(client.received() == "{\"n\": 3, \"pad\": \"\"}\n")
        #expect(client.received() == nil)
        #expect(server.clientCount == 0)
        // Nothing more to do is nothing to wake up for.
        #expect(!isReady(server))
    }

    @Test("a step answers one request, and clients have their turns")
    func turns() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        let clients = [try Client(path), try Client(path), try Client(path)]
        for (number, client) in clients.enumerated() {
            client.send((0..<100).map { "\(number).\($0)\n" }.joined())
        }
        var answered = 0
        while isReady(server) {
            server.step(at: at(0))
            #expect(echo.lines.count - answered <= 1)
            answered = echo.lines.count
        }
        #expect(answered == 300)
        // One that sends a lot does not keep the others waiting.
        let first = echo.lines.prefix(30).map { $0.first }
        #expect(Set(first).count == 3)
    }

    @Test("half a line hangs nobody, and a client that goes is forgotten")
    func halfLine() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        var slow: Client? = try Client(path)
        slow?.send("{\"comm")
        settle(server)
        #expect(!isReady(server))
        let other = try Client(path)
        other.send("other\n")
        settle(server)
        #expect(echo.lines == ["other"])
        slow?.send("and\": 1}\n")
        settle(server)
        #expect(echo.lines == ["other", "{\"command\": 1}"])
        slow = nil
        settle(server)
        #expect(server.clientCount == 1)
    }

    @Test("a flood without an end of a line is told once and takes no memory")
    func flood() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        let client = try Client(path)
        let chunk = [UInt8](repeating: 0x61, count: 65_536)
        var sent = 0
        for _ in 0..<500 {
            sent += client.send(chunk)
            settle(server)
        }
        #expect(sent > 10 << 20)
        client.send("\nnext\n")
        settle(server)
        #expect(echo.lines == ["next"])
        let answers = try #require(client.received()).split(separator: "\n")
        #expect(answers.count == 2 && answers[0].contains("at most 65536 bytes"))
    }

    @Test("bytes that are no text reach the answer as they are, and nothing breaks")
    func noText() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let desk = ControlDesk(RecordedSign())
        let server = try ControlServer(try ControlSocket(.init(path: path))) { desk.answer($0, at: $1) }
        let client = try Client(path)
        client.send([0xFF, 0xFE, 0x00, 0x0A, 0x22, 0xC3, 0x28, 0x22, 0x0A])
        settle(server)
        let answers = try #require(client.received()).split(separator: "\n")
        #expect(answers.count == 2 && answers.allSatisfy { $0.contains("\"code\": \"not-json\"") })
    }

    @Test("a client that does not take its answers is not listened to, and the others are")
    func deaf() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        echo.size = 200_000
        let server = try server(echo)
        let deaf = try Client(path)
        for _ in 0..<100 { deaf.send("deaf\n") }
        settle(server)
        let answered = echo.lines.count
        #expect(answered < 20)
        #expect(!isReady(server))
        let other = try Client(path)
        other.send("other\n")
        settle(server)
        #expect(echo.lines.last == "other")
        // When it takes them it is heard again.
        while let text = deaf.received(), !text.isEmpty { settle(server) }
        #expect(echo.lines.count > answered + 1)
    }

    @Test("an answer that is too long is an error")
    func longAnswer() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        echo.size = 1_000
        var limits = ControlServer.Limits()
        limits.answer = 900
        let server = try server(echo, limits: limits)
        let client = try Client(path)
        client.send("x\n")
        settle(server)
        #expect(client.received()?.contains("answer-too-long") ?? false)
    }

    @Test("clients are as many as can be; silent ones make room for others")
    func tooMany() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        var limits = ControlServer.Limits()
        limits.clients = 2
        let server = try server(echo, limits: limits)
        let first = try Client(path)
        settle(server, at: at(0))
        let second = try Client(path)
        settle(server, at: at(3_000))
        let third = try Client(path)
        settle(server, at: at(4_999))
        #expect(third.received()?.contains("too-many-clients") ?? false)
        #expect(third.received() == nil)
        #expect(echo.reports.first?.contains("user \(getuid()), process \(getpid())") ?? false)
        let fourth = try Client(path)
        fourth.send("four\n")
        settle(server, at: at(5_000))
        #expect(first.received() == nil)
        #expect(second.received() == "")
        #expect(fourth.received()?.contains("\"n\": 1") ?? false)
    }

    @Test("what went wrong is told with who it was, at most once a second")
    func reports() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        let client = try Client(path)
        client.send("bad\nbad\n")
        settle(server, at: at(0))
        client.send("bad\n")
        settle(server, at: at(1_000))
        #expect(echo.reports.count == 2)
        let words = "control socket, user \(getuid()), process \(getpid()): a request is an object"
        #expect(echo.reports[0].hasPrefix(words))
    }

    @Test("many hostile clients at once leave the server answering")
    func storm() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        for round in 0..<50 {
            var clients: [Client] = []
            for number in 0..<8 {
                let client = try Client(path)
                client.send(
                    [[0x0A], [0xFF, 0x0A], Array("half".utf8), [UInt8](repeating: 0, count: 70_000)][number % 4])
                if number % 2 == 0 { client.finish() }
                clients.append(client)
            }
            settle(server, at: at(Int64(round)), most: 200)
            clients = []
            settle(server, at: at(Int64(round)), most: 200)
        }
        #expect(server.clientCount == 0)
        let client = try Client(path)
        client.send("good\n")
        settle(server)
        #expect(echo.lines.last == "good")
    }
}

@Suite struct ControlSocketTests {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("s").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sock-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("the file has the permissions and the group that were asked for, and goes away with the socket")
    func permissions() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var socket: ControlSocket? = try ControlSocket(.init(path: path))
        #expect(try mode() == 0o600)
        socket = nil
        #expect(!FileManager.default.fileExists(atPath: path))
        socket = try ControlSocket(.init(path: path, group: getgid()))
        #expect(try mode() == 0o660)
        let owner = try FileManager.default.attributesOfItem(atPath: path)[.groupOwnerAccountID] as? Int
        #expect(owner == Int(getgid()))
        socket = nil
        socket = try ControlSocket(.init(path: path, mode: 0o666))
        #expect(try mode() == 0o666)
        withExtendedLifetime(socket) {}
    }

    @Test("a socket that nobody listens at any more is replaced; one that somebody listens at is not")
    func stale() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // What a program leaves behind that was killed.
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, length) }
        }
        #expect(bound == 0)
        close(left)
        let socket = try ControlSocket(.init(path: path))
        do {
            _ = try ControlSocket(.init(path: path))
            Issue.record("two listen at one path")
        } catch {
            #expect("\(error)".contains("another program listens at \(path)"))
        }
        withExtendedLifetime(socket) {}
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("what is no socket is never removed, and what cannot be is told with its cure")
    func failures() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
        func words(_ path: String) -> String {
            do {
                _ = try ControlSocket(.init(path: path))
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(words(path).contains("something else than a socket"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect(words(folder.path + "/missing/s").contains("make the folder \(folder.path)/missing"))
        #expect(words("/" + String(repeating: "x", count: 200)).contains("107 bytes"))
        #expect(words("").contains("1 to 107 bytes"))
    }

    @Test("another socket that was put at the path meanwhile stays")
    func replaced() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var first: ControlSocket? = try ControlSocket(.init(path: path))
        unlink(path)
        let second = try ControlSocket(.init(path: path))
        withExtendedLifetime(first) {}
        first = nil
        #expect(FileManager.default.fileExists(atPath: path))
        withExtendedLifetime(second) {}
    }
}
