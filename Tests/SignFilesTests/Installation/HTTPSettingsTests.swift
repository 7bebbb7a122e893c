import SignTestSupport
import Testing

@testable import SignFiles

/// The key `http` of a sign file.
@Suite struct HTTPSettingsTests {
    private func settings(_ text: String) throws -> HTTPSettings? {
        try parsedInstallation(text).http
    }

    private func problems(_ text: String) -> [String] { installationProblems(text) }

    @Test("without the key nothing is served; an empty one serves on loopback")
    func defaults() throws {
        #expect(try settings("") == nil)
        let defaults = try #require(try settings("http: {}"))
        expectEqual(defaults.listen, [HTTPSettings.Endpoint(address: "127.0.0.1", port: 8080)])
        #expect(defaults.token == nil)
        #expect(!defaults.isPublic)
        #expect(defaults.names.isEmpty && defaults.embed.isEmpty)
        #expect(!defaults.edit && !defaults.urls && !defaults.awtrix)
    }

    @Test("all keys")
    func all() throws {
        let text = """
            http:
              listen: [127.0.0.1:80, "[::]:8081"]
              token: ./token
              view: everyone
              names: Sign.Example.org
              embed: [https://ha.example.org, "http://a.example:8123"]
              edit: yes
              urls: yes
              awtrix: yes
            """
        let settings = try #require(try settings(text))
        expectEqual(settings.listen.map(\.description), ["127.0.0.1:80", "[::]:8081"])
        expectEqual(settings.token, "./token")
        #expect(settings.isPublic)
        expectEqual(settings.names, ["sign.example.org"])
        expectEqual(settings.embed, ["https://ha.example.org", "http://a.example:8123"])
        #expect(settings.edit && settings.urls && settings.awtrix)
    }

    @Test(
        "an address beyond this machine needs a token",
        arguments: ["0.0.0.0:8080", "\"[::]:8080\"", "192.168.1.7:8080", "[127.0.0.1:1, 0.0.0.0:2]"])
    func open(listen: String) throws {
        let found = problems("http: {listen: \(listen)}")
        expectEqual(found.count, 1)
        expectEqual(found.first?.hasPrefix("s.yaml:2:16: \"token\" is missing"), true)
        #expect(problems("http: {listen: \(listen), token: /t}").isEmpty)
    }

    @Test(
        "what is no address, name or origin is a problem",
        arguments: [
            "listen: 8080", "listen: localhost:8080", "listen: 127.0.0.1:0", "listen: 127.0.0.1:65536",
            "listen: 127.0.0.1",
            "listen: \"::1:80\"", "listen: \"[127.0.0.1]:80\"", "names: a b", "names: a/b", "names: \"a;b\"",
            "embed: example.org", "embed: \"https://a.example; script-src *\"", "embed: \"https://*\"", "view: nobody",
            "token: \"\"", "port: 80",
        ])
    func wrong(keys: String) throws { expectEqual(problems("http: {\(keys)}").count, 1) }

    @Test("a running sign does not take a change of it")
    func restart() throws {
        let old = try SignFile(parsing: "message: {text: A}", path: "s.yaml")
        let new = try SignFile(parsing: "message: {text: A}\nhttp: {}", path: "s.yaml")
        expectEqual(new.changesForRestart(since: old).count, 1)
        #expect(new.changesForRestart(since: new).isEmpty)
    }
}
