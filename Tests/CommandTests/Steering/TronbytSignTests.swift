import Foundation
import SignTestSupport
import Testing

/// A running sign and a Tronbyt server.
@Suite struct TronbytSignTests {
    private func count(_ page: String) throws -> String {
        try CommandRunner.run("/usr/bin/env", ["curl", "-s", LocalServer.shared.get().url("count?\(page)")]).output
    }

    @Test("E9: the program asks for turns alone, says once what it ignores, and shows the key of a URL nowhere")
    func requests() throws {
        let page = "steering/next?key=secret"
        let url = try LocalServer.shared.get().url(page)
        let text = "message: {tronbyt: \"\(url)\", fit: natural, align: left, valign: top}\n"
        let folder = try ScratchFolder()
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let check = try CommandRunner.ledsign("check", folder.path("sign.yaml"), "--board", "sim-32x8")
        expectEqual(check.status, 0, "\(check.errors)")
        let render = try CommandRunner.ledsign(
            "render", "--sign", folder.path("sign.yaml"), "--board", "sim-32x8", "--at", "1s", "--out",
            folder.path("out.txt"))
        expectEqual(render.status, 0, "\(render.errors)")
        expectEqual(try folder.text("out.txt").contains("#"), false)
        expectEqual(try count(page), "0")

        let sign = try SteeredSign(text)
        #expect(try sign.wait { try sign.picture().hasPrefix("##..") })
        expectEqual(try count(page), "1")
        try sign.write("# the same\n" + text)
        sign.reload()
        let (list, stats) = (try sign.list(), try sign.ctl("stats").output)
        expectEqual(try count(page), "1")
        let name = "image \(url.prefix { $0 != "?" })"
        let line = stats.split(separator: "\n").first { $0.hasPrefix("\(name): answered ") }
        #expect(line?.hasSuffix(" s ago; a picture of 1 kB, shown for 4 min") ?? false, "\(stats)")
        // Another turn is another request.
        expectEqual(try sign.ctl("next").status, 0)
        #expect(try sign.wait { try count(page) == "2" })
        #expect(try sign.wait { try sign.ctl("stats").output.contains("\(name): answered ") })
        let errors = try sign.end().errors
        expectEqual(
            errors.filter { $0.hasPrefix("warning: ") },
            ["tronbyt-ota-url", "tronbyt-reboot"].map {
                "warning: \(name): the server sends \($0); signs take no firmware, no other address and no restart from a "
                    + "server, and ignore it"
            })
        #expect(!(list + [stats] + errors).joined().contains("secret"))
    }
}
