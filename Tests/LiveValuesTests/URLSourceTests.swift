import Foundation
import LinuxSystem
import SignTestSupport
import Testing

@testable import LiveValues
@testable import Settings

@Suite struct URLSourceTests {
    private func source(_ page: String, form: LiveForm = .text(line: nil), headers: [String] = []) throws -> LiveSource
    {
        let address = try #require(LiveAddress(LocalServer.shared.get().url(page), headers: headers))
        return LiveSource("x", .url(address), form: form)
    }

    private func problem(_ source: LiveSource) throws -> WordedError? {
        switch try Listener.ask(source) {
        case .success(let value):
            Issue.record("got \(value)")
            return nil
        case .failure(let problem): return problem
        }
    }

    @Test("A text and a redirection to it are read, and gzip is unpacked")
    func texts() throws {
        try expectEqual(Listener.ask(source("text")), .success("hello"))
        try expectEqual(Listener.ask(source("moved")), .success("hello"))
        try expectEqual(Listener.ask(source("zipped")), .success("zipped"))
    }

    @Test("JSON is read by its path")
    func json() throws {
        let lines = LiveForm.json(try ValuePath(parsing: "departures[*].line"))
        try expectEqual(Listener.ask(source("json", form: lines)), .success(.list(["S1", "U7"])))
        let nowhere = try ValuePath(parsing: "departures[7]")
        try expectEqual(problem(source("json", form: .json(nowhere))), WordedError("no value at \"\(nowhere)\""))
        try expectEqual(
            problem(source("text", form: .json(ValuePath()))),
            WordedError("it is not JSON: a value is expected, at byte 1"))
    }

    @Test("Header lines are sent and do not appear among the arguments")
    func headers() throws {
        let given = try source("header", headers: ["X-Sign: secret \"word\" \\ %"])
        try expectEqual(Listener.ask(given), .success("secret \"word\" \\ % ledsign"))
        let address = try #require(LiveAddress("https://user:secret@host/", headers: ["X: secret"]))
        let request = CurlRequest(address: address, timeout: .seconds(1), limit: 1, validator: .none)
        #expect(!request.arguments.joined().contains("secret"))
        #expect(request.arguments.contains("=https"))
    }

    @Test(
        "Only http and https addresses are accepted",
        arguments: [
            "", "http:", "http://", "ftp://host/", "file:///etc/passwd", "/etc/passwd", "http://a b/", "http://a\n/",
            "javascript:1", "-o/tmp/x",
        ])
    func addresses(text: String) {
        #expect(LiveAddress(text) == nil)
    }

    @Test("Header lines with line breaks are rejected")
    func headerLines() {
        for line in [
            "", "X", ": x", "X: a\nY: b", "X: a\rY: b", "X Y: a", String(repeating: "x", count: 3_000) + ": y",
        ] {
            #expect(LiveAddress("http://host/", headers: [line]) == nil)
        }
    }

    /// What curl says of a URL that cannot be had.
    private static func words(of problem: WordedError?) throws -> String {
        let text = try #require(problem).description
        #expect(text.hasPrefix("no answer") || text.hasPrefix("the server answered with status "), "\(text)")
        return text.split(separator: ": ", maxSplits: 1).dropFirst().joined()
    }

    @Test("Errors of a server are reported with their status")
    func statuses() throws {
        try expectEqual(problem(source("nowhere")), .url(status: 404, words: ""))
        try expectEqual(problem(source("broken")), .url(status: 500, words: ""))
    }

    @Test("A flood, a bomb and a length beyond the limit end at the limit", arguments: ["flood", "bomb", "huge"])
    func floods(page: String) throws {
        try expectEqual(problem(source(page).with(limit: 10_000)), .tooLarge(limit: 10_000))
    }

    @Test("A server that hangs or sends slowly is cut off at the timeout", arguments: ["hang", "drip"])
    func hanging(page: String) throws {
        let found = try problem(source(page).with(timeout: .milliseconds(300)))
        guard found != .timedOut(after: .milliseconds(300)) else { return }
        #expect(try Self.words(of: found).contains("timed out"))
    }

    @Test("A Content-Length that is too large is a failure, and bytes beyond one that is too small are ignored")
    func lies() throws {
        let words = try Self.words(of: problem(source("too-long")))
        // What comes after the number differs between curl 7 and curl 8.
        #expect(words.contains("995 bytes"))
        try expectEqual(Listener.ask(source("too-short")), .success("hello"))
    }

    @Test("Circular redirections and those to files fail", arguments: ["loop", "to-file"])
    func redirections(page: String) throws {
        _ = try Self.words(of: problem(source(page)))
    }

    private static let secret = "X-Sign: secret"

    @Test("With header lines, redirections on the same host are followed")
    func ownRedirections() throws {
        let server = try LocalServer.shared.get()
        for place in ["/header", "header", server.url("header")] {
            let given = try source("to?" + place, headers: [Self.secret])
            try expectEqual(Listener.ask(given), .success("secret ledsign"), "\(place)")
        }
        try expectEqual(Self.words(of: problem(source("loop", headers: [Self.secret]))), "more than 5 redirects")
    }

