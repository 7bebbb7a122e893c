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

    @Test(
        "E9: over a WebSocket each picture is displayed once; `next` and a push show the one that waits, a reload none")
    func socket() throws {
        let url = try LocalServer.shared.get().url("socket/ws?key=secret").replacing("http://", with: "ws://")
        let text = "message: {tronbyt: \"\(url)\", fit: natural, align: left, valign: top}\n"
        let sign = try SteeredSign(text)
        #expect(try sign.wait { try sign.picture().hasPrefix("##..") })
        #expect(try sign.wait { try count("socket/displaying") == "1" })
        try sign.write("# the same\n" + text)
        sign.reload()
        // The next one waits.
        #expect(try sign.wait { try count("socket/queued") == "2" })
        expectEqual(try sign.ctl("next").status, 0)
        #expect(try sign.wait { try count("socket/queued") == "3" })
        expectEqual(try count("socket/displaying"), "2")
        let push = try LocalServer.shared.get().url("socket/push")
        _ = try CommandRunner.run("/usr/bin/env", ["curl", "-s", push])
        // The pushed one is displayed, and the one behind it waits.
        #expect(try sign.wait { try count("socket/queued") == "5" })
        expectEqual(try count("socket/displaying"), "3")
        expectEqual(try count("socket/client_info"), "1")
        let name = "image \(url.prefix { $0 != "?" })"
        let stats = try sign.ctl("stats").output
        let line = stats.split(separator: "\n").first { $0.hasPrefix("\(name): answered ") }
        #expect(line?.hasSuffix(" s ago; a picture of 1 kB, shown for 5 min") ?? false, "\(stats)")
        let errors = try sign.end().errors
        expectEqual(
            errors.filter { $0.hasPrefix("warning: ") },
            [
                "warning: \(name): the server sends reboot; signs take no firmware, no other address and no restart from a "
                    + "server, and ignore it"
            ])
        #expect(!([stats] + errors).joined().contains("secret"))
    }

    @Test("E9: a WebSocket that ends is told and begun again; one that wants another key is told")
    func socketProblems() throws {
        for (device, words) in [
            ("cut", "the connection was closed"), ("locked", "the server answered with status 401"),
        ] {
            let url = try LocalServer.shared.get().url("\(device)/ws").replacing("http://", with: "ws://")
            let sign = try SteeredSign("messages: [{text: A}, {tronbyt: \"\(url)\"}]\n")
            let isTold = try sign.wait {
                if device == "cut" { _ = try sign.ctl("next") }
                return try sign.ctl("stats").output.contains("image \(url): \(words)")
            }
            #expect(isTold)
            let errors = try sign.end().errors
            #expect(errors.contains("warning: image \(url): \(words); retrying"), "\(errors)")
        }
    }
}
