import Foundation
import LinuxSystem
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Wrong tokens lock out wrong tokens, and no one who has the right one.
@Suite struct WrongTokenTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private func bench(_ folder: ScratchFolder, isPublic: Bool = false) throws -> ServerBench {
        let path = folder.path("token")
        try Data(Self.token.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        var settings = HTTPSettings()
        settings.isPublic = isPublic
        return try ServerBench(settings, token: path)
    }

    private func access(isPublic: Bool = false) throws -> Access {
        var settings = HTTPSettings()
        settings.isPublic = isPublic
        return Access(
            settings, token: try AccessToken(content: Array(Self.token.utf8), path: "token"), machine: "bakery",
            port: 80)
    }

    /// The status of a request for the state, from an address; 200 where it is let through.
    private func status(
        _ access: inout Access, from peer: String, _ token: String?, at instant: Instant = .zero
    ) -> Int {
        var headers: [HTTPRequest.Item] = [("Host", "localhost")]
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        let request = HTTPRequest("GET", "/api/v1/state", headers: headers, peer: peer, isFromLoopback: false)
        return access.refusal(request, need: .view, changes: false, at: instant)?.status ?? 200
    }

    private func signIn(_ bench: ServerBench, _ token: String) throws -> TestReply {
        try bench.send("POST", "/session", body: "{\"token\":\"\(token)\"}")
    }

    @Test("while wrong tokens of an address are refused, its right tokens, cookies and sign-ins work")
    func rightOnesWork() throws {
        let bench = try bench(try ScratchFolder())
        let cookie = try #require(try signIn(bench, Self.token)["Set-Cookie"]?.prefix { $0 != ";" })
        for _ in 0..<20 {
            try expectEqual(bench.send("GET", "/api/v1/state", ["Authorization: Bearer x"]).status, 401)
        }
        let wrong = try bench.send("GET", "/api/v1/state", ["Authorization: Bearer x"])
        expectEqual(wrong.status, 429)
        expectEqual(wrong["Retry-After"], "60")
        try expectEqual(signIn(bench, "x").status, 429)
        try expectEqual(bench.send("GET", "/api/v1/state", ["Authorization: Bearer \(Self.token)"]).status, 200)
        try expectEqual(bench.send("POST", "/api/v1/next", ["Authorization: Bearer \(Self.token)"]).status, 200)
        try expectEqual(bench.send("GET", "/api/v1/state", ["Cookie: \(cookie)"]).status, 200)
        let again = try signIn(bench, Self.token)
        expectEqual(again.status, 200)
        let next = try #require(again["Set-Cookie"]?.prefix { $0 != ";" })
        try expectEqual(bench.send("GET", "/api/v1/state", ["Cookie: \(next)"]).status, 200)
        // What gives no token at all is asked for one, as ever.
        try expectEqual(bench.send("GET", "/api/v1/state").status, 401)
        bench.now = bench.now + .seconds(60)
        try expectEqual(bench.send("GET", "/api/v1/state", ["Authorization: Bearer x"]).status, 401)
    }

    @Test("wrong sign-ins count as wrong tokens, and use up no changes of their address")
    func wrongSignIns() throws {
        let bench = try bench(try ScratchFolder())
        for _ in 0..<20 { try expectEqual(signIn(bench, "x").status, 401) }
        for _ in 0..<40 { try expectEqual(signIn(bench, "x").status, 429) }
        for _ in 0..<40 {
            let origin = "Origin: http://127.0.0.1:\(bench.port)"
            try expectEqual(bench.send("DELETE", "/session", [origin]).status, 200)
        }
        try expectEqual(bench.send("GET", "/api/v1/state", ["Authorization: Bearer x"]).status, 429)
        try expectEqual(signIn(bench, Self.token).status, 200)
        for _ in 0..<20 {
            try expectEqual(bench.send("POST", "/api/v1/next", ["Authorization: Bearer \(Self.token)"]).status, 200)
        }
    }

