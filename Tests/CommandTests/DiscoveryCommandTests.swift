import Foundation
import SignTestSupport
import Testing

@Suite("ledsign discovery")
struct DiscoveryCommandTests {
    private func run(_ keys: String) throws -> Outcome {
        let folder = try ScratchFolder()
        let path = folder.path("sign.yaml")
        try Data(("message: A\n" + keys).utf8).write(to: URL(fileURLWithPath: path))
        return try CommandRunner.ledsign("discovery", path, "--avahi")
    }

    @Test("--avahi prints the services of a sign that other machines can reach, each with its port")
    func services() throws {
        let clock = try run("http: {listen: \"0.0.0.0:8085\", token: ./token, awtrix: yes}\n")
        expectEqual(clock.status, 0, "\(clock.errors)")
        #expect(clock.output.contains("<type>_http._tcp</type>\n    <port>8085</port>\n"))
        #expect(clock.output.contains("<type>_awtrix._tcp</type>\n    <port>8085</port>\n"))
        #expect(clock.output.hasPrefix("<?xml version=") && clock.output.hasSuffix("</service-group>\n"))
    }

    @Test("without a server, and on loopback alone, there is nothing to announce")
    func nothing() throws {
        let none = try run("")
        expectEqual(none.status, 1)
        #expect(none.errors.contains("has no key \"http\""))
        let loopback = try run("http: {}\n")
        expectEqual(loopback.status, 1)
        #expect(loopback.errors.contains("listens on loopback only"))
    }
}
