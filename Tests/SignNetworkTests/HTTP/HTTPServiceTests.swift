import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Requests through real sockets, without a token.
@Suite struct HTTPServiceTests {
    @Test("a request becomes a command of the control protocol, and its answer comes back as JSON")
    func command() throws {
        let bench = try ServerBench()
        bench.sign = { _ in .done([JSONMember("name", .text("pushed-1"))]) }
        let reply = try bench.send("POST", "/api/v1/messages?zone=top", body: #"{"text":"Hi"}"#)
        expectEqual(reply.status, 200)
        expectEqual(reply.text, "{\"ok\": true, \"name\": \"pushed-1\"}\n")
        guard case .command(let command) = bench.orders.first else { return #expect(Bool(false)) }
        let look = JSONValue.object([JSONMember("text", .text("Hi"))])
        expectEqual(command, .push(look: look, name: nil, zone: "top"))
    }

    @Test(
        "each address means a command of the control protocol",
        arguments: [
            ("GET", "/api/v1/messages", "", #"{"command":"list"}"#),
            ("GET", "/api/v1/variables", "", #"{"command":"get"}"#),
            ("GET", "/api/v1/stats", "", #"{"command":"stats"}"#),
            ("DELETE", "/api/v1/messages/closed", "", #"{"command":"remove","name":"closed"}"#),
            ("DELETE", "/api/v1/messages/a%2Fb%2fc", "", #"{"command":"remove","name":"a/b/c"}"#),
            ("PUT", "/api/v1/variables/a%20b", #"{"value":"3:1"}"#, #"{"command":"set","name":"a b","value":"3:1"}"#),
            ("DELETE", "/api/v1/variables/score", "", #"{"command":"set","name":"score","value":null}"#),
            ("PUT", "/api/v1/brightness", #"{"percent":20}"#, #"{"command":"brightness","percent":20}"#),
            ("PUT", "/api/v1/brightness", #"{"percent":2.50e1}"#, #"{"command":"brightness","percent":25}"#),
            ("PUT", "/api/v1/brightness", #"{"percent":null}"#, #"{"command":"brightness","percent":null}"#),
            ("POST", "/api/v1/pause", "", #"{"command":"pause"}"#),
            ("POST", "/api/v1/resume", "{}", #"{"command":"resume"}"#),
            ("POST", "/api/v1/next", #"{"zone":"top"}"#, #"{"command":"next","zone":"top"}"#),
            ("POST", "/api/v1/next?zone=low", #"{"zone":"top"}"#, #"{"command":"next","zone":"top"}"#),
            ("POST", "/api/v1/acknowledge?zone=top", "", #"{"command":"acknowledge","zone":"top"}"#),
            (
                "POST", "/api/v1/drag", #"{"pixels":12,"velocity":200}"#,
                #"{"command":"drag","pixels":12,"velocity":200}"#
            ), ("POST", "/api/v1/cues/bell", "", #"{"command":"cue","name":"bell"}"#),
            ("POST", "/api/v1/command", #"{"command":"reload"}"#, #"{"command":"reload"}"#),
            (
                "PUT", "/api/v1/messages/door", #"{"name":"other","text":"A"}"#,
                #"{"command":"push","message":{"text":"A","name":"door"}}"#
            ),
        ])
    func verbs(method: String, path: String, body: String, wanted: String) throws {
        let bench = try ServerBench()
        let reply = try bench.send(method, path, body: body.isEmpty ? nil : body)
        expectEqual(reply.status, 200)
        guard case .command(let command) = bench.orders.first else { return #expect(Bool(false)) }
        try expectEqual(command, SignCommand(parsing: Array(wanted.utf8)))
    }

    @Test(
        "errors are JSON with words and a code, and have the status of their code",
        arguments: [
            ("POST", "/api/v1/messages", "{", 400, "not-json"), ("POST", "/api/v1/drag", "{}", 400, "missing-field"),
            ("POST", "/api/v1/drag", #"{"pixels":1,"x":1}"#, 400, "unknown-field"),
            ("PUT", "/api/v1/brightness", #"{"percent":101}"#, 400, "wrong-value"),
            ("POST", "/api/v1/command", #"{"command":"fly"}"#, 400, "unknown-command"),
            ("GET", "/api/v1/nothing", "", 404, "no-such-address"), ("GET", "/api/v1/pause", "", 405, "wrong-method"),
            ("GET", "/api/v1/picture.png?style=round", "", 400, "wrong-value"),
            ("GET", "/api/v1/live", "", 426, "no-websocket"),
        ])
    func errors(method: String, path: String, body: String, status: Int, code: String) throws {
        let bench = try ServerBench()
        let reply = try bench.send(method, path, body: body.isEmpty ? nil : body)
        expectEqual(reply.status, status)
        let json = try JSONValue(parsing: reply.body)
        expectEqual(json["ok"], .bool(false))
        expectEqual(json["code"], .text(code))
        expectEqual(json["error"]?.text?.isEmpty, false)
        #expect(bench.orders.isEmpty)
    }

    @Test("what the sign refuses has the status 409, and what it does not have 404")
    func refusals() throws {
        let bench = try ServerBench()
        bench.sign = { _ in .failed(ControlError.refused("no")) }
        try expectEqual(bench.send("POST", "/api/v1/next").status, 409)
        bench.sign = { _ in .failed(ControlError(.noSuchMessage, "none")) }
        try expectEqual(bench.send("DELETE", "/api/v1/messages/a").status, 404)
        bench.sign = { _ in .failed(ControlError(.tooManyMessages, "too many")) }
        try expectEqual(bench.send("POST", "/api/v1/messages", body: "{}").status, 409)
    }

    @Test("a sign that does not answer within 2 s: 504, and its order is taken back")
    func silence() throws {
        let bench = try ServerBench()
        let client = try TestClient(port: bench.port)
        client.send(Array("POST /api/v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".utf8))
        bench.sign = { _ in nil }
        #expect(bench.step { !bench.orders.isEmpty })
        bench.now = bench.now + .milliseconds(1_999)
        bench.step()
        client.receive()
        #expect(client.reply == nil)
        bench.now = bench.now + .milliseconds(1)
        bench.step { client.receive() || client.reply != nil }
        expectEqual(client.reply?.status, 504)
    }

    @Test("17 requests at once: the mailbox takes 16, and the last gets 503")
    func fullMailbox() throws {
        let mailbox = SignMailbox()
        for ticket in 1...16 { #expect(mailbox.post(.state, UInt64(ticket))) }
        #expect(!mailbox.post(.state, 17))
        mailbox.withdraw(3)
        #expect(mailbox.post(.state, 18))
    }

    @Test(
        "HEAD is answered as GET, without the body, also at the addresses of AWTRIX clocks",
        arguments: ["/healthz", "/api/stats"])
    func head(path: String) throws {
        var settings = HTTPSettings()
        settings.awtrix = true
        let bench = try ServerBench(settings)
        let client = try TestClient(port: bench.port)
        client.send(Array("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        #expect(bench.step { client.receive() })
        expectEqual(client.reply?.status, 200)
        expectEqual(client.reply?.body.isEmpty, true)
    }

    @Test("a port that is taken is reported once, and retried every 5 s")
    func takenPort() throws {
        var other: ListeningSocket? = try ListeningSocket(HTTPSettings.Endpoint(address: "127.0.0.1", port: 0))
        let endpoint = HTTPSettings.Endpoint(address: "127.0.0.1", port: try #require(other?.port))
        var reports: [String] = []
        let start = Instant.zero
        var sockets = ServerSockets([endpoint], at: start)
        #expect(sockets.step(at: start) { reports.append($0) }.isEmpty)
        #expect(sockets.step(at: start + .seconds(5)) { reports.append($0) }.isEmpty)
        expectEqual(reports.count, 1)
        expectEqual(reports.first?.contains("cannot listen at \(endpoint): Address already in use"), true)
        expectEqual(sockets.problem?.hasPrefix("cannot listen at \(endpoint): Address already in use"), true)
        other = nil
        #expect(sockets.step(at: start + .milliseconds(9_999)) { reports.append($0) }.isEmpty)
        expectEqual(sockets.step(at: start + .seconds(10)) { reports.append($0) }.count, 1)
        #expect(sockets.retry == nil)
        #expect(sockets.problem == nil)
        expectEqual(reports.count, 2)
    }

    @Test("health: 200 where all is well, 503 with the reason where not, or where the sign is silent")
    func health() throws {
        let bench = try ServerBench()
        bench.sign = { _ in .done([JSONMember("problem", .null)]) }
        try expectEqual(bench.send("GET", "/healthz").status, 200)
        bench.sign = { _ in .done([JSONMember("problem", .text("no panel"))]) }
        let reply = try bench.send("GET", "/healthz")
        expectEqual(reply.status, 503)
        #expect(reply.text.contains("no panel"))
    }

    @Test("metrics are OpenMetrics text that ends as it must")
    func metrics() throws {
        let bench = try ServerBench()
        bench.sign = { _ in .done([JSONMember("brightness", .integer(40)), JSONMember("frames", .integer(7))]) }
        let reply = try bench.send("GET", "/metrics")
        expectEqual(reply["Content-Type"], "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(reply.text.contains("# TYPE ledsign_frames counter\n"))
        #expect(reply.text.contains("\nledsign_frames_total 7\n"))
        #expect(reply.text.contains("\nledsign_brightness_percent 40\n"))
        #expect(reply.text.hasSuffix("\n# EOF\n"))
    }

    @Test("the picture is a PNG; more than 5 in a second: 429")
    func picture() throws {
        let bench = try ServerBench()
        bench.sign = { _ in
            .picture(Screenshot(frame: .init(size: .init(width: 4, height: 2), format: .rgb), ledColor: .black))
        }
        for _ in 0..<5 {
            let reply = try bench.send("GET", "/api/v1/picture.png?style=pixels")
            expectEqual(reply.status, 200)
            // The signature and the size in the first chunk (W3C PNG, 5.2 and 11.2.1).
            expectEqual(Array(reply.body.prefix(8)), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            expectEqual(Array(reply.body[16..<24]), [0, 0, 0, 4, 0, 0, 0, 2])
        }
        try expectEqual(bench.send("GET", "/api/v1/picture.png").status, 429)
        bench.now = bench.now + .seconds(1)
        try expectEqual(bench.send("GET", "/api/v1/picture.png").status, 200)
    }

    @Test("every answer has the headers that keep pages of others away, and no permission for them")
    func headers() throws {
        let bench = try ServerBench()
        for (method, path) in [("GET", "/api/v1/state"), ("GET", "/nothing"), ("PUT", "/healthz")] {
            let reply = try bench.send(method, path, ["Origin: http://127.0.0.1:\(bench.port)"])
            expectEqual(reply["Content-Security-Policy"]?.contains("frame-ancestors 'none'"), true)
            expectEqual(reply["Content-Security-Policy"]?.hasPrefix("default-src 'none'; script-src 'self'"), true)
            expectEqual(reply["X-Content-Type-Options"], "nosniff")
            #expect(!reply.headers.contains { $0.name.lowercased().hasPrefix("access-control-") })
        }
    }

    @Test("GET changes nothing: each of its routes only reads")
    func safeMethods() throws {
        for route in Route.all where route.method == "GET" {
            #expect(!route.changes)
        }
        for verb in SignCommand.verbs {
            for address in verb.addresses where address.method == "GET" {
                let command = try address.command(of: verb, HTTPRequest("GET", address.path), names: [:])
                #expect(command.permission == nil, "\(address.path)")
            }
        }
        expectEqual(Route.methods(of: "/api/v1/command"), ["POST"])
        #expect(
            Route.all.filter { $0.method != "GET" && $0.pattern != "/session" }.allSatisfy { $0.need == .token })
    }

    @Test("the description names every route with its method")
    func description() throws {
        var settings = HTTPSettings()
        settings.tidbyt = true
        let bench = try ServerBench(settings)
        let json = try JSONValue(parsing: try bench.send("GET", "/api/v1/openapi.json").body)
        expectEqual(json["openapi"], .text("3.1.0"))
        for route in Route.all {
            #expect(json["paths"]?[route.pattern]?[route.method.lowercased()] != nil, "\(route.pattern)")
        }
    }
}
