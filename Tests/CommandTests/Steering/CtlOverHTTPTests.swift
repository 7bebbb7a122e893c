import Foundation
import SignTestSupport
import Testing

/// `ledsign ctl --url`, with a sign that runs.
@Suite("ledsign ctl over HTTP")
struct CtlOverHTTPTests {
    private func ctl(_ words: [String], _ url: String, token: String? = nil) throws -> Outcome {
        let access = ["--url", url] + (token.map { ["--token", $0] } ?? [])
        return try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["ctl"] + words + access)
    }

    @Test("the commands do what they do through the socket, with the token and not without it")
    func commands() throws {
        let secrets = try ScratchFolder()
        let token = secrets.path("token")
        try expectEqual(CommandRunner.ledsign("token", token).status, 0)
        let port = FreePort.any()
        let url = "http://127.0.0.1:\(port)"
        let http = "http: {listen: \"127.0.0.1:\(port)\", token: \(token)}\n"
        let sign = try SteeredSign("message: {name: open, text: OK}\n\(http)")
        #expect(try Polling.wait { try ctl(["list"], url, token: token).status == 0 })
        let words = ["push", "Say \"hi\" \\ {a}", "--name", "closed", "--key", "markup=no"]
        let pushed = try ctl(words, url, token: token)
        expectEqual(pushed.status, 0, "\(pushed.errors)")
        #expect(try ctl(["list"], url + "/", token: token).output.contains("Say \"hi\" \\ {a}"))
        let refused = try ctl(["remove", "closed"], url)
        expectEqual(refused.status, 1)
        #expect(refused.errors.contains("token"), "\(refused.errors)")
        try expectEqual(ctl(["remove", "closed"], url, token: token).status, 0)
        let unknown = try ctl(["remove", "closed"], url, token: token)
        expectEqual(unknown.status, 1)
        #expect(unknown.errors.contains("closed"), "\(unknown.errors)")
        _ = sign
    }

    @Test("the state names the cues of the sign file in order, also those whose lines cannot be opened")
    func cues() throws {
        let port = FreePort.any()
        let cues = "cues: {chime: {line: 5}, bell: {line: 6}}\n"
        let sign = try SteeredSign("message: {text: OK}\n\(cues)http: {listen: \"127.0.0.1:\(port)\"}\n")
        var names: [String]?
        #expect(
            try Polling.wait {
                let answer = try CommandRunner.run(
                    "/usr/bin/curl", ["-fsS", "http://127.0.0.1:\(port)/api/v1/state"])
                let state = try? JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
                names = state?["cues"] as? [String]
                return names != nil
            })
        expectEqual(names, ["bell", "chime"])
        _ = sign
    }

    @Test("an unreachable sign and an invalid address are reported")
    func errors() throws {
        let closed = try ctl(["list"], "http://127.0.0.1:\(FreePort.any())")
        expectEqual(closed.status, 1)
        #expect(closed.errors.contains("no answer of the sign at http://127.0.0.1:"), "\(closed.errors)")
        #expect(try ctl(["list"], "sign.local").errors.contains("give the address of a sign"))
        let missing = try ctl(["list"], "http://127.0.0.1:9", token: "/nowhere/token")
        #expect(missing.errors.contains("cannot read the token file /nowhere/token"), "\(missing.errors)")
    }
}
