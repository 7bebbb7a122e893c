import Foundation
import LinuxSystem
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Who may do what, through real sockets.
@Suite struct AccessTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private func bench(isPublic: Bool = false, folder: ScratchFolder) throws -> ServerBench {
        let path = folder.path("token")
        try Data((Self.token + "\n").utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        var settings = HTTPSettings()
        settings.isPublic = isPublic
        return try ServerBench(settings, token: path)
    }

    @Test("with a token, a request without it or with another one: 401, and nothing is done")
    func token() throws {
        let bench = try bench(folder: try ScratchFolder())
        for headers in [[], ["Authorization: Bearer 0123456789abcdef0123456789abcdeg"], ["Authorization: Bearer "]] {
            try expectEqual(bench.send("POST", "/api/v1/next", headers).status, 401)
            try expectEqual(bench.send("GET", "/api/v1/state", headers).status, 401)
        }
        #expect(bench.orders.isEmpty)
        try expectEqual(bench.send("POST", "/api/v1/next", ["Authorization: Bearer \(Self.token)"]).status, 200)
        try expectEqual(bench.send("GET", "/api/v1/state", ["authorization: bearer \(Self.token)"]).status, 200)
    }

    @Test("view: everyone lets everyone look, and no one change anything")
    func everyone() throws {
        let bench = try bench(isPublic: true, folder: try ScratchFolder())
        try expectEqual(bench.send("GET", "/api/v1/state").status, 200)
        try expectEqual(bench.send("POST", "/api/v1/next").status, 401)
        expectEqual(bench.orders.count, 1)
    }

