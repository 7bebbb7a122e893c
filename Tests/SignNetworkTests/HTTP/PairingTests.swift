import Foundation
import LinuxSystem
import Settings
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// A code of six digits instead of the token.
@Suite struct PairingTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private func access() throws -> Access {
        Access(
            HTTPSettings(), token: try AccessToken(content: Array(Self.token.utf8), path: "token"), machine: "bakery",
            port: 80)
    }

    /// What the sign answers to a code that comes from an address.
    private func send(
        _ code: String, to access: inout Access, from peer: String = "192.168.0.9", at seconds: Int64 = 0
    ) -> HTTPResponse {
        let body = Array(#"{"code": "\#(code)"}"#.utf8)
        let request = HTTPRequest(
            "POST", "/session", headers: [("Host", "bakery.local")], body: body, peer: peer, isFromLoopback: false)
        return access.beginSession(request, at: .zero + .seconds(seconds))
    }

    private func code(_ access: inout Access, at seconds: Int64 = 0) throws -> String {
        let answer = try JSONValue(parsing: access.makeCode(at: .zero + .seconds(seconds)).body)
        expectEqual(answer["seconds"], 1_800)
        return try #require(answer["code"]?.text)
    }

    /// A code that is another one.
    private func wrong(_ code: String, _ number: Int = 1) -> String {
        let digits = String(((Int(code) ?? 0) + number) % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    @Test("a code has six digits, all of which occur, and lets one device in, once")
    func once() throws {
        var access = try access()
        var digits: Set<Character> = []
        for _ in 0..<100 {
            let code = try code(&access)
            expectEqual(code.count, 6)
            digits.formUnion(code)
        }
        expectEqual(digits, Set("0123456789"))
        let last = try code(&access)
        let response = send("\(last.prefix(3)) \(last.dropFirst(3))", to: &access)
        expectEqual(response.status, 200)
        let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }?.value.prefix { $0 != ";" })
        func status(_ headers: [HTTPRequest.Item]) -> Int {
            let all = [("Host", "bakery.local")] + headers
            let request = HTTPRequest("GET", "/api/v1/state", headers: all, peer: "192.168.0.9", isFromLoopback: false)
            return access.refusal(request, need: .view, changes: false, at: .zero)?.status ?? 200
        }
        expectEqual(status([("Cookie", String(cookie))]), 200)
        expectEqual(status([]), 401)
        // The second of two phones, and a replay.
        expectEqual(send(last, to: &access).status, 401)
    }

    @Test("it counts for half an hour, and until there is a new one")
    func ends() throws {
        var access = try access()
        let first = try code(&access)
        expectEqual(send(first, to: &access, at: 1_799).status, 200)
        let second = try code(&access)
        expectEqual(send(second, to: &access, at: 1_800).status, 401)
        expectEqual(send(second, to: &access, at: 1_799).status, 401)
        let third = try code(&access)
        var fourth = try code(&access)
        while fourth == third { fourth = try code(&access) }
        expectEqual(send(third, to: &access).status, 401)
        expectEqual(send(fourth, to: &access).status, 200)
    }

    @Test("ten wrong codes end it, from however many addresses; a new one counts again")
    func guessing() throws {
        var access = try access()
        let right = try code(&access)
        for number in 1...9 {
            expectEqual(send(wrong(right, number), to: &access, from: "10.0.\(number).1").status, 401)
        }
        expectEqual(send(right, to: &access, from: "10.0.10.1").status, 200)
        let next = try code(&access)
        for number in 1...10 {
            expectEqual(send(wrong(next, number), to: &access, from: "10.1.\(number).1").status, 401)
        }
        expectEqual(send(next, to: &access, from: "10.1.11.1").status, 401)
        expectEqual(send(try code(&access), to: &access, from: "10.1.11.1").status, 200)
    }

    @Test("an address that guesses has to wait, as with wrong tokens")
    func waiting() throws {
        var access = try access()
        let statuses = (0..<25).map { send(wrong("000000", $0), to: &access).status }
        expectEqual(statuses, [Int](repeating: 401, count: 20) + [Int](repeating: 429, count: 5))
    }

    @Test("those who are signed in are listed, and each can be signed out")
    func sessions() throws {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        try Data(Self.token.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        let bench = try ServerBench(HTTPSettings(), token: path)
        func signIn(_ name: String) throws -> String {
            let body = "{\"token\":\"\(Self.token)\"}"
            let reply = try bench.send("POST", "/session", ["User-Agent: \(name)"], body: body)
            return "Cookie: " + (reply["Set-Cookie"]?.split(separator: ";").first ?? "")
        }
        let first = try signIn("Mozilla/5.0 (iPhone)")
        bench.now = bench.now + .seconds(90)
        let second = try signIn("curl/8")
        func list(_ header: String) throws -> JSONValue? {
            try JSONValue(parsing: bench.send("GET", "/api/v1/sessions", [header]).body)["sessions"]
        }
        try expectEqual(
            list(second),
            [
                ["id": 1, "name": "Mozilla/5.0 (iPhone)", "own": false, "seconds": 90],
                ["id": 2, "name": "curl/8", "own": true, "seconds": 0],
            ])
        let own = "Origin: http://127.0.0.1:\(bench.port)"
        try expectEqual(bench.send("DELETE", "/api/v1/sessions/1", [second]).status, 403)
        try expectEqual(bench.send("DELETE", "/api/v1/sessions/1", [second, own]).status, 200)
        try expectEqual(bench.send("DELETE", "/api/v1/sessions/1", [second, own]).status, 404)
        try expectEqual(bench.send("DELETE", "/api/v1/sessions/x", [second, own]).status, 404)
        try expectEqual(bench.send("GET", "/api/v1/state", [first]).status, 401)
        try expectEqual(bench.send("GET", "/api/v1/sessions").status, 401)
        // Numbers never come again, and sessions whose time is over are not listed.
        _ = try signIn("curl/9")
        bench.now = bench.now + .seconds(30 * 86_400 - 1)
        try expectEqual(
            list("Authorization: Bearer \(Self.token)").map { value -> [Int64?] in
                if case .list(let all) = value { all.map { $0["id"]?.integer } } else { [] }
            }, [2, 3])
    }

    @Test("without a code no code is right, and other values are none", arguments: ["", "000000", "      ", "12345"])
    func none(given: String) throws {
        var access = try access()
        expectEqual(send(given, to: &access).status, 401)
        _ = try code(&access)
        expectEqual(send("", to: &access).status, 401)
    }

    @Test(
        "only those with the token make codes; other names and pages are refused, and a sign without a token has none")
    func routes() throws {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        try Data(Self.token.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        var settings = HTTPSettings()
        settings.isPublic = true
        let bench = try ServerBench(settings, token: path)
        let right = "Authorization: Bearer \(Self.token)"
        try expectEqual(bench.send("POST", "/api/v1/session/code").status, 401)
        try expectEqual(bench.send("POST", "/api/v1/session/code", [right, "Origin: http://evil.example"]).status, 403)
        let reply = try bench.send("POST", "/api/v1/session/code", [right])
        expectEqual(reply.status, 200)
        let code = try #require(JSONValue(parsing: reply.body)["code"]?.text)
        let body = "{\"code\":\"\(code)\"}"
        // A page of another site, and one whose name was made to be that of this machine.
        try expectEqual(bench.send("POST", "/session", ["Origin: http://evil.example"], body: body).status, 403)
        try expectEqual(bench.send("POST", "/session", host: "evil.example", body: body).status, 403)
        try expectEqual(bench.send("POST", "/session", body: body).status, 200)
        try expectEqual(bench.send("POST", "/session", body: "{\"code\":123456}").status, 400)
        try expectEqual(ServerBench().send("POST", "/api/v1/session/code").status, 409)
    }
}
