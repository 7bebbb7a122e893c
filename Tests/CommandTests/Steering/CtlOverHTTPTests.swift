import Foundation
import Glibc
import SignTestSupport
import Testing

/// `ledsign ctl --url`, with a sign that runs.
@Suite("ledsign ctl over HTTP")
struct CtlOverHTTPTests {
    /// A port that is free now.
    private static func freePort() -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                getsockname(descriptor, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private func ctl(_ words: [String], _ url: String, token: String? = nil) throws -> Outcome {
        let access = ["--url", url] + (token.map { ["--token", $0] } ?? [])
        return try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["ctl"] + words + access)
    }

    @Test("the commands do what they do through the socket, with the token and not without it")
    func commands() throws {
        let secrets = try ScratchFolder()
        let token = secrets.path("token")
        #expect(try CommandRunner.ledsign("token", token).status == 0)
        let port = Self.freePort()
        let url = "http://127.0.0.1:\(port)"
        let http = "http: {listen: \"127.0.0.1:\(port)\", token: \(token)}\n"
        let sign = try SteeredSign("message: {name: open, text: OK}\n\(http)")
        #expect(try Polling.wait { try ctl(["list"], url, token: token).status == 0 })
        let words = ["push", "Say \"hi\" \\ {a}", "--name", "closed", "--key", "markup=no"]
        let pushed = try ctl(words, url, token: token)
        #expect(pushed.status == 0, "\(pushed.errors)")
        #expect(try ctl(["list"], url + "/", token: token).output.contains("Say \"hi\" \\ {a}"))
        let refused = try ctl(["remove", "closed"], url)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("token"), "\(refused.errors)")
        #expect(try ctl(["remove", "closed"], url, token: token).status == 0)
        let unknown = try ctl(["remove", "closed"], url, token: token)
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("closed"), "\(unknown.errors)")
        _ = sign
    }

    @Test("an unreachable sign and an invalid address are reported")
    func errors() throws {
        let closed = try ctl(["list"], "http://127.0.0.1:\(Self.freePort())")
        #expect(closed.status == 1)
        #expect(closed.errors.contains("no answer of the sign at http://127.0.0.1:"), "\(closed.errors)")
        #expect(try ctl(["list"], "sign.local").errors.contains("give the address of a sign"))
        let missing = try ctl(["list"], "http://127.0.0.1:9", token: "/nowhere/token")
        #expect(missing.errors.contains("cannot read the token file /nowhere/token"), "\(missing.errors)")
    }
}