    @Test(
        "a session: the cookie is named by the port, lasts 30 days, and needs the page's own origin to change something"
    )
    func session() throws {
        let bench = try bench(folder: try ScratchFolder())
        try expectEqual(bench.send("POST", "/session", body: #"{"token":"wrong"}"#).status, 401)
        let reply = try bench.send("POST", "/session", body: "{\"token\":\"\(Self.token)\"}")
        expectEqual(reply.status, 200)
        let cookie = try #require(reply["Set-Cookie"])
        let parts: [String] = cookie.split(separator: ";").map { String($0.drop(while: \.isWhitespace)) }
        #expect(parts[0].hasPrefix("ledsign-\(bench.port)="))
        // 256 bits are 64 hexadecimal digits.
        expectEqual(parts[0].split(separator: "=")[1].count, 64)
        expectEqual(parts.dropFirst(), ["Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Strict"])
        let header = "Cookie: other=1; \(parts[0])"
        try expectEqual(bench.send("GET", "/api/v1/state", [header]).status, 200)
        try expectEqual(bench.send("POST", "/api/v1/next", [header]).status, 403)
        let own = "Origin: http://127.0.0.1:\(bench.port)"
        try expectEqual(bench.send("POST", "/api/v1/next", [header, own]).status, 200)
        try expectEqual(bench.send("POST", "/api/v1/next", [header, "Origin: http://127.0.0.1:1"]).status, 403)
        bench.now = bench.now + .seconds(30 * 86_400)
        try expectEqual(bench.send("GET", "/api/v1/state", [header]).status, 401)
    }

    @Test("a session ends when the page says so")
    func endOfSession() throws {
        let bench = try bench(folder: try ScratchFolder())
        let reply = try bench.send("POST", "/session", body: "{\"token\":\"\(Self.token)\"}")
        let header = "Cookie: " + (reply["Set-Cookie"]?.split(separator: ";").first ?? "")
        let own = "Origin: http://127.0.0.1:\(bench.port)"
        try expectEqual(bench.send("DELETE", "/session", [header, own]).status, 200)
        try expectEqual(bench.send("GET", "/api/v1/state", [header]).status, 401)
    }

    @Test("a cookie of the same name, set by a server of another port, hides no session")
    func foreignCookie() throws {
        let bench = try bench(folder: try ScratchFolder())
        let reply = try bench.send("POST", "/session", body: "{\"token\":\"\(Self.token)\"}")
        let cookie = try #require(reply["Set-Cookie"])
        let own = cookie.prefix { $0 != ";" }
        let foreign = "ledsign-\(bench.port)=" + String(repeating: "0", count: 64)
        for header in ["Cookie: \(foreign); \(own)", "Cookie: \(own); \(foreign)"] {
            try expectEqual(bench.send("GET", "/api/v1/state", [header]).status, 200)
        }
        try expectEqual(bench.send("GET", "/api/v1/state", ["Cookie: \(foreign)"]).status, 401)
        let origin = "Origin: http://127.0.0.1:\(bench.port)"
        try expectEqual(bench.send("DELETE", "/session", ["Cookie: \(foreign); \(own)", origin]).status, 200)
        try expectEqual(bench.send("GET", "/api/v1/state", ["Cookie: \(own)"]).status, 401)
    }

    @Test("more than 20 changes of an address in a second: 429; looking is not counted")
    func changes() throws {
        let bench = try ServerBench()
        for _ in 0..<20 { try expectEqual(bench.send("POST", "/api/v1/next").status, 200) }
        try expectEqual(bench.send("POST", "/api/v1/next").status, 429)
        try expectEqual(bench.send("GET", "/api/v1/state").status, 200)
        bench.now = bench.now + .seconds(1)
        try expectEqual(bench.send("POST", "/api/v1/next").status, 200)
    }

    @Test(
        "a foreign name (DNS rebinding) or none: 403, whatever is asked for",
        arguments: [
            "rebind.example", "rebind.example:8080", "127.0.0.1.example", "a@localhost", "[::1", "localhost:x", "",
        ])
    func foreignNames(host: String) throws {
        let bench = try ServerBench()
        for path in ["/api/v1/state", "/", "/web/main.js", "/nothing"] {
            #expect([400, 403].contains(try bench.send("GET", path, host: host).status), "\(path)")
        }
        #expect(try bench.send("POST", "/api/v1/next", host: host).status != 200)
        #expect(bench.orders.isEmpty)
    }

    @Test(
        "addresses, localhost, names of the local network and the machine's own name are known",
        arguments: ["127.0.0.1", "192.168.1.7:8080", "[::1]:8080", "localhost", "LOCALHOST.", "sign.local", "bakery"])
    func ownNames(host: String) throws {
        let bench = try ServerBench()
        try expectEqual(bench.send("GET", "/api/v1/state", host: host).status, 200)
    }

    @Test(
        "a page of another name or port changes nothing and opens no live view",
        arguments: [
            "http://evil.example", "http://localhost:18801", "http://localhost", "null", "https://localhost:80801",
        ])
    func foreignPages(origin: String) throws {
        let bench = try ServerBench()
        let host = "localhost:8080"
        let plain = ["Origin: \(origin)", "Content-Type: text/plain"]
        try expectEqual(bench.send("POST", "/api/v1/next", plain, host: host, body: "{}").status, 403)
        let upgrade = [
            "Origin: \(origin)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        try expectEqual(bench.send("GET", "/api/v1/live", upgrade, host: host).status, 403)
        #expect(bench.orders.isEmpty)
    }

    @Test("a body that is not JSON by its type: 415, unless a token comes along")
    func types() throws {
        let bench = try ServerBench()
        let form = ["Content-Type: application/x-www-form-urlencoded"]
        try expectEqual(bench.send("POST", "/api/v1/messages", form, body: #"{"text":"A"}"#).status, 415)
        #expect(bench.orders.isEmpty)
    }

    @Test(
        "a token file: missing, readable by all, too short, too long, with blanks",
        arguments: [
            (nil, 0o600), ("0123456789abcdef0123456789abcdef", 0o644), ("short", 0o600),
            (String(repeating: "a", count: 257), 0o600), ("0123456789abcdef 0123456789abcdef", 0o600),
        ] as [(String?, UInt32)])
    func tokenFiles(content: String?, mode: UInt32) throws {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        if let content {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, mode)
        }
        #expect(throws: WordedError.self) { try AccessToken(path: path) }
        let bench = try ServerBench(token: path)
        #expect(bench.service.ports.isEmpty)
        let reports = bench.reports()
        expectEqual(reports.count, 1)
        expectEqual(reports.first?.contains("the page is not served: the token file \(path)"), true)
        // It is reported once, and served as soon as the file is there.
        try Data(Self.token.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        bench.now = bench.now + .seconds(5)
        bench.step()
        expectEqual(bench.service.ports.count, 1)
    }

    @Test("a new token can be used, is another one each time, and never takes the place of a file")
    func newToken() throws {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        let token = AccessToken.random()
        expectEqual(token.utf8.count, 64)
        #expect(token != AccessToken.random())
        try AccessToken.write(token, to: path)
        #expect(try AccessToken(path: path).matches(token))
        #expect(throws: SystemCallError.self) { try AccessToken.write("other", to: path) }
        #expect(try AccessToken(path: path).matches(token))
    }

    @Test("comparisons say the same as ==, whatever the lengths")
    func comparison() {
        let words: [[UInt8]] = [[1], [1, 2], [1, 2, 3], [2, 2, 3], [1, 2, 3, 1, 2, 3], [0]]
        for one in words { for other in words { expectEqual(AccessToken.isEqual(one, other), (one == other)) } }
        #expect(!AccessToken.isEqual([UInt8](), []))
    }
}
