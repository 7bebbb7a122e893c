import SignTestSupport
import Testing

@Suite("ledsign icon")
struct IconCommandTests {
    @Test("search prints names, codes and the emoji; private codes have none")
    func search() throws {
        let snow = try CommandRunner.ledsign("icon", "search", "snow")
        expectEqual(snow.status, 0, "\(snow.errors)")
        expectEqual(
            snow.output,
            """
            mountain            U+1F3D4 \u{1F3D4}
            snow                U+1F328 \u{1F328}
            snow-showers        U+E11E
            snow-showers-night  U+E11F
            snowflake           U+2744 \u{2744}
            snowman             U+26C4 \u{26C4}

            """)
        let night = try CommandRunner.ledsign("icon", "search", "showers", "night")
        expectEqual(night.output, "showers-night       U+E11D\nsnow-showers-night  U+E11F\n")
    }

    @Test("a word that no name has is an error with the nearest name and the way to all of them")
    func none() throws {
        let run = try CommandRunner.ledsign("icon", "search", "snowmann")
        expectEqual(run.status, 1)
        expectEqual(
            run.errors,
            """
            Error: no icon is called "snowmann"; did you mean "snowman"?; `ledsign icon list` lists all

            """)
        expectEqual(run.output, "")
        expectEqual(try CommandRunner.ledsign("icon", "search").status, 64)
    }

    /// Serves an image and a page, lets the command get them and a third icon, and prints what each run says.
    private static let program = """
        import http.server, subprocess, sys, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = {"/2867": b"GIF89a\\1\\0\\1\\0", "/3": b"<html>"}.get(self.path)
                self.send_response(200 if body else 404)
                self.end_headers()
                self.wfile.write(body or b"")
            def log_message(self, *arguments): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for number in ("2867", "3", "4"):
            run = subprocess.run(
                [sys.argv[1], "icon", "get", number, "--folder", sys.argv[2], "--server",
                 f"http://127.0.0.1:{server.server_port}/"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            print(run.returncode, run.stdout + run.stderr.replace(str(server.server_port), "PORT"), end="")
        """

    @Test("get writes images under their numbers, and nothing else that a server has")
    func get() throws {
        let folder = try ScratchFolder()
        let ledsign = CommandRunner.products.appendingPathComponent("ledsign").path
        let run = try CommandRunner.python(Self.program, ledsign, folder.path("icons"))
        expectEqual(
            run.output,
            """
            0 \(folder.path("icons"))/2867.gif
            1 Error: what http://127.0.0.1:PORT/3 has is not an image that signs can show
            1 Error: cannot get icon 4: curl: (22) The requested URL returned error: 404

            """, "\(run.errors)")
        try expectEqual(folder.bytes("icons/2867.gif"), Array("GIF89a".utf8) + [1, 0, 1, 0])
        expectEqual(try CommandRunner.ledsign("icon", "get", "0").status, 64)
    }

    @Test("list prints all names in alphabetical order")
    func list() throws {
        let lines = try CommandRunner.ledsign("icon", "list").output.split(separator: "\n")
        let names = lines.map { String($0.prefix { $0 != " " }) }
        #expect(names.count >= 450 && names == names.sorted() && Set(names).count == names.count)
        #expect(names.contains("heart") && names.contains("emergency-exit"))
    }
}
