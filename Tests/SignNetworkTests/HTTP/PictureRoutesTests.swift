import Foundation
import Glibc
import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// Pictures beside the sign file over HTTP, through real sockets; the images were made with Pillow.
@Suite struct PictureRoutesTests {
    private static let address = "/api/v1/pictures"
    /// White on 5x4 pixels.
    private static let png = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAECAAAAABjWKqcAAAAEklEQVR4nGP8z8DAwMDEgE4CABdhAQfasZLBAAAAAElFTkSuQmCC")
    /// Two frames of 4x2 pixels.
    private static let gif = bytes(
        "R0lGODdhBAACAIEAAAAAAAAAAAAAAAAAACwAAAAABAACAAAIBwABCBwoMCAAIfkEAQAAAQAsAAAAAAQAAgCB////AAAAAAAAAAAACAcAAQgcKDAgADs="
    )
    /// 6x2 pixels that a camera says to turn to the right (Exif 2.32, orientation 6).
    private static let jpeg = bytes(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8U"
            + "HRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAACAAYBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAA"
            + "AAAAAAAAAAAAAAD/2gAIAQEAAD8Af3//2Q==")
    /// 3x5 pixels, without loss.
    private static let webP = bytes("UklGRhwAAABXRUJQVlA4TA8AAAAvAgABAAcQ/Y/+ByKi/wEA")

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    private struct Bench {
        let fixture: SignFileFixture
        let bench: ServerBench

        init(
            _ file: String = "message: Bread\n", edit: Bool = true, limits: HTTPLimits = HTTPLimits()
        ) throws {
            fixture = try SignFileFixture()
            for name in ["logo.png", "secret.png"] { unlink(fixture.scratch.path("signs/pictures/\(name)")) }
            try fixture.write("signs/sign.yaml", file)
            var settings = HTTPSettings()
            settings.edit = edit
            bench = try ServerBench(settings, limits: limits, signFile: fixture.path)
        }

        func put(_ name: String, _ bytes: [UInt8], _ headers: [String] = ["Content-Type: image/png"]) throws
            -> TestReply
        {
            let head =
                ["PUT \(PictureRoutesTests.address)/\(name) HTTP/1.1", "Host: 127.0.0.1:\(bench.port)"] + headers
            let text = (head + ["Content-Length: \(bytes.count)"]).joined(separator: "\r\n") + "\r\n\r\n"
            return try bench.exchange(bytes: Array(text.utf8) + bytes)
        }

        func get(_ name: String) throws -> TestReply { try bench.send("GET", "\(PictureRoutesTests.address)/\(name)") }

        func delete(_ name: String) throws -> TestReply {
            try bench.send("DELETE", "\(PictureRoutesTests.address)/\(name)")
        }

        /// The files of the folder.
        var files: [String] {
            let path = fixture.scratch.path("signs/pictures")
            return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        func list() throws -> JSONValue {
            try JSONValue(parsing: try bench.send("GET", PictureRoutesTests.address).body)
        }
    }

    @Test("each format is kept under a name of its own, and comes back as the same bytes with its own type")
    func formats() throws {
        let test = try Bench()
        for (given, bytes, name, type, size) in [
            ("My%20photo%20(1).JPG", Self.png, "My-photo-1.png", "image/png", (5, 4)),
            ("flag", Self.gif, "flag.gif", "image/gif", (4, 2)),
            ("turned.jpeg", Self.jpeg, "turned.jpg", "image/jpeg", (2, 6)),
            ("a.webp", Self.webP, "a.webp", "image/webp", (3, 5)),
        ] {
            let reply = try test.put(given, bytes, ["Content-Type: application/octet-stream"])
            expectEqual(reply.status, 200, "\(reply.text)")
            let members: JSONValue = [
                "ok": true, "name": .text(name), "bytes": .integer(bytes.count), "width": .integer(size.0),
                "height": .integer(size.1),
            ]
            expectEqual(try JSONValue(parsing: reply.body), members)
            let read = try test.get(name)
            expectEqual(read.body, bytes)
            expectEqual(read["Content-Type"], type)
            expectEqual(read["X-Content-Type-Options"], "nosniff")
            expectEqual(read["Content-Disposition"], "inline")
            expectEqual(read["Content-Security-Policy"]?.hasPrefix("default-src 'none'"), true)
            let known = ["If-None-Match: \(read["ETag"] ?? "")"]
            try expectEqual(test.bench.send("GET", "\(Self.address)/\(name)", known).status, 304)
        }
        expectEqual(test.files, ["My-photo-1.png", "a.webp", "flag.gif", "turned.jpg"])
        let first: JSONValue = [
            "name": "My-photo-1.png", "bytes": .integer(Self.png.count), "width": 5, "height": 4, "used": false,
        ]
        guard case .list(let all) = try test.list() else { return #expect(Bool(false)) }
        expectEqual(all.count, 4)
        expectEqual(all.first, first)
    }

    @Test("a name keeps letters, digits, dots, hyphens and underscores, and never begins with a dot")
    func names() throws {
        let test = try Bench()
        for (given, name) in [
            (".htaccess", "htaccess.png"), ("a%2F..b", "a-..b.png"), ("x.php", "x.php.png"), ("x.png.gif", "x.png"),
            ("%C3%A4%C3%B6", "picture.png"), ("-._-", "_.png"),
            (String(repeating: "n", count: 99), String(repeating: "n", count: 60) + ".png"),
            ("a%22%3E%3Cb", "a-b.png"),
        ] {
            let reply = try test.put(given, Self.png)
            try expectEqual(JSONValue(parsing: reply.body)["name"], .text(name), "\(given) \(reply.text)")
        }
        for given in ["..", "a%00b", "..%2F..%2Fetc", "%2e%2e"] {
            try expectEqual(test.put(given, Self.png).status, 400, "\(given)")
        }
        for path in ["/etc/passwd", "../sign.yaml", ".."] {
            #expect(try test.get(path).status != 200)
            #expect(try test.get(path.replacing("/", with: "%2F")).status != 200)
        }
    }

    @Test("what is no image, is broken or too large is refused before anything is written")
    func refused() throws {
        let test = try Bench()
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xDC, 0xFF, 0xDC, 1, 1, 0x11, 0]
        for (bytes, words) in [
            (Array("<!doctype html><script>alert(1)</script>".utf8), "HTML page"), ([], "empty"),
            (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "SVG image"),
            (Array("GIF89a/*<script>alert(1)</script>*/".utf8), "cannot decode"), (Array("BM".utf8), "BMP image"),
            (Array(Self.png.dropLast(30)), "cannot decode PNG"), (head + Self.jpeg, "larger than 8192 pixels a side"),
        ] {
            let reply = try test.put("a.png", bytes)
            expectEqual(reply.status, 400, "\(words)")
            #expect(reply.text.contains(words), "\(reply.text)")
        }
        try expectEqual(test.put("a.png", [UInt8](repeating: 0, count: SignPictures.maximumBytes + 1)).status, 413)
        try expectEqual(test.put("a.png", Self.png, ["Content-Type: text/html"]).status, 415)
        expectEqual(test.files, [])
        // A page behind an image stays an image.
        try expectEqual(test.put("both.html", Self.png + Array("<html><script>alert(1)</script>".utf8)).status, 200)
        try expectEqual(test.get("both.html.png")["Content-Type"], "image/png")
    }

    @Test("another picture is not replaced by chance, and the same one may come again")
    func conditions() throws {
        let test = try Bench()
        let other = Self.png + [0]
        let tag = try #require(try test.put("a", Self.png)["ETag"])
        try expectEqual(test.put("a", Self.png).status, 200)
        let refused = try test.put("a", other)
        expectEqual(refused.status, 409)
        expectEqual(refused["ETag"], tag)
        let type = "Content-Type: image/png"
        try expectEqual(test.put("a", other, [type, "If-Match: \"0-0\""]).status, 412)
        try expectEqual(test.get("a.png").body, Self.png)
        try expectEqual(test.put("a", other, [type, "If-Match: \(tag)"]).status, 200)
        try expectEqual(test.get("a.png").body, other)
    }

    @Test("there are at most so many pictures, and what a writer left behind goes away")
    func limits() throws {
        let test = try Bench()
        for number in 1...SignPictures.maximumCount { try test.fixture.write("signs/pictures/\(number).png", "p") }
        try expectEqual(test.put("one-more", Self.png).status, 409)
        unlink(test.fixture.scratch.path("signs/pictures/7.png"))
        // A process that was ended while it wrote leaves a file that is no picture.
        for name in ["half.png.new", "notes.new", ".hidden.png"] {
            try test.fixture.write("signs/pictures/\(name)", "p")
        }
        guard case .list(let all) = try test.list() else { return #expect(Bool(false)) }
        expectEqual(all.count, SignPictures.maximumCount - 1)
        try expectEqual(test.put("one-more", Self.png).status, 200)
        let kept = test.files.filter { !$0.hasSuffix(".png") || $0.hasPrefix(".") }
        expectEqual(kept, [".hidden.png", "notes.new"])
        let path = test.fixture.scratch.path("signs/pictures/big.png")
        unlink(test.fixture.scratch.path("signs/pictures/8.png"))
        try test.fixture.write("signs/pictures/big.png", "")
        truncate(path, SignPictures.maximumTotalBytes)
        unlink(test.fixture.scratch.path("signs/pictures/9.png"))
        try expectEqual(test.put("and-another", Self.png).status, 409)
    }

    @Test(
        "what the sign file shows stays: by name, in a tag, in a map, with a value in the name, or last of a slide show"
    )
    func deleted() throws {
        for (file, kept) in [
            ("message: {image: pictures/a.png}", true), ("message: {image: ./pictures//a.png}", true),
            ("message: 'See <image=pictures/a.png>'", true), ("message: 'pictures of a.png'", false),
            ("fields: {w: {variable: a}}\nmessage: {image: 'pictures/{w}.png'}", true),
            ("fields: {w: {variable: a}}\nmessage: {image: 'pictures/b{w}.png'}", false),
            ("maps: {m: {1: pictures/a.png}}\nmessage: Bread", true), ("message: {image: pictures/}", false),
        ] {
            let test = try Bench(file + "\n")
            for name in ["a", "b"] { try expectEqual(test.put(name, Self.png + Array(name.utf8)).status, 200) }
            guard case .list(let all) = try test.list() else { return #expect(Bool(false)) }
            expectEqual(all.first?["used"], .bool(kept), "\(file)")
            try expectEqual(test.delete("a.png").status, kept ? 409 : 200, "\(file)")
            expectEqual(test.files.contains("a.png"), kept)
            try expectEqual(test.delete("c.png").status, 404)
        }
        let slides = try Bench("message: {image: pictures/}\n")
        try expectEqual(slides.put("a", Self.png).status, 200)
        try expectEqual(slides.delete("a.png").status, 409)
    }

    @Test("links lead nowhere: neither out of the folder nor into it")
    func links() throws {
        let test = try Bench()
        symlink("../../outside/secret.png", test.fixture.scratch.path("signs/pictures/link.png"))
        symlink("../sign.yaml", test.fixture.scratch.path("signs/pictures/inside.png"))
        try expectEqual(test.list(), [])
        for name in ["link", "inside"] {
            try expectEqual(test.get(name + ".png").status, 404)
            try expectEqual(test.delete(name + ".png").status, 404)
            try expectEqual(test.put(name, Self.png).status, 409)
        }
        for name in ["link.png", "inside.png"] { unlink(test.fixture.scratch.path("signs/pictures/\(name)")) }
        rmdir(test.fixture.scratch.path("signs/pictures"))
        symlink("../outside", test.fixture.scratch.path("signs/pictures"))
        try expectEqual(test.put("a", Self.png).status, 409)
        try expectEqual(test.get("secret.png").status, 404)
        try expectEqual(
            FileManager.default.contentsOfDirectory(atPath: test.fixture.scratch.path("outside")), ["secret.png"])
    }

    @Test("a message may show a picture of the folder, and nothing outside of it")
    func messages() throws {
        let test = try Bench()
        symlink("../../outside/secret.png", test.fixture.scratch.path("signs/pictures/link.png"))
        try expectEqual(test.put("a", Self.png).status, 200)
        for (image, status) in [
            ("pictures/../../outside/secret.png", 403), ("pictures/link.png", 403), ("/etc/passwd", 403),
            ("pictures/missing.png", 400), ("pictures/a.png", 200),
        ] {
            let tag = try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
            let body = #"{"add":{"image":"\#(image)","fit":"cover"}}"#
            let reply = try test.bench.send("POST", "/api/v1/sign/messages", ["If-Match: \(tag)"], body: body)
            expectEqual(reply.status, status, "\(image) \(reply.text)")
        }
        try expectEqual(test.delete("a.png").status, 409)
    }

    @Test("without edit: yes there are no pictures, and long files that come at the same time have a limit together")
    func locked() throws {
        let locked = try Bench(edit: false)
        try expectEqual(locked.put("a", Self.png).status, 403)
        for method in ["GET", "DELETE"] {
            try expectEqual(locked.bench.send(method, Self.address + "/a.png").status, 403)
        }
        try expectEqual(locked.bench.send("GET", Self.address).status, 403)
        var limits = HTTPLimits()
        limits.longBytes = 2 * SignPictures.maximumBytes
        let test = try Bench(limits: limits)
        let slow = try (1...2).map { _ in try TestClient(port: test.bench.port) }
        for client in slow {
            let head =
                "PUT \(Self.address)/a HTTP/1.1\r\nHost: 127.0.0.1:\(test.bench.port)\r\nContent-Type: image/png\r\n"
            client.send(Array((head + "Content-Length: \(Self.png.count)\r\n\r\n").utf8))
        }
        #expect(test.bench.step { test.bench.service.connections == 2 })
        test.bench.step()
        try expectEqual(test.put("b", Self.png).status, 503)
        slow[0].send(Self.png)
        #expect(test.bench.step { slow[0].receive() || slow[0].reply?.isWhole ?? false })
        try expectEqual(test.put("b", Self.png).status, 200)
    }
}
