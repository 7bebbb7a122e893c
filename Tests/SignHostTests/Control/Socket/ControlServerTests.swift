import Foundation
import SignHost
import SignTestSupport
import Testing
import Timelines

/// What a server answers, and to whom.
@Suite struct ControlServerTests: ServerStage {
    let folder: URL

    init() throws { folder = try Self.makeFolder() }

    @Test("a request is answered with a line, and requests of a client one after the other")
    func answers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        let client = try Client(path)
        client.send("one\ntwo\nthree")
        settle(server)
        expectEqual(echo.lines, ["one", "two"])
        expectEqual(client.received(), "{\"n\": 1, \"pad\": \"\"}\n{\"n\": 2, \"pad\": \"\"}\n")
        client.finish()
        settle(server)
        expectEqual(echo.lines, ["one", "two", "three"])
        expectEqual(client.received(), "{\"n\": 3, \"pad\": \"\"}\n")
        #expect(client.received() == nil)
        expectEqual(server.clientCount, 0)
        // Nothing more to do is nothing to wake up for.
        #expect(!isReady(server))
    }

    @Test("a request cannot write its own lines or control characters to the log")
    func harmlessReports() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var reports: [String] = []
        let sign = try SignBench().sign
        let server = try ControlServer(
            try ControlSocket(path: path), report: { reports.append($0) }, answer: { sign.answer($0, at: $1) })
        let client = try Client(path)
        client.send("{\"command\": \"psuh\\u001b[31m\\nwarning: forged\"}\n")
        settle(server)
        let report = try #require(reports.first)
        #expect(report.contains("unknown command \"psuh\\u{1b}[31m\\nwarning: forged\""), "\(report)")
        #expect(report.unicodeScalars.allSatisfy { $0.value >= 0x20 })
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
        expectEqual(answered, 300)
        // One that sends a lot does not keep the others waiting.
        let first = echo.lines.prefix(30).map { $0.first }
        expectEqual(Set(first).count, 3)
    }

    @Test("bytes that are not text reach the reply unchanged")
    func noText() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sign = try SignBench().sign
        let server = try ControlServer(try ControlSocket(path: path)) { sign.answer($0, at: $1) }
        let client = try Client(path)
        client.send([0xFF, 0xFE, 0x00, 0x0A, 0x22, 0xC3, 0x28, 0x22, 0x0A])
        settle(server)
        let answers = try #require(client.received()).split(separator: "\n")
        #expect(answers.count == 2 && answers.allSatisfy { $0.contains("\"code\": \"not-json\"") })
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

    @Test("an error is reported with its client, at most once per second")
    func reports() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let echo = Echo()
        let server = try server(echo)
        let client = try Client(path)
        client.send("bad\nbad\n")
        settle(server, at: at(0))
        client.send("bad\n")
        settle(server, at: at(1_000))
        expectEqual(echo.reports.count, 2)
        let words = "control socket, user \(getuid()), process \(getpid()): a request must be an object"
        #expect(echo.reports[0].hasPrefix(words))
    }
}
