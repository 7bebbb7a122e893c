import Boards
import Glibc
import ImageFiles
import LiveValues
import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Pictures of drafts of the sign file, through real sockets.
@Suite struct DraftPictureTests {
    private static let saved = "message: {text: Fresh bread}\n"

    /// A server whose sign runs the saved file on a panel of 64x32.
    private final class Bench {
        let fixture: SignFileFixture
        let bench: ServerBench
        let player: SignPlayer

        init(
            _ saved: String = DraftPictureTests.saved, edit: Bool = true, urls: Bool = false, token: String? = nil
        ) throws {
            fixture = try SignFileFixture()
            try fixture.write("signs/sign.yaml", saved)
            var settings = HTTPSettings()
            (settings.edit, settings.urls) = (edit, urls)
            let board = try BoardResolver(given: "sim-64x32").load()
            bench = try ServerBench(settings, token: token, signFile: fixture.path, board: board)
            let file = try SignFile(parsing: saved, path: fixture.path)
            player = try SignPlayer(file, size: board.size, fonts: SignFileLoader.fonts, start: bench.now)
            bench.sign = { [player, bench] order in
                guard case .preview(nil) = order, let subject = player.previewSubject(zone: nil, at: bench.now) else {
                    return .silent
                }
                return .preview(subject)
            }
        }

        func draw(
            _ draft: String, query: String = "?style=pixels", type: String = "application/yaml"
        ) throws -> TestReply {
            // Pictures that come too soon have a test of their own.
            bench.now = bench.now + .seconds(1)
            return try bench.send(
                "POST", "/api/v1/sign/picture\(query)", ["Content-Type: \(type)"], body: draft)
        }

        /// The picture of a draft, a pixel for each LED.
        func picture(_ draft: String, at time: String = "2s") throws -> RGBBitmap {
            let reply = try draw(draft, query: "?style=pixels&at=\(time)")
            expectEqual(reply.status, 200, "\(reply.text)")
            expectEqual(reply["Content-Type"], "image/png")
            return try PNG.decode(reply.body).bitmap
        }
    }

    /// A text that stands still at the top left.
    private static func still(_ text: String, _ rest: String = "") -> String {
        "message: {text: \"\(text)\", scroll: never, align: left, color: white}\n\(rest)"
    }

    private static func lit(_ bitmap: RGBBitmap) -> Int {
        var count = 0
        for y in 0..<bitmap.height { for x in 0..<bitmap.width where bitmap[x, y] != .black { count += 1 } }
        return count
    }