    @Test(
        "Header lines are not sent to another host",
        arguments: [
            "http://localhost:PORT/", "//localhost:PORT/", "http://127.0.0.1:PORT@localhost:PORT/",
            "HTTP://localhost:PORT/", "http://127.0.0.1:PORT\\@localhost:PORT/", "\\\\localhost:PORT/",
        ])
    func foreignRedirections(place: String) throws {
        let server = try LocalServer.shared.get()
        let number = server.url("").split(separator: ":").last.map { $0.prefix { $0.isNumber } } ?? ""
        let target = place.replacing("PORT", with: number) + "header?" + String(number.count) + place.prefix(6)
        let there = try #require(try problem(source("to?" + target, headers: [Self.secret]))).description
        #expect(there.hasPrefix("the server redirects to "))
        // What programs read in different ways is refused whatever host it begins with.
        #expect(there.contains(place.contains("\\@") ? "127.0.0.1" : "localhost"), "\(there)")
        // Without such lines it is asked like any other.
        if place.hasPrefix("http://localhost") {
            try expectEqual(Listener.ask(source("to?" + target)), .success("none ledsign"))
        }
    }

    @Test("Redirections are resolved as in RFC 3986, 5.2, and never lead to another host")
    func resolving() throws {
        let asked = "http://host:81/a/b?c=/d"
        let own = [
            ("/x", "http://host:81/x"), ("x", "http://host:81/a/x"), ("?x", "http://host:81/a/b?x"),
            ("http://HOST:81/x", "http://HOST:81/x"), ("//host:81", "http://host:81"), ("x:1/y", nil),
            ("/x:1", "http://host:81/x:1"), ("http://host/", nil), ("http://host:82/", nil), ("https://host:81/", nil),
            ("http://host.evil:81/", nil), ("http://host:81@evil/", nil), ("http://evil\\@host:81/", nil),
            ("http://host:81\\@evil/", nil), ("ftp://host:81/", nil), ("javascript:x", nil), ("/\\evil/", nil),
            ("http:evil", nil), ("http:/evil", nil), ("///evil", nil),
        ]
        for (location, expected) in own {
            expectEqual(try? CurlRequest.target(of: location, from: asked), expected, "\(location)")
        }
        expectEqual(try? CurlRequest.target(of: "https://a/", from: "http://a/"), "https://a/")
        expectEqual(try? CurlRequest.target(of: "https://a:443/", from: "http://a:80/"), "https://a:443/")
        #expect((try? CurlRequest.target(of: "http://a/", from: "https://a/")) == nil)
        expectEqual(try? CurlRequest.target(of: "https://[::1]/", from: "http://[::1]/"), "https://[::1]/")
        #expect((try? CurlRequest.target(of: "https://[::1]:1/", from: "http://[::1]:1/")) == nil)
    }

    @Test("Redirections of what may go to some servers lead to these alone, and never away from encryption")
    func servers() throws {
        let asked = "https://logos.example.org/a"
        for (location, expected) in [
            ("https://cdn.example/x", "https://cdn.example/x"),
            ("https://CDN.example:443/", "https://CDN.example:443/"),
            ("//cdn.example/x", "https://cdn.example/x"), ("/x", "https://logos.example.org/x"),
            ("http://cdn.example/x", nil), ("https://cdn.example:444/x", nil), ("https://a@cdn.example/", nil),
            ("https://evil/", nil), ("https://cdn.example\\@evil/", nil), ("https://cdn.example@evil/", nil),
            ("https://127.0.0.1/", nil), ("https://cdn.example.evil/", nil),
        ] {
            expectEqual(
                try? CurlRequest.target(of: location, from: asked, servers: ["cdn.example"]), expected, "\(location)")
        }
        let limited = try #require(LiveAddress(asked, servers: ["logos.example.org"]))
        let request = CurlRequest(address: limited, timeout: .seconds(1), limit: 1, validator: .none)
        #expect(!request.arguments.contains("--location"))
        let answer = CurlAnswer(header: Array("HTTP/1.1 302 Found\r\nLocation: https://evil/\r\n".utf8))
        #expect(throws: WordedError.redirected(to: "evil")) { try request.redirected(by: answer) }
    }

    @Test("A server that dies, or does not speak HTTP, is a failure", arguments: ["die", "not-http", "headers"])
    func dying(page: String) throws {
        let words = try Self.words(of: problem(source(page)))
        #expect(!words.isEmpty && words.unicodeScalars.count <= 200)
    }

    @Test("Bytes that are not UTF-8 are repaired")
    func garbage() throws {
        try expectEqual(Listener.ask(source("garbage")), .success("a\u{FFFD}\u{FFFD} [31mb\u{FFFD}"))
    }

    @Test("A port without a listener is a failure")
    func closedPort() throws {
        let address = try #require(LiveAddress("http://127.0.0.1:1/"))
        let found = try problem(LiveSource("x", .url(address)))
        #expect(found?.description.hasPrefix("no answer: ") ?? false)
        #expect(try Self.words(of: found).contains("connect"))
    }

