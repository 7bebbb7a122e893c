import Foundation
import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// Requests of programs for AWTRIX clocks, through real sockets.
@Suite struct AWTRIXRouteTests {
    private func bench(token: String? = nil) throws -> ServerBench {
        var settings = HTTPSettings()
        settings.awtrix = true
        return try ServerBench(settings, token: token)
    }

    private func commands(_ bench: ServerBench) -> [SignCommand] {
        bench.orders.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }

    @Test("a notification is pushed; what it names in vain stands in a header, and once in the log")
    func notify() throws {
        let bench = try bench()
        for _ in 0..<2 {
            let reply = try bench.send("POST", "/api/notify", body: #"{"text":"Door","overlay":"frost"}"#)
            expectEqual(reply.status, 200)
            expectEqual(reply.text, "OK")
            expectEqual(reply["Ledsign-Ignored"], "overlay")
        }
        expectEqual(bench.reports(), ["AWTRIX: the sign ignores overlay"])
        let command = try #require(commands(bench).first)
        expectEqual(command["message"]?["text"]?.text?.contains("Door"), true)
        expectEqual(command["message"]?["name"]?.text?.hasPrefix("awtrix-notify"), true)
        #expect(command.zone == nil)
    }

    @Test("a request of several commands is answered after the last of them")
    func custom() throws {
        let bench = try bench()
        let reply = try bench.send("POST", "/api/custom?name=bus", body: #"[{"text":"1"},{"text":"2"}]"#)
        expectEqual(reply.text, "OK")
        // The last one asks for pages of a longer list.
        expectEqual(commands(bench).map { $0.verb.name }, ["push", "push", "list"])
    }

    @Test("no JSON: 500 and ErrorParsingJson, and nothing reaches the sign")
    func mistakes() throws {
        let bench = try bench()
        let reply = try bench.send("POST", "/api/notify", body: "[1]")
        expectEqual(reply.status, 500)
        expectEqual(reply.text, "ErrorParsingJson")
        #expect(bench.orders.isEmpty)
    }

    @Test("GET changes nothing, and the addresses are there only where the sign file says so")
    func methods() throws {
        try expectEqual(bench().send("GET", "/api/nextapp").status, 405)
        try expectEqual(ServerBench().send("POST", "/api/nextapp").status, 404)
    }

    @Test("files outside the folder are not shown, whatever brings their names")
    func files() throws {
        let bench = try bench()
        let body = #"{"text":"<image=/etc/passwd>","icon":"../a"}"#
        _ = try bench.send("POST", "/api/notify", body: body)
        let look = try #require(commands(bench).first?["message"])
        let rules = NetworkRules(signFile: "", allowsURLs: false)
        #expect(rules.violations(of: look).isEmpty)
    }

    @Test("the token may come as a bearer or as the password of any name")
    func tokens() throws {
        let folder = try ScratchFolder()
        let token = "0123456789abcdef0123456789abcdef"
        let path = folder.path("token")
        try Data(token.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        let bench = try bench(token: path)
        try expectEqual(bench.send("POST", "/api/nextapp").status, 401)
        let password = Data("awtrix:\(token)".utf8).base64EncodedString()
        try expectEqual(bench.send("POST", "/api/nextapp", ["Authorization: Basic \(password)"]).status, 200)
        try expectEqual(bench.send("POST", "/api/nextapp", ["Authorization: Bearer \(token)"]).status, 200)
        let wrong = Data("\(token):awtrix".utf8).base64EncodedString()
        try expectEqual(bench.send("POST", "/api/nextapp", ["Authorization: Basic \(wrong)"]).status, 401)
    }
}
