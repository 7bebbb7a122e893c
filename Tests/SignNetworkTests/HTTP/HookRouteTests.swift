import Foundation
import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// Requests that fill in the messages of hooks, through real sockets.
@Suite struct HookRouteTests {
    private let folder: ScratchFolder
    private let settings: HTTPSettings
    private static let tokens = [
        "main": String(repeating: "m", count: 32), "own": String(repeating: "o", count: 32),
    ]

    init() throws {
        folder = try ScratchFolder()
        for (name, token) in Self.tokens {
            try Data(token.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
            chmod(folder.path(name), 0o600)
        }
        let hooks =
            "{door: {text: \"{state}\", while: state != closed}, own: {text: \"{n}\", token: \(folder.path("own"))}}"
        let file = try SignFile(parsing: "message: A\nhttp: {hooks: \(hooks)}", path: "sign.yaml")
        settings = try #require(file.installation.http)
    }

    private func bench(_ token: String? = "main") throws -> ServerBench {
        try ServerBench(settings, token: token.map(folder.path))
    }

    private func commands(_ bench: ServerBench) -> [SignCommand] {
        bench.orders.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }

    private static func bearer(_ name: String) -> [String] { ["Authorization: Bearer \(tokens[name] ?? "")"] }

    @Test("a request pushes the message that it fills in, or removes it")
    func shown() throws {
        let bench = try bench()
        let open = try bench.send("POST", "/hooks/door", Self.bearer("main"), body: #"{"state":"open"}"#)
        expectEqual(open.status, 200)
        let push = try #require(commands(bench).last)
        expectEqual(push["message"], ["text": "open", "name": "hook-door"])
        bench.sign = { _ in .failed(ControlError(.noSuchMessage, "no such message")) }
        let closed = try bench.send("POST", "/hooks/door", Self.bearer("main"), body: #"{"state":"closed"}"#)
        expectEqual(closed.status, 200)
        expectEqual(commands(bench).last?["name"]?.text, "hook-door")
        expectEqual(commands(bench).last?["message"] == nil, true)
    }

    @Test("the token of a hook opens that hook and nothing else; it may stand in the address")
    func tokens() throws {
        let bench = try bench()
        let token = Self.tokens["own"] ?? ""
        func status(_ target: String, _ headers: [String] = []) throws -> Int? {
            try bench.send("POST", target, headers, body: "{}").status
        }
        try expectEqual(status("/hooks/own", Self.bearer("own")), 200)
        try expectEqual(status("/hooks/own?token=\(token)"), 200)
        try expectEqual(status("/hooks/own", Self.bearer("main")), 200)
        try expectEqual(status("/hooks/own"), 401)
        try expectEqual(status("/hooks/own?token=\(token)x"), 401)
        try expectEqual(status("/hooks/door", Self.bearer("own")), 401)
        try expectEqual(status("/api/v1/next", Self.bearer("own")), 401)
        try expectEqual(status("/api/v1/next?token=\(Self.tokens["main"] ?? "")"), 401)
        // Which hooks there are is known only to those with a token.
        try expectEqual(status("/hooks/none"), 401)
        try expectEqual(status("/hooks/none", Self.bearer("main")), 404)
    }

    @Test("a body that is signed with the token of the hook, or that of the sign, needs no token")
    func signatures() throws {
        let bench = try bench()
        let body = #"{"n": "Keep it logically awesome."}"#
        // HMAC-SHA256 of the body with the token as the key, by Python's hmac.
        let (own, main) = (
            "13a9794b029dd4057b8e2c39e020787c25ada3b7d883796a8cc6b86e30ddfbe5",
            "0693fe9fed2526140a9e53ee06628c56bf515671538eef22e9af88b714c8ed3e"
        )
        func status(_ target: String, _ signature: String, _ body: String, _ more: [String] = []) throws -> Int? {
            try bench.send("POST", target, ["X-Hub-Signature-256: \(signature)"] + more, body: body).status
        }
        try expectEqual(status("/hooks/own", "sha256=\(own)", body), 200)
        expectEqual(commands(bench).last?["message"]?["text"], "Keep it logically awesome.")
        try expectEqual(status("/hooks/own", "sha256=\(main)", body), 200)
        try expectEqual(status("/hooks/door", "sha256=\(main)", body), 200)
        let pushed = commands(bench).count
        try expectEqual(status("/hooks/door", "sha256=\(own)", body), 401)
        try expectEqual(status("/hooks/own", "sha256=\(own)", body + " "), 401)
        for wrong in [own, "", "sha256=", "sha1=\(own)", "sha256=\(own.dropLast())", "sha256=\(own)0"] {
            try expectEqual(status("/hooks/own", wrong, body), 401)
        }
        // A wrong token is none that a signature mends, and nothing else takes a signature.
        try expectEqual(status("/hooks/own", "sha256=\(own)", body, ["Authorization: Bearer x"]), 401)
        try expectEqual(status("/api/v1/next", "sha256=\(main)", body), 401)
        try expectEqual(status("/hooks/none", "sha256=\(own)", body), 401)
        expectEqual(commands(bench).count, pushed)
    }

    @Test("wrong signatures are counted as wrong tokens are")
    func wrongSignatures() throws {
        let bench = try bench()
        var statuses: [Int?] = []
        for _ in 0..<22 {
            statuses.append(try bench.send("POST", "/hooks/own", ["X-Hub-Signature-256: sha256=00"], body: "{}").status)
        }
        expectEqual(statuses, Array(repeating: 401, count: 20) + [429, 429])
    }

    @Test("bodies are JSON, or with a token a form; nothing else reaches the sign")
    func bodies() throws {
        let bench = try bench()
        let form = ["Content-Type: application/x-www-form-urlencoded"]
        func status(_ headers: [String], _ body: String, on bench: ServerBench) throws -> Int? {
            try bench.send("POST", "/hooks/own", headers, body: body).status
        }
        try expectEqual(status(form + Self.bearer("own"), "n=4+%C3%A4", on: bench), 200)
        expectEqual(commands(bench).last?["message"]?["text"], "4 ä")
        try expectEqual(status(Self.bearer("own"), "{", on: bench), 400)
        try expectEqual(status(form + Self.bearer("own"), "n=%", on: bench), 400)
        try expectEqual(status(Self.bearer("own"), String(repeating: " ", count: 256 << 10) + "1", on: bench), 413)
        expectEqual(commands(bench).count, 1)
        // On loopback without a token forms of foreign pages could come.
        let open = try self.bench(nil)
        try expectEqual(status(form, "n=4", on: open), 415)
        try expectEqual(status([], #"{"n": 4}"#, on: open), 200)
        try expectEqual(open.send("GET", "/hooks/own").status, 405)
        try expectEqual(
            open.send("POST", "/hooks/own", ["Origin: http://a.example"], body: "{}").status, 403)
    }
}
