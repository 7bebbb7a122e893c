import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// Requests that are made for Tidbyt displays, through real sockets.
@Suite struct TidbytRouteTests {
    /// A WebP file of a red and a blue pixel.
    private static let webp = "UklGRh4AAABXRUJQVlA4TBEAAAAvAQAAAA8Q87//8x8OMqL/AQA="
    private static let push = "/v0/devices/kitchen/push"

    private func bench(tidbyt: Bool = true) throws -> ServerBench {
        var settings = HTTPSettings()
        settings.tidbyt = tidbyt
        return try ServerBench(settings)
    }

    private func commands(_ bench: ServerBench) -> [SignCommand] {
        bench.orders.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }

    @Test(
        "a picture of an installation becomes a message of its name, another one a notification of one turn",
        arguments: [
            (#"{"image": IMAGE, "installationID": "weather", "background": false}"#, #""name": "weather""#),
            (#"{"image": IMAGE, "installationId": "weather", "coalesceID": "a"}"#, #""name": "weather""#),
            (#"{"image": IMAGE, "installationID": ""}"#, #""priority": 5"#),
            (#"{"deviceID": "kitchen", "image": IMAGE}"#, #""priority": 5"#),
        ])
    func push(body: String, rest: String) throws {
        let bench = try bench()
        let image = "\"\(Self.webp)\""
        let reply = try bench.send("POST", Self.push, body: body.replacing("IMAGE", with: image))
        expectEqual(reply.status, 200)
        expectEqual(reply.text, "WebP received.")
        let start = #"{"image": "data:image/webp;base64,"# + Self.webp
        expectEqual(
            commands(bench).last?["message"]?.line,
            start + #"", "fit": "contain", "duration": "15s", "# + rest + "}")
    }

    @Test(
        "what is no picture does not reach the sign",
        arguments: [
            "{}", "[]", "{", #"{"image": ""}"#, #"{"image": 5}"#, #"{"image": "?"}"#, #"{"image": "A"}"#,
            #"{"image": "data:image/webp;base64,UklG"}"#,
        ])
    func broken(body: String) throws {
        let bench = try bench()
        let reply = try bench.send("POST", Self.push, body: body)
        expectEqual(reply.status, 400)
        #expect(bench.orders.isEmpty)
    }

    @Test("a picture of 512 KiB is taken, a body that is larger refused before it is read")
    func sizes() throws {
        let bench = try bench()
        func send(bytes: Int) throws -> Int? {
            let text =
                String(repeating: "AAAA", count: bytes / 3) + (bytes % 3 == 0 ? "" : bytes % 3 == 1 ? "AA==" : "AAA=")
            return try bench.send("POST", Self.push, body: "{\"image\": \"\(text)\"}").status
        }
        try expectEqual(send(bytes: 512 << 10), 200)
        try expectEqual(send(bytes: (512 << 10) + 1), 400)
        try expectEqual(send(bytes: 520 << 10), 413)
    }

    @Test("the sign is a device of any name")
    func devices() throws {
        let bench = try bench()
        bench.sign = { _ in
            .done([JSONMember("brightness", 40), JSONMember("auto", .bool(true)), JSONMember("width", 64)])
        }
        let rest = #""brightness": 40, "autoDim": true, "intervalSec": 15}"#
        try expectEqual(
            bench.send("GET", "/v0/devices").text,
            #"{"devices": [{"id": "ledsign", "displayName": "ledsign", "# + rest + "]}\n")
        try expectEqual(
            bench.send("GET", "/v0/devices/kitchen").text,
            #"{"id": "kitchen", "displayName": "kitchen", "# + rest + "\n")
    }

    @Test(
        "its brightness is set in percent, or returns to that of the sign file",
        arguments: [
            (#"{"brightness": 40}"#, #"40"#), (#"{"brightness": 0, "autoDim": true}"#, "0"),
            (#"{"autoDim": true}"#, "null"), (#"{"brightness": 101}"#, nil), (#"{"brightness": "40"}"#, nil),
            (#"{"brightness": 1e1}"#, nil), (#"{"brightness": 40, "autoDim": {}}"#, nil), ("{}", nil),
            (#"{"autoDim": false}"#, nil), ("", nil),
        ])
    func brightness(body: String, percent: String?) throws {
        let bench = try bench()
        let reply = try bench.send("PATCH", "/v0/devices/kitchen", body: body)
        expectEqual(reply.status, percent == nil ? 400 : 200)
        expectEqual(commands(bench).last?["percent"]?.line, percent)
    }

    @Test("its installations are the pushed messages, which can be removed")
    func installations() throws {
        let bench = try bench()
        bench.sign = { order in
            guard case .command(let command) = order, command.verb.name == "list" else { return .done([]) }
            return .done([
                JSONMember(
                    "messages",
                    [
                        ["name": "a", "pushed": .bool(false)], ["name": "weather", "pushed": .bool(true)],
                        ["pushed": .bool(true)],
                    ])
            ])
        }
        let path = "/v0/devices/kitchen/installations"
        try expectEqual(
            bench.send("GET", path).text, #"{"installations": [{"id": "weather", "appID": "weather"}]}"# + "\n")
        try expectEqual(bench.send("GET", path + "/weather").text, #"{"id": "weather", "appID": "weather"}"# + "\n")
        try expectEqual(bench.send("GET", path + "/a").status, 404)
        let removed = try bench.send("DELETE", path + "/weather")
        expectEqual(removed.status, 200)
        expectEqual(commands(bench).last?["name"]?.text, "weather")
        bench.sign = { _ in .failed(ControlError(.noSuchMessage, "no such message")) }
        try expectEqual(bench.send("DELETE", path + "/weather").status, 404)
        try expectEqual(bench.send("PATCH", path + "/weather", body: #"{"enabled": false}"#).status, 405)
    }

    @Test("without the key in the sign file there are no such addresses")
    func off() throws {
        let bench = try bench(tidbyt: false)
        try expectEqual(bench.send("POST", Self.push, body: "{\"image\": \"\(Self.webp)\"}").status, 404)
        try expectEqual(bench.send("GET", "/v0/devices").status, 404)
        try expectEqual(bench.send("PUT", "/v0/devices").status, 404)
        #expect(bench.orders.isEmpty)
    }
}
