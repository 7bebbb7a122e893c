import Foundation
import Settings
import SignFiles
import SignHost
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import SignNetwork

/// The set-up of a machine without a sign file, over HTTP.
@Suite struct SetupPageTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let right = "Authorization: Bearer \(token)"

    private struct WrongBoard: Error, CustomStringConvertible { let description = "unknown board" }

    /// What the page told, in order; nil where no code counts.
    private final class Told: Sendable { let codes = Mutex<[String?]>([]) }

    private let folder: ScratchFolder
    private let told = Told()
    private let page: SetupPage

    init() throws {
        folder = try ScratchFolder()
        try Data(Self.token.utf8).write(to: folder.url.appendingPathComponent("token"))
        chmod(folder.path("token"), 0o600)
        page = SetupPage(
            questions: { [JSONMember("address", "http://bakery.local:8080")] },
            perform: { step, body in
                guard body["board"]?.text != "nothing" else { throw WrongBoard() }
                return .done([JSONMember("step", .text(step.rawValue)), JSONMember("given", body)])
            },
            tell: { [told] code in
                told.codes.withLock { $0.append(code) }
                return try? SignCommand(
                    request: [JSONMember("command", "remove"), JSONMember("name", .text(code ?? "none"))])
            })
    }

    private func bench() throws -> ServerBench { try ServerBench(token: folder.path("token"), setup: page) }

    private var codes: [String?] { told.codes.withLock { $0 } }
    private var lastCode: String? { codes.last ?? nil }

    @Test("without a sign file a code counts from the start; it is shown, gives one session, and then none counts")
    func code() throws {
        let bench = try bench()
        bench.step()
        let code = try #require(lastCode)
        expectEqual(codes.count, 1)
        expectEqual(code.count, 6)
        expectEqual(bench.orders.count, 1)
        guard case .command(let command)? = bench.orders.first else {
            Issue.record("the panel has no code")
            return
        }
        expectEqual(command.name, code)
        try expectEqual(bench.send("POST", "/session", body: "{\"code\":\"\(code)\"}").status, 200)
        bench.step()
        expectEqual(codes.map { $0 ?? "none" }, [code, "none"])
        // A replay, and a foreign page with the right code.
        try expectEqual(bench.send("POST", "/session", body: "{\"code\":\"\(code)\"}").status, 401)
    }

    @Test("a code ends after half an hour, and after ten wrong ones; a new one is told")
    func ends() throws {
        let bench = try bench()
        bench.step()
        bench.now = bench.now + .seconds(1_800)
        bench.step()
        expectEqual(codes.count, 2)
        #expect(codes[1] == nil)
        let reply = try bench.send("POST", "/api/v1/session/code", [Self.right])
        let code = try #require(JSONValue(parsing: reply.body)["code"]?.text)
        bench.step()
        expectEqual(codes[2], code)
        for _ in 0..<10 { _ = try bench.send("POST", "/session", body: "{\"code\":\"wrong\"}") }
        bench.step()
        expectEqual(codes.count, 4)
        #expect(codes[3] == nil)
    }

    @Test("questions and steps need the token or a session, and the origin of the own page; others are refused")
    func needs() throws {
        let bench = try bench()
        try expectEqual(bench.send("GET", "/api/v1/setup").status, 401)
        try expectEqual(bench.send("POST", "/api/v1/setup/sign", body: "{}").status, 401)
        let foreign = [Self.right, "Origin: http://evil.example"]
        try expectEqual(bench.send("POST", "/api/v1/setup/sign", foreign, body: "{}").status, 403)
        try expectEqual(bench.send("GET", "/api/v1/setup", [Self.right], host: "evil.example").status, 403)
        let reply = try bench.send("GET", "/api/v1/setup", [Self.right])
        expectEqual(reply.status, 200)
        try expectEqual(JSONValue(parsing: reply.body)["address"], "http://bakery.local:8080")
    }

    @Test("a step gets the body and answers; what is wrong is told, and so is a step that there is not")
    func steps() throws {
        let bench = try bench()
        for step in SetupPage.Step.allCases {
            let reply = try bench.send("POST", "/api/v1/setup/\(step.rawValue)", [Self.right], body: #"{"board": "a"}"#)
            expectEqual(reply.status, 200)
            let answer = try JSONValue(parsing: reply.body)
            expectEqual(answer["step"]?.text, step.rawValue)
            expectEqual(answer["given"], ["board": "a"])
        }
        let wrong = try bench.send("POST", "/api/v1/setup/board", [Self.right], body: #"{"board": "nothing"}"#)
        expectEqual(wrong.status, 400)
        try expectEqual(JSONValue(parsing: wrong.body)["error"], "unknown board")
        try expectEqual(bench.send("POST", "/api/v1/setup/board", [Self.right], body: "[]").status, 400)
        try expectEqual(bench.send("POST", "/api/v1/setup/start", [Self.right], body: "{}").status, 404)
    }

    @Test("the server of the next sign knows who is signed in, and which code counts")
    func next() throws {
        var first: ServerBench? = try bench()
        first?.step()
        let code = try #require(lastCode)
        first = nil
        let second = try bench()
        second.step()
        expectEqual(codes, [code, code])
        let reply = try second.send("POST", "/session", body: "{\"code\":\"\(code)\"}")
        expectEqual(reply.status, 200)
        page.end()
        second.service.close()
        let third = try bench()
        let sessions = try third.send("GET", "/api/v1/sessions", [Self.right])
        guard case .list(let all)? = try JSONValue(parsing: sessions.body)["sessions"] else {
            Issue.record("there is no list")
            return
        }
        expectEqual(all.count, 1)
        // There is a sign file now.
        try expectEqual(third.send("GET", "/api/v1/setup", [Self.right]).status, 409)
        try expectEqual(third.send("POST", "/api/v1/setup/sign", [Self.right], body: "{}").status, 409)
    }

    @Test("a sign that always was set up has no set-up")
    func none() throws {
        let bench = try ServerBench(token: folder.path("token"))
        try expectEqual(bench.send("GET", "/api/v1/setup", [Self.right]).status, 409)
        expectEqual(bench.orders.count, 0)
    }
}
