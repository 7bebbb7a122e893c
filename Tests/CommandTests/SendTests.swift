import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

/// `ledsign send`, to a sign that runs.
@Suite("ledsign send")
struct SendTests {
    private static let art = [
        "#..............................#",
        ".#............................#.",
        "..#..........................#..",
        "...#........................#...",
        "....########################....",
        "................................",
        "................................",
        "#######################.########",
    ]

    /// Waits until a sign, which shows its first picture before, serves its page.
    private func isServed(_ sign: SteeredSign, _ port: UInt16) throws -> Bool {
        try sign.wait { try CommandRunner.tool("curl", ["-s", "http://127.0.0.1:\(port)/"]).status == 0 }
    }

    private func write(_ art: [String], _ path: String) throws {
        var bitmap = RGBBitmap(size: Size(width: art[0].count, height: art.count))
        for (y, row) in art.enumerated() {
            for (x, letter) in row.enumerated() where letter == "#" { bitmap[x, y] = .white }
        }
        try PNG.write(bitmap, path: path)
    }

    @Test("over HTTP the sign shows the picture, and what it covered when no more comes")
    func http() throws {
        let port = FreePort.any()
        let network = "http: {listen: \"127.0.0.1:\(port)\"}\npixels: {protocols: [], timeout: 2s}\n"
        let sign = try SteeredSign("message: {text: OK, scroll: never}\n" + network)
        #expect(try isServed(sign, port))
        let before = try sign.picture()
        let picture = sign.folder.path("picture.png")
        try write(Self.art, picture)
        let sender = try RunningProgram(
            "send", picture, "--to", "127.0.0.1:\(port)", "--protocol", "http", environment: [:])
        let art = Self.art.joined(separator: "\n")
        #expect(try sign.wait { try sign.picture() == art })
        #expect(try sign.ctl("pixels").output.contains("(http)"))
        sender.signal(SIGTERM)
        #expect(try sign.wait { try sign.picture() == before })
    }

    @Test("interrupted, it ends its stream", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(_ signal: Int32) throws {
        let display = try DatagramReceiver()
        let folder = try ScratchFolder()
        try write(Self.art, folder.path("picture.png"))
        let sender = try RunningProgram(
            "send", folder.path("picture.png"), "--to", "127.0.0.1:\(display.port)", "--protocol", "e131",
            environment: [:])
        let first = try #require(display.next())
        let end = try sender.end(signal)
        #expect(end.status == (signal == SIGINT ? 0 : 128 + signal) && end.errors == "", "\(end)")
        // Bit 6 of the options, which follow 112 bytes, says that the stream is over (E1.31, 6.2.6).
        let hasEnded = ([first] + display.received()).map { $0[112] & 0x40 != 0 }
        #expect(hasEnded.first == false && hasEnded.last == true, "\(hasEnded)")
    }

    @Test("a picture that the sign refuses ends it with the reason of the sign")
    func refused() throws {
        let port = FreePort.any()
        let sign = try SteeredSign("message: {text: OK}\nhttp: {listen: \"127.0.0.1:\(port)\"}\n")
        #expect(try isServed(sign, port))
        let picture = sign.folder.path("picture.png")
        try write(Self.art, picture)
        let outcome = try CommandRunner.ledsign("send", picture, "--to", "127.0.0.1:\(port)", "--protocol", "http")
        expectEqual(outcome.status, 1)
        #expect(outcome.errors.contains("add `pixels: {}` to the sign file"), "\(outcome.errors)")
    }

    @Test(
        "wrong use is reported with what to give",
        arguments: [
            (["--to", "a"], "expected a file that ends in .png, ", "picture.bmp"),
            (["--protocol", "art-net"], "--to is missing", "picture.png"),
            (["--to", "a", "--token", "b"], "--token is only for --protocol http", "picture.png"),
            (["--to", "a", "--protocol", "e131", "--universe", "0"], "--universe must be 1 to 63999", "picture.png"),
            (["--to", "a", "--size", "0x4"], "expected a size such as 64x32", "picture.png"),
            (["--to", "a:0", "--protocol", "ddp"], "expected a port from 1 to 65535", "picture.png"),
            (["--to", "ddp://a"], "--to takes a name or an address, not the URL ddp://a", "picture.png"),
            (["--to", "a", "--size", "8x8"], "a sign has the size of its board", "sign.yaml"),
            (["--to", "a", "--nonsense"], "Unknown option '--nonsense'", "picture.png"),
        ])
    func wrongUse(_ options: [String], _ words: String, _ file: String) throws {
        let folder = try ScratchFolder()
        try write(Self.art, folder.path(file))
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["send", folder.path(file)] + options)
        expectEqual(outcome.status, 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        // Not that of the whole program, and nothing about texts, which it has none of.
        let hasUsage = outcome.errors.contains("Usage: ledsign send <file>")
        #expect(hasUsage && !outcome.errors.contains("begins with a dash"), "\(outcome.errors)")
    }
}