    @Test("the draft is drawn on a panel of the sign's size, at the given moment, and nothing is saved")
    func moments() throws {
        let test = try Bench()
        let draft = """
            message: {parts: [{pixels: "RG\\nBW", area: {width: 40, height: 4},
              key-frames: [{x: 0}, {offset: 1s, x: 10}]}]}

            """
        // In the middle of its area: 19 to the left, and 1 above.
        for (time, x) in [("0s", 19), ("1s", 29), ("5s", 29), ("0.5s", 24)] {
            let picture = try test.picture(draft, at: time)
            expectEqual(picture.size, Size(width: 64, height: 32))
            expectEqual(Self.lit(picture), 4, "\(time)")
            expectEqual(picture[x, 1], Color(rawValue: 0xFF0000), "\(time)")
            expectEqual(picture[x + 1, 1], Color(rawValue: 0x00FF00), "\(time)")
            expectEqual(picture[x, 2], Color(rawValue: 0x0000FF), "\(time)")
            expectEqual(picture[x + 1, 2], .white, "\(time)")
        }
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, Self.saved)
        expectEqual(test.player.file.messages.first?.text, "Fresh bread")
        // LEDs are painted larger unless the request asks for pixels.
        let reply = try test.draw(draft, query: "")
        #expect(try PNG.decode(reply.body).bitmap.width > 64)
    }

    @Test("a part of a panel wall shows its window")
    func walls() throws {
        let art = "message: {parts: [{pixels: \"R\", area: {x: 70, y: 3, width: 1, height: 1}}]}\n"
        // The saved file has to have the same one.
        let wall = "wall: {x: 64, y: 0, width: 128, height: 32}\n"
        let picture = try Bench(wall + "message: A\n").picture(wall + art)
        expectEqual(Self.lit(picture), 1)
        expectEqual(picture[6, 3], Color(rawValue: 0xFF0000))
        let hugeWall = "wall: {width: 65536, height: 65536}\n"
        let huge = try Bench(hugeWall + "message: A\n").draw(hugeWall + "message: {text: a}\n")
        expectEqual(huge.status, 409)
    }

    @Test("a draft that may not be saved has no picture: its problems come with their places, as when it is saved")
    func refusals() throws {
        let test = try Bench()
        let wrong = try test.draw("mesage: {text: a}\n")
        expectEqual(wrong.status, 400)
        let problems = try JSONValue(parsing: wrong.body)["problems"]
        guard case .list(let list)? = problems else { return #expect(Bool(false)) }
        expectEqual(list.first?["line"], .integer(1))
        for forbidden in [
            "message: {text: '{a}'}\nfields: {a: {command: [id]}}\n", "message: {image: ../outside/secret.png}\n",
            "message: {image: out/secret.png}\n", "message: {text: a}\nhttp: {edit: yes, urls: yes}\n",
            "message: {text: '{a}'}\nfields: {a: {file: /etc/passwd}}\n",
        ] {
            let reply = try test.draw(forbidden)
            expectEqual(reply.status, 403, "\(forbidden)")
            try expectEqual(JSONValue(parsing: reply.body)["code"], .text("forbidden"))
        }
        try expectEqual(test.draw(Self.saved, type: "text/plain").status, 415)
        try expectEqual(test.draw(String(repeating: "#", count: SignFile.maximumBytes + 1)).status, 413)
        #expect(test.bench.orders.isEmpty)
        try expectEqual(Bench(edit: false).draw(Self.saved).status, 403)
        let withoutFile = try ServerBench()
        let yaml = ["Content-Type: application/yaml"]
        try expectEqual(withoutFile.send("POST", "/api/v1/sign/picture", yaml, body: Self.saved).status, 404)
    }

    @Test("it needs the token")
    func token() throws {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        let secret = String(repeating: "a", count: 40)
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        _ = secret.withCString { write(descriptor, $0, 40) }
        close(descriptor)
        let test = try Bench(token: path)
        try expectEqual(test.draw(Self.saved).status, 401)
        let headers = ["Authorization: Bearer \(secret)", "Content-Type: application/yaml"]
        try expectEqual(test.bench.send("POST", "/api/v1/sign/picture", headers, body: Self.saved).status, 200)
    }

    @Test("moments are from 0s to 10m, and the sixth picture in a second is refused")
    func limits() throws {
        let test = try Bench()
        for time in ["-1s", "601s", "soon", ""] {
            try expectEqual(test.draw(Self.saved, query: "?at=\(time)").status, 400, "\(time)")
        }
        try expectEqual(test.draw(Self.saved, query: "?style=levels").status, 400)
        try expectEqual(test.draw(Self.saved, query: "?at=600s").status, 200)
        test.bench.now = test.bench.now + .seconds(1)
        func statuses(_ count: Int) throws -> [Int] {
            try (0..<count).map { _ in
                try test.bench.send(
                    "POST", "/api/v1/sign/picture", ["Content-Type: application/yaml"], body: Self.saved
                ).status
            }
        }
        try expectEqual(statuses(6), [200, 200, 200, 200, 200, 429])
        test.bench.now = test.bench.now + .seconds(1)
        try expectEqual(statuses(1), [200])
    }

    @Test("fields show what the sign knows of them; those that are new show what they begin with")
    func values() throws {
        let fields = "fields: {score: {variable: \"1\"}}\n"
        let test = try Bench(Self.still("{score}", fields))
        func picture(_ draft: String) throws -> RGBBitmap { try test.picture(draft) }
        test.player.take([LiveChange(name: "score", reading: LiveReading(.text("7:2")))], at: test.bench.now)
        try expectEqual(picture(Self.still("{score}", fields)), picture(Self.still("7:2")))
        let other = "fields: {score: {variable: \"1\"}, guests: {variable: \"5\"}}\n"
        try expectEqual(picture(Self.still("{guests}", other)), picture(Self.still("5")))
        try expectEqual(picture(Self.still("{score}", other)), picture(Self.still("7:2")))
        #expect(try picture(Self.still("7:2")) != picture(Self.still("5")))
    }

    @Test("a draft has rows, lists, bars and conditions, with the values that the sign knows")
    func layout() throws {
        let fields = "fields: {load: {variable: \"50\"}, buses: {json: b.json}}\n"
        let test = try Bench("message: A\n" + fields)
        test.player.take([LiveChange(name: "buses", reading: LiveReading(.list(["4", "12"])))], at: test.bench.now)
        let draft = """
            message:
              rows:
                - {bar: "{load}", color: lime, height: 2, width: fill}
                - {box: red, height: 3, while: load > 60}
                - {each: buses, columns: [{box: blue, height: 4, width: 5}]}

            """
        let picture = try test.picture(draft + fields)
        var rows: [[Color]] = []
        for y in 0..<32 { rows.append((0..<64).map { picture[$0, y] }) }
        let (lime, blue) = (Color(rawValue: 0x00FF00), Color(rawValue: 0x0000FF))
        let bar = Array(repeating: lime, count: 32) + Array(repeating: Color.black, count: 32)
        let element = Array(repeating: blue, count: 5) + Array(repeating: Color.black, count: 59)
        let dark = Array(repeating: Array(repeating: Color.black, count: 64), count: 22)
        expectEqual(rows, [bar, bar] + Array(repeating: element, count: 8) + dark)
    }

    @Test("no source of a draft is read: no program runs, no file is opened, and no server is asked")
    func sources() throws {
        let socket = try ListeningSocket(HTTPSettings.Endpoint(address: "127.0.0.1", port: 0))
        let folder = try ScratchFolder()
        let mark = folder.path("ran")
        let pipe = folder.path("pipe")
        mkfifo(pipe, 0o600)
        // The saved file has the program and the file already, so that the draft may have them.
        let fields = """
            fields:
              a: {command: [touch, "\(mark)"]}
              b: {file: "\(pipe)", special: yes}
              c: {url: "http://127.0.0.1:\(socket.port)/c"}

            """
        let test = try Bench(Self.still("{a} {b}", fields), urls: true)
        let text = try test.picture(Self.still("{a} {b} {c}", fields))
        #expect(Self.lit(text) > 0)
        let image = "message: {image: \"http://127.0.0.1:\(socket.port)/a.png\"}\n"
        expectEqual(Self.lit(try test.picture(image + fields)), 0)
        let calendar = "calendars: {d: {url: \"http://127.0.0.1:\(socket.port)/d.ics\"}}\n"
        try expectEqual(test.draw(Self.still("a", calendar + fields)).status, 200)
        var waiting = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&waiting, 1, 0), 0, "a connection waits at the socket")
        #expect(access(mark, F_OK) != 0, "the program has run")
    }
}
