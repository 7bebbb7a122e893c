import Foundation
import SignHost
import SignTestSupport
import Testing
import Timelines

/// Clients that go, flood, do not listen, or are too many.
@Suite struct HostileClientTests: ServerStage {
    let folder: URL

    init() throws { folder = try Self.makeFolder() }

    @Test("half a line blocks no other client, and a client that disconnects is removed")
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
        expectEqual(echo.lines, ["other"])
        slow?.send("and\": 1}\n")
        settle(server)
        expectEqual(echo.lines, ["other", "{\"command\": 1}"])
        slow = nil
        settle(server)
        expectEqual(server.clientCount, 1)
    }

    @Test("an endless line is reported once and takes no memory")
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
        expectEqual(echo.lines, ["next"])
        let answers = try #require(client.received()).split(separator: "\n")
        #expect(answers.count == 2 && answers[0].contains("longer than 65536 bytes"))
    }

    @Test("a client that does not read its replies gets no more, and the others do")
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
        expectEqual(echo.lines.last, "other")
        // When it reads them, its requests are answered again.
        while let text = deaf.received(), !text.isEmpty { settle(server) }
        #expect(echo.lines.count > answered + 1)
    }

    @Test("the number of clients is limited; silent ones make room for others")
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
        expectEqual(second.received(), "")
        #expect(fourth.received()?.contains("\"n\": 1") ?? false)
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
            settle(server, at: at(Int64(round)), maximum: 200)
            clients = []
            settle(server, at: at(Int64(round)), maximum: 200)
        }
        expectEqual(server.clientCount, 0)
        let client = try Client(path)
        client.send("good\n")
        settle(server)
        expectEqual(echo.lines.last, "good")
    }
}
