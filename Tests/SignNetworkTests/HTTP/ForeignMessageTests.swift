import Settings
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// What a message from the network may not name.
@Suite struct ForeignMessageTests {
    private func isAllowed(_ json: String, urls: Bool = false) throws -> Bool {
        let look = try JSONValue(parsing: Array(json.utf8))
        let rules = NetworkRules(signFile: "/nowhere/sign.yaml", allowsURLs: urls)
        return rules.violations(of: look).isEmpty
    }

    @Test(
        "files outside the folder, servers and fonts by path are refused wherever they stand",
        arguments: [
            #"{"image":"/etc/passwd.png"}"#, #"{"image":"../a.png"}"#, #"{"image":"a/../../b.png"}"#,
            #"{"image":"http://10.0.0.1/a.png"}"#, #"{"image":"file:///a.png"}"#, #"{"font":"/usr/a.bdf"}"#,
            #"{"font":["ledsign-8","./a.bdf"]}"#, #"{"text":"<image=/etc/a.png>"}"#, #"{"text":"< IMAGE = ../a.png>"}"#,
            #"{"text":"<font=fonts/a.bdf>x</font>"}"#, #"{"parts":[{"image":"/a.png"}]}"#,
            #"{"parts":[{"turns":[{"text":"<image=https://h/a.png>"}]}]}"#,
            #"{"items":["<image=../a.png>"]}"#, #"{"text":"\u003cimage=/a.png>"}"#,
        ])
    func refused(json: String) throws { #expect(try !isAllowed(json)) }

    @Test(
        "files in the folder, names of fonts and texts are allowed",
        arguments: [
            #"{"text":"Fresh bread"}"#, #"{"image":"./closed.gif"}"#, #"{"image":"icons/a.png"}"#,
            #"{"font":"ledsign-8"}"#, #"{"text":"an image of ours"}"#, #"{"text":"<image=a.png> 1/2"}"#,
        ])
    func allowed(json: String) throws { #expect(try isAllowed(json)) }

    @Test("servers are allowed where the sign file says so; paths outside are not")
    func servers() throws {
        #expect(try isAllowed(#"{"image":"https://h/a.png"}"#, urls: true))
        #expect(try !isAllowed(#"{"image":"/a.png"}"#, urls: true))
    }

    @Test(
        "pushed images that name a server never reach the sign, by whichever address",
        arguments: [
            ("POST", "/api/v1/messages", #"{"image":"http://127.0.0.1:9/a.png"}"#),
            ("PUT", "/api/v1/messages/a", #"{"image":"http://127.0.0.1:9/a.png"}"#),
            ("POST", "/api/v1/command", #"{"command":"push","message":{"image":"../a.png"}}"#),
        ])
    func pushes(method: String, path: String, body: String) throws {
        let bench = try ServerBench()
        try expectEqual(bench.send(method, path, body: body).status, 409)
        #expect(bench.orders.isEmpty)
    }

    @Test("a message that is only looked at does not reach the sign either, and is no error of the request")
    func check() throws {
        let bench = try ServerBench()
        let reply = try bench.send("POST", "/api/v1/messages/check", body: #"{"image":"/etc/a.png"}"#)
        expectEqual(reply.status, 200)
        try expectEqual(JSONValue(parsing: reply.body)["ok"], .bool(false))
        #expect(bench.orders.isEmpty)
    }
}