    @Test("a cookie counts beside a password for a proxy, and such passwords are not counted")
    func proxyPassword() throws {
        let bench = try bench(try ScratchFolder())
        let cookie = try #require(try signIn(bench, Self.token)["Set-Cookie"]?.prefix { $0 != ";" })
        // proxy:password
        let headers = ["Authorization: Basic cHJveHk6cGFzc3dvcmQ=", "Cookie: \(cookie)"]
        for _ in 0..<30 { try expectEqual(bench.send("GET", "/api/v1/state", headers).status, 200) }
        try expectEqual(bench.send("POST", "/api/v1/next", headers).status, 403, "a cookie needs its Origin")
        let own = "Origin: http://127.0.0.1:\(bench.port)"
        try expectEqual(bench.send("POST", "/api/v1/next", headers + [own]).status, 200)
        try expectEqual(bench.send("GET", "/api/v1/state", ["Authorization: Bearer x"]).status, 401)
    }

    @Test("with view: everyone wrong tokens count too, so that nothing that guests may see tells them apart for free")
    func openView() throws {
        var access = try access(isPublic: true)
        for _ in 0..<20 { expectEqual(status(&access, from: "10.0.0.1", "x"), 200) }
        expectEqual(status(&access, from: "10.0.0.1", "x"), 429)
        expectEqual(status(&access, from: "10.0.0.1", nil), 200)
        expectEqual(status(&access, from: "10.0.0.1", Self.token), 200)
        expectEqual(status(&access, from: "10.0.0.2", "x"), 200)
    }

    @Test(
        "no number of other addresses ends the count of one, locked or not",
        arguments: [(count: 19, others: 300), (count: 20, others: 300), (count: 20, others: 5_000)])
    func manyAddresses(count: Int, others: Int) throws {
        var access = try access()
        for _ in 0..<count { expectEqual(status(&access, from: "10.9.9.9", "x"), 401) }
        for number in 0..<others {
            for _ in 0..<21 {
                _ = status(
                    &access, from: "10.0.\(number / 256).\(number % 256)", "x", at: .zero + .milliseconds(Int64(number))
                )
            }
        }
        let now = Instant.zero + .seconds(30)
        if count < 20 { expectEqual(status(&access, from: "10.9.9.9", "x", at: now), 401) }
        expectEqual(status(&access, from: "10.9.9.9", "x", at: now), 429)
        // Those for whom there was no room are counted together.
        expectEqual(status(&access, from: "10.8.8.8", "x", at: now), 429)
        for peer in ["10.9.9.9", "10.8.8.8", "10.0.0.1"] {
            expectEqual(status(&access, from: peer, Self.token, at: now), 200)
        }
        expectEqual(status(&access, from: "10.8.8.8", "x", at: .zero + .seconds(100)), 401)
    }

    @Test("IPv6 addresses of one /64 count as one client, and others do not")
    func prefixes() throws {
        var access = try access()
        for number in 0..<20 { expectEqual(status(&access, from: "2001:db8:1:2::\(number)", "x"), 401) }
        expectEqual(status(&access, from: "2001:db8:1:2:ffff:ffff:ffff:ffff", "x"), 429)
        expectEqual(status(&access, from: "2001:db8:1:2::7", Self.token), 200)
        expectEqual(status(&access, from: "2001:db8:1:3::7", "x"), 401)
        expectEqual(status(&access, from: "10.0.0.1", "x"), 401)
    }

    @Test(
        "what counts as one client",
        arguments: [
            ("192.168.1.7", "192.168.1.7"), ("::ffff:192.168.1.7", "192.168.1.7"),
            ("2001:db8:0:42:1:2:3:4", "2001:db8:0:42::/64"), ("fe80::1", "fe80:0:0:0::/64"),
            ("::1", "0:0:0:0::/64"), ("", ""),
        ])
    func networks(peer: String, network: String) {
        expectEqual(HTTPRequest("GET", "/", peer: peer).network, network)
    }
}
