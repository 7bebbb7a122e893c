import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Pixels over HTTP, through real sockets.
@Suite struct PixelRouteTests {
    private func bench(_ size: Size = Size(width: 4, height: 2)) throws -> (ServerBench, FakePixels) {
        let bench = try ServerBench()
        let pixels = FakePixels(size)
        bench.mailbox.record(pixels: pixels)
        return (bench, pixels)
    }

    private func submitted(_ pixels: FakePixels) -> [(area: Rectangle, bytes: [UInt8], sender: String)] {
        pixels.content.withLock { $0.submitted }
    }

    /// A body of that many bytes, all of them letters.
    private func body(_ count: Int) -> String { String(repeating: "a", count: count) }

    private let type = "Content-Type: application/octet-stream"

    @Test("the whole picture, or a part of it, goes to what takes pixels, and never to the sign")
    func taken() throws {
        let (bench, pixels) = try bench()
        try expectEqual(bench.send("PUT", "/api/v1/pixels", [type], body: body(24)).text, "{\"ok\": true}\n")
        try expectEqual(bench.send("PUT", "/api/v1/pixels?x=1&y=1&w=2&h=1", [type], body: body(6)).status, 200)
        // What is left out reaches to the edges.
        try expectEqual(bench.send("PUT", "/api/v1/pixels?x=3", [type], body: body(6)).status, 200)
        let expected = [
            Rectangle(x: 0, y: 0, width: 4, height: 2), Rectangle(x: 1, y: 1, width: 2, height: 1),
            Rectangle(x: 3, y: 0, width: 1, height: 2),
        ]
        let found = submitted(pixels)
        expectEqual(found.map(\.area), expected)
        expectEqual(found.map(\.bytes.count), [24, 6, 6])
        expectEqual(found.map(\.sender), ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
        #expect(bench.orders.isEmpty)
    }

    @Test(
        "a wrong length, an area beyond the picture and numbers that cannot be read write nothing: 400",
        arguments: [
            ("", 23), ("", 0), ("?w=2&h=1", 7), ("?x=4", 3), ("?x=3&w=2", 12), ("?y=1&h=2", 24), ("?w=0", 0),
            ("?x=-1", 24), ("?x=a", 24), ("?x=", 24), ("?x=0&x=1", 24), ("?x=99999", 24), ("?w=5", 24),
            ("?x=65535&w=65536", 24),
        ])
    func wrong(query: String, count: Int) throws {
        let (bench, pixels) = try bench()
        let reply = try bench.send("PUT", "/api/v1/pixels" + query, [type], body: body(count))
        expectEqual(reply.status, 400)
        try expectEqual(JSONValue(parsing: reply.body)["code"], .text("wrong-value"))
        #expect(submitted(pixels).isEmpty)
    }

    @Test("the words say what was expected")
    func words() throws {
        let (bench, _) = try bench()
        let length = try JSONValue(
            parsing: bench.send("PUT", "/api/v1/pixels?w=2&h=1", [type], body: body(5)).body)
        expectEqual(
            length["error"],
            .text("\"the body\" must be exactly 6 bytes, red, green and blue of 2x1 pixels, not 5"))
        let area = try JSONValue(parsing: bench.send("PUT", "/api/v1/pixels?x=9", [type], body: body(5)).body)
        expectEqual(
            area["error"],
            .text("\"x, y, w and h\" must be an area within the 4x2 pixels of the stream, not 0x2 at (9, 0)"))
    }

    @Test("a body that is longer than the whole picture is refused before it is read: 413")
    func tooLong() throws {
        let (bench, pixels) = try bench()
        try expectEqual(bench.send("PUT", "/api/v1/pixels", [type], body: body(25)).status, 413)
        #expect(submitted(pixels).isEmpty)
    }

    @Test("a sign that takes no pixels says how it would: 409")
    func nothing() throws {
        let bench = try ServerBench()
        let reply = try bench.send("PUT", "/api/v1/pixels", [type], body: body(24))
        expectEqual(reply.status, 409)
        try expectEqual(
            JSONValue(parsing: reply.body)["error"],
            .text(
                "the sign takes no pixels over the network; add `pixels: {}` to the sign file and restart ledsign"))
    }

    @Test("who does not own the stream, or was stopped, is told so: 409")
    func refused() throws {
        let (bench, pixels) = try bench()
        pixels.content.withLock { $0.answer = .owned(by: "10.0.0.9 (ddp)") }
        let owned = try bench.send("PUT", "/api/v1/pixels", [type], body: body(24))
        expectEqual(owned.status, 409)
        #expect(owned.text.contains("10.0.0.9 (ddp) sends pixels"))
        pixels.content.withLock { $0.answer = .stopped }
        try expectEqual(bench.send("PUT", "/api/v1/pixels", [type], body: body(24)).status, 409)
    }

    @Test("a body of another type is refused, as pages of others send it; none needs a type")
    func types() throws {
        let (bench, pixels) = try bench()
        let form = "Content-Type: application/x-www-form-urlencoded"
        try expectEqual(bench.send("PUT", "/api/v1/pixels", [form], body: body(24)).status, 415)
        #expect(submitted(pixels).isEmpty)
        let head = "PUT /api/v1/pixels HTTP/1.1\r\nHost: localhost\r\nContent-Length: 24\r\n\r\n"
        try expectEqual(bench.exchange(head + body(24)).status, 200)
    }

    @Test("pages of other origins send no pixels: 403; requests without the token neither: 401")
    func access() throws {
        let (bench, pixels) = try bench()
        let foreign = ["Origin: http://evil.example", type]
        try expectEqual(bench.send("PUT", "/api/v1/pixels", foreign, body: body(24)).status, 403)
        #expect(submitted(pixels).isEmpty)
    }

    @Test("a stream may change the sign more often than other requests, and not without end")
    func often() throws {
        let (bench, pixels) = try bench(Size(width: 1, height: 1))
        var statuses: [Int] = []
        for _ in 0..<121 { statuses.append(try bench.send("PUT", "/api/v1/pixels", [type], body: "abc").status) }
        expectEqual(statuses, [Int](repeating: 200, count: 120) + [429])
        expectEqual(submitted(pixels).count, 120)
        bench.now = bench.now + .seconds(1)
        try expectEqual(bench.send("PUT", "/api/v1/pixels", [type], body: "abc").status, 200)
    }

    @Test(
        "who sends is asked, stopped and allowed by the verb `pixels`",
        arguments: [
            ("GET", "/api/v1/pixels", nil), ("POST", "/api/v1/pixels/stop", "stop"),
            ("POST", "/api/v1/pixels/allow", "allow"),
        ] as [(String, String, String?)])
    func verbs(method: String, path: String, action: String?) throws {
        let bench = try ServerBench()
        try expectEqual(bench.send(method, path).status, 200)
        guard case .command(let command) = bench.orders.first else { return #expect(Bool(false)) }
        expectEqual(command.verb.name, "pixels")
        expectEqual(command["action"]?.text, action)
    }

    @Test("monitors get the counts")
    func metrics() {
        let counts = [
            JSONMember("pixels-from", .null), JSONMember("pixels-frames", .integer(60)),
            JSONMember("pixels-packets", .integer(240)), JSONMember("pixels-dropped", .integer(3)),
        ]
        let text = String(decoding: HTTPResponse.metrics(counts, connections: 1).body, as: UTF8.self)
        for line in [
            "ledsign_pixel_frames_total 60", "ledsign_pixel_packets_total 240",
            "ledsign_pixel_packets_dropped_total 3",
        ] { #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)") }
    }
}
