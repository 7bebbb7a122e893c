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