    @Test("A document that has not changed is not sent again", arguments: ["tagged?again", "dated?again"])
    func unchanged(page: String) throws {
        var listener = try Listener([source(page).with(interval: .milliseconds(20))])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.value("x") != nil })
        let count = try source("count?" + page).with(interval: .milliseconds(20))
        var watcher = try Listener([count])
        defer { watcher.liveService.close() }
        #expect(watcher.wait { $0.value("x")?.number.map { LiveNumber(4).isLess(than: $0) } ?? false })
        #expect(listener.liveService.take().isEmpty)
        expectEqual(listener.liveService.statuses.map(\.problem), [nil])
    }

    @Test("The last good copy of a calendar outlives the program and the server")
    func cache() throws {
        let folder = try TemporaryFolder()
        let calendar = try source("tagged?cached", form: .document(.calendar))
        let bytes = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
        var first = try Listener([calendar], cacheFolder: folder.path)
        #expect(first.wait { $0.changes["x"] != nil })
        expectEqual(first.changes["x"]?.document?.bytes, bytes)
        first.liveService.close()
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path).count, 1)

        // A new program asks with the version that it has.
        var second = try Listener([calendar], cacheFolder: folder.path)
        #expect(second.wait { $0.changes["x"] != nil && $0.liveService.isSettled })
        expectEqual(second.changes["x"]?.document?.bytes, bytes)
        second.liveService.close()

        guard case .url(let address) = calendar.origin else { return }
        let copy = DocumentCache(folder: folder.path).copy(of: address, limit: 1_000)
        expectEqual(copy?.bytes, bytes)
        expectEqual(copy?.validator, .init(entityTag: "\"v1\"", lastModified: nil))
        #expect(DocumentCache(folder: folder.path).copy(of: address, limit: 10) == nil)
        let other = try #require(LiveAddress("http://127.0.0.1:1/"))
        #expect(DocumentCache(folder: folder.path).copy(of: other, limit: 1_000) == nil)

        // Without the server the copy is there all the same.
        DocumentCache(folder: folder.path).keep(copy?.bytes ?? [], copy?.validator ?? .none, of: other)
        var third = try Listener(
            [LiveSource("x", .url(other), form: .document(.calendar))], cacheFolder: folder.path)
        #expect(third.wait { $0.changes["x"] != nil && $0.liveService.statuses.first?.problem != nil })
        expectEqual(third.changes["x"]?.document?.bytes, bytes)
        third.liveService.close()
    }

    @Test(
        "A document that its reader rejects is not stored as a good copy, and the reader's result comes with the bytes")
    func refused() throws {
        let folder = try TemporaryFolder()
        let calendar = try source("tagged?cached", form: .document(.calendar))
        let strict: LiveDocumentReader = { source, _ in .failure(WordedError(source.name + " is not nice")) }
        let liveService = try LiveService([calendar], cacheFolder: folder.path, reader: strict, clock: KernelClock())
        var listener = Listener(liveService)
        #expect(listener.wait { $0.liveService.statuses.first?.problem != nil })
        expectEqual(liveService.statuses.first?.problem, WordedError("x is not nice"))
        #expect(listener.changes.isEmpty)
        liveService.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

        let counting: LiveDocumentReader = { _, bytes in .success(bytes.count) }
        let other = try LiveService([calendar], cacheFolder: folder.path, reader: counting, clock: KernelClock())
        var second = Listener(other)
        #expect(second.wait { $0.changes["x"] != nil })
        expectEqual(second.changes["x"]?.document?.content as? Int, 30)
        other.close()
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path).count, 1)
    }

    @Test("A page that is not a calendar does not replace one")
    func wrongDocument() throws {
        let folder = try TemporaryFolder()
        var listener = try Listener([source("text?calendar", form: .document(.calendar))], cacheFolder: folder.path)
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.liveService.statuses.first?.problem != nil })
        expectEqual(listener.liveService.statuses.first?.problem, .wrongDocument(.calendar))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(
        "A document that is no image is named by its first bytes, and the formats of images are",
        arguments: [
            ([0x49, 0x49, 42, 0], "it is a TIFF image"),
            (Array("\0\0\0\u{18}ftypheic".utf8), "it is an HEIC image"),
            (Array("\0\0\0\u{1C}ftypavif".utf8), "it is an AVIF image"),
            (
                Array(" <svg xmlns=\"http://www.w3.org/2000/svg\">".utf8),
                "it is an SVG image"
            ),
            (Array("\n<!DOCTYPE html><html>".utf8), "it is an HTML page"),
            (Array("nothing".utf8), "it is not an image"),
        ])
    func noImage(bytes: [UInt8], words: String) {
        do throws(WordedError) {
            _ = try LiveForm.document(.image).content(of: bytes)
            Issue.record("it is taken for an image")
        } catch {
            expectEqual(error.description, "\(words); images are PNG, GIF, JPEG or WebP files")
        }
    }
}
