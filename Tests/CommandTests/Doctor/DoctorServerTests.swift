import Foundation
import Glibc
import SignTestSupport
import Testing

/// What `ledsign doctor` says of the page and the API.
@Suite("ledsign doctor: the page")
struct DoctorServerTests {
    @Test("a token file that everyone can read is found, and one that is made by `ledsign token` is well")
    func token() throws {
        let folder = try ScratchFolder()
        let token = folder.path("token")
        let sign = folder.path("sign.yaml")
        let text = "board: sim-32x8\nmessage: {text: A}\nhttp: {listen: \"127.0.0.1:18765\", token: ./token}\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: sign))
        let missing = try CommandRunner.ledsign("doctor", "--sign", sign)
        #expect(missing.output.contains("http-token"), "\(missing.output)")
        #expect(missing.output.contains("ledsign token"), "\(missing.output)")
        try expectEqual(CommandRunner.ledsign("token", token).status, 0)
        let good = try CommandRunner.ledsign("doctor", "--sign", sign).output
        // Long texts are wrapped.
        #expect(good.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("can be used"), "\(good)")
        chmod(token, 0o644)
        let open = try CommandRunner.ledsign("doctor", "--sign", sign)
        #expect(open.output.contains("chmod o="), "\(open.output)")
        #expect(open.output.contains("http-address"))
        chmod(token, 0o600)
        let hooks = text.replacing("./token}", with: "./token, hooks: {a: {text: A, token: ./other}}}")
        try Data(hooks.utf8).write(to: URL(fileURLWithPath: sign))
        let other = try CommandRunner.ledsign("doctor", "--sign", sign).output
        #expect(other.contains("http-token") && other.contains("other"), "\(other)")
    }

    @Test("the group of a new token file can read it, whatever the umask; others cannot")
    func group() throws {
        let folder = try ScratchFolder()
        for mask in ["022", "077", "000"] {
            let script = "umask \(mask); exec \"$0\" token \"$1\""
            let program = CommandRunner.products.appendingPathComponent("ledsign").path
            let made = try CommandRunner.run("/bin/sh", ["-c", script, program, folder.path(mask)])
            expectEqual(made.status, 0, "\(made.errors)")
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(mask))
            expectEqual(attributes[.posixPermissions] as? Int, 0o640)
        }
    }

    @Test("several addresses are one finding: an id occurs once")
    func addresses() throws {
        let folder = try ScratchFolder()
        let (first, second) = (FreePort.any(), FreePort.any())
        let sign = folder.path("sign.yaml")
        let text =
            "board: sim-32x8\nmessage: {text: A}\nhttp: {listen: [\"127.0.0.1:\(first)\", \"127.0.0.1:\(second)\"]}\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: sign))
        let output = try CommandRunner.ledsign("doctor", "--sign", sign).output
        expectEqual(output.components(separatedBy: "http-address").count, 2, "\(output)")
        let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("127.0.0.1:\(first), 127.0.0.1:\(second) are free for the page"), "\(words)")
    }
}
