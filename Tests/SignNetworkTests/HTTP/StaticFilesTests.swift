import Foundation
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// The files of the page.
@Suite struct StaticFilesTests {
    private func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("web/base"), withIntermediateDirectories: true)
        for (name, text) in [
            ("web/index.html", "<p>page"), ("web/live.html", "<p>live"), ("web/base/a.js", "let a"),
            ("secret.html", "no"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
        }
        return folder
    }

    @Test("files have their types, and an ETag by which they are not sent again")
    func files() throws {
        let folder = try folder()
        let bench = try ServerBench(pageFolder: folder.path("web"))
        let page = try bench.send("GET", "/")
        expectEqual(page.status, 200)
        expectEqual(page.text, "<p>page")
        expectEqual(page["Content-Type"], "text/html; charset=utf-8")
        let tag = try #require(page["ETag"])
        try expectEqual(bench.send("GET", "/", ["If-None-Match: \(tag)"]).status, 304)
        let script = try bench.send("GET", "/web/base/a.js")
        expectEqual(script["Content-Type"], "text/javascript; charset=utf-8")
        expectEqual(script.text, "let a")
    }

    @Test("clients that understand gzip get less, with its own ETag; gzip reads it, and pictures come as they are")
    func gzip() throws {
        let folder = try folder()
        let text = (0..<500).map { "let variable\($0) = \($0);\n" }.joined()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("web/base/long.js")))
        let noise = Data((0..<2_000).map { _ in UInt8.random(in: 0...255) })
        try noise.write(to: URL(fileURLWithPath: folder.path("web/noise.png")))
        let bench = try ServerBench(pageFolder: folder.path("web"))
        let plain = try bench.send("GET", "/web/base/long.js", ["Accept-Encoding: br, gzip;q=0"])
        expectEqual(plain["Content-Encoding"], nil)
        expectEqual(plain.text, text)
        let small = try bench.send("GET", "/web/base/long.js", ["Accept-Encoding: gzip, deflate"])
        expectEqual(small["Content-Encoding"], "gzip")
        expectEqual(small["Vary"], "Accept-Encoding")
        #expect(small.body.count < text.utf8.count / 3)
        #expect(small["ETag"] != plain["ETag"])
        let tag = try #require(small["ETag"])
        let again = ["Accept-Encoding: gzip", "If-None-Match: \(tag)"]
        try expectEqual(bench.send("GET", "/web/base/long.js", again).status, 304)
        try Data(small.body).write(to: URL(fileURLWithPath: folder.path("long.js.gz")))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["--decompress", folder.path("long.js.gz")]
        try process.run()
        process.waitUntilExit()
        try expectEqual(folder.text("long.js"), text)
        let picture = try bench.send("GET", "/web/noise.png", ["Accept-Encoding: gzip"])
        expectEqual(picture["Content-Encoding"], nil)
        expectEqual(picture.body, Array(noise))
    }

    @Test(
        "a request never leaves the folder",
        arguments: ["/web/../secret.html", "/web/%2e%2e/secret.html", "/web/..%2fsecret.html", "/secret.html", "/web/"])
    func traversal(path: String) throws {
        let folder = try folder()
        let bench = try ServerBench(pageFolder: folder.path("web"))
        #expect([400, 404].contains(try bench.send("GET", path).status))
    }

    @Test("only the live picture may be framed, and only by the origins of the sign file")
    func framing() throws {
        let folder = try folder()
        var settings = HTTPSettings()
        settings.embed = ["https://ha.example.org"]
        let bench = try ServerBench(settings, pageFolder: folder.path("web"))
        let live = try bench.send("GET", "/live")["Content-Security-Policy"]
        expectEqual(live?.contains("frame-ancestors https://ha.example.org;"), true)
        try expectEqual(bench.send("GET", "/")["Content-Security-Policy"]?.contains("frame-ancestors 'none';"), true)
    }

    @Test("without the token the page comes as well, to ask for it")
    func signIn() throws {
        let folder = try folder()
        let path = folder.path("token")
        try Data("0123456789abcdef0123456789abcdef".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        let bench = try ServerBench(token: path, pageFolder: folder.path("web"))
        let page = try bench.send("GET", "/")
        expectEqual(page.status, 200)
        expectEqual(page.text, "<p>page")
        try expectEqual(bench.send("GET", "/web/base/a.js").status, 200)
    }
}
