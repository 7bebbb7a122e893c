import SignTestSupport
import Testing

@testable import SignNetwork

@Suite struct RequestTargetTests {
    @Test("paths and queries are decoded")
    func good() throws {
        let target = try #require(RequestTarget("/api/v1/messages/a%20b%C3%A4?zone=top&x=1+2&y"))
        expectEqual(target.path, "/api/v1/messages/a bä")
        expectEqual(target.query.map(\.name), ["zone", "x", "y"])
        expectEqual(target.query.map(\.value), ["top", "1 2", ""])
    }

    @Test(
        "what could mean another path is refused",
        arguments: [
            "", "*", "http://a/", "a", "/..", "/web/../x", "/web/%2e%2e/x", "/web/.%2E/etc/passwd", "//a",
            "/web/%2e%2e%2fx", "/a/b%2f..", "/a/.%2Fb", "/a/b%2F%2Fc", "/a/%2F", "/a/%2Fb", "/a/b%2F",
            "/a//b",
            "/%00", "/a%0A", "/%", "/%4", "/%zz", "/%ff", "/./a", "/a?b=%0d", "/a?b=%f",
        ])
    func bad(target: String) { #expect(RequestTarget(target) == nil) }

    @Test("an encoded slash is part of a name, and makes no path equal to another")
    func slashes() throws {
        for target in ["/api%2Fv1/state", "/api/v1%2fstate", "/web%2Fmain.js", "/api%2Fnotify", "/api/v1/sign%2Fcheck"]
        {
            let path = try #require(RequestTarget(target)).path
            #expect(path.contains("\u{1F}"))
            #expect(Route.find("GET", path) == nil && Route.methods(of: path).isEmpty)
            #expect(AWTRIXRoute.methods(of: path).isEmpty)
        }
        // Not even a name with this character can be sent.
        #expect(RequestTarget("/a%1Fb") == nil)
    }

    @Test("a query has at most 32 items")
    func manyItems() {
        let items = (0..<33).map { "a\($0)=1" }
        #expect(RequestTarget("/?" + items.joined(separator: "&")) == nil)
        expectEqual(RequestTarget("/?" + items.dropLast().joined(separator: "&"))?.query.count, 32)
    }
}
