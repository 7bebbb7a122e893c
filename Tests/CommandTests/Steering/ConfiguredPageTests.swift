import Foundation
import Glibc
import SignTestSupport
import Testing

/// The page of signs: where the configuration file says where it is served, and what the service manager hears of it.
@Suite("http: of the configuration file")
struct ConfiguredPageTests {
    /// A folder with the configuration file, and with a token that `./token` in the file names.
    private struct Configuration {
        let folder: ScratchFolder
        let token: String
        var environment: [String: String] { ["XDG_CONFIG_HOME": folder.url.path] }

        init(_ text: String) throws {
            folder = try ScratchFolder()
            let place = folder.url.appendingPathComponent("ledsign")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place.appendingPathComponent("config.yaml"))
            token = place.appendingPathComponent("token").path
            try expectEqual(CommandRunner.ledsign("token", token).status, 0)
        }
    }

    private func list(port: UInt16, token: String? = nil) throws -> Outcome {
        let access = ["--url", "http://127.0.0.1:\(port)"] + (token.map { ["--token", $0] } ?? [])
        return try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["ctl", "list"] + access)
    }

    @Test("a sign file without http: is served as the configuration says; the token counts from its folder")
    func defaults() throws {
        let port = FreePort.any()
        let configuration = try Configuration("http: {listen: \"127.0.0.1:\(port)\", token: ./token}\n")
        let sign = try SteeredSign("message: {name: open, text: OK}\n", environment: configuration.environment)
        #expect(try Polling.wait { try list(port: port, token: configuration.token).status == 0 })
        #expect(try list(port: port, token: configuration.token).output.contains("open"))
        try expectEqual(list(port: port).status, 1)
        let doctor = try CommandRunner.ledsign(
            "doctor", "--board", "sim-32x8", "--sign", sign.folder.path("sign.yaml"),
            environment: configuration.environment)
        let words = doctor.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("127.0.0.1:\(port) is used by a running sign, which serves its page"), "\(words)")
        #expect(words.contains("the token file \(configuration.token) can be used"), "\(words)")
    }

    @Test("http: of a sign file takes the place of that of the configuration")
    func overridden() throws {
        let (usual, own) = (FreePort.any(), FreePort.any())
        let configuration = try Configuration("http: {listen: \"127.0.0.1:\(usual)\", token: ./token}\n")
        let sign = try SteeredSign(
            "message: {name: open, text: OK}\nhttp: {listen: \"127.0.0.1:\(own)\"}\n",
            environment: configuration.environment)
        #expect(try Polling.wait { try list(port: own).status == 0 })
        try expectEqual(list(port: usual, token: configuration.token).status, 1)
        _ = sign
    }

    @Test("what keeps the page from being served is the status of the service, also after a reload, until it is mended")
    func status() throws {
        let port = FreePort.any()
        let configuration = try Configuration("http: {listen: \"127.0.0.1:\(port)\", token: ./token}\n")
        chmod(configuration.token, 0o644)
        let sign = try SteeredSign("message: {name: open, text: OK}\n", environment: configuration.environment)
        let words =
            "the page is not served: the token file \(configuration.token) can be read by everyone; run `chmod o-r`"
        #expect(try sign.wait { try sign.errors().contains("warning: \(words)\n") })
        sign.reload()
        expectEqual(sign.nextStatus(), words)
        #expect(try sign.list().contains { $0.contains("open") })
        try expectEqual(list(port: port, token: configuration.token).status, 1)
        chmod(configuration.token, 0o640)
        #expect(try Polling.wait { try list(port: port, token: configuration.token).status == 0 })
        var status = sign.nextStatus()
        while status == words { status = sign.nextStatus() }
        expectEqual(status, "showing")
        try expectEqual(sign.errors().components(separatedBy: words).count, 2)
    }
}
