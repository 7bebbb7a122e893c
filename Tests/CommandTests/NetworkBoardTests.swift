import Foundation
import SignTestSupport
import Testing

/// Signs on panels of other devices, with a receiver that only knows where the levels of a packet begin.
@Suite("Boards in the network")
struct NetworkBoardTests {
    /// A folder with a board file.
    private static func folder(_ keys: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let text = "summary: b\nkind: network\nsize: 16x8\n" + keys
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("b.yaml"))
        return folder
    }

    /// A receiver, and a board whose pictures go there.
    private final class Display {
        let receiver: DatagramReceiver
        let folder: ScratchFolder
        /// The bytes of a packet before its levels, by the specification of the protocol.
        let head: Int

        init(_ way: String) throws {
            receiver = try DatagramReceiver()
            folder = try NetworkBoardTests.folder("to: 127.0.0.1:\(receiver.port)\nprotocol: \(way)\n")
            head = ["ddp": 10, "e131": 126, "art-net": 18][way] ?? 0
        }

        var board: String { folder.path("b.yaml") }

        /// Whether a packet lights a pixel.
        func isLit(_ packet: [UInt8]) -> Bool { packet.dropFirst(head).contains { $0 != 0 } }

        /// Waits for a packet that lights a pixel; false where none comes in time.
        func waitForLight() -> Bool {
            while let packet = receiver.next() { if isLit(packet) { return true } }
            return false
        }

        func show() throws -> RunningProgram {
            try RunningProgram("show", "Hi", "--board", board, environment: [:])
        }
    }

    @Test(
        "a sign lights the panel of another device, and its end makes it dark three times",
        arguments: ["ddp", "e131", "art-net"])
    func darkAtEnd(way: String) throws {
        let display = try Display(way)
        let sign = try display.show()
        #expect(display.waitForLight())
        let end = try sign.end(SIGTERM)
        expectEqual(end.status, 128 + SIGTERM, "\(end.errors)")
        let rest = display.receiver.received()
        let black = rest.reversed().prefix { !display.isLit($0) }
        #expect(black.count >= 3, "\(rest.count) packets")
        // Bit 6 of the options says that the stream is over (E1.31, 6.2.6).
        if way == "e131" { expectEqual((rest.last?[112] ?? 0) & 0x40, 0x40) }
    }

    @Test("killed, its guardian makes the panel dark three times", arguments: ["ddp", "e131", "art-net"])
    func darkAfterKill(way: String) throws {
        let display = try Display(way)
        let sign = try display.show()
        #expect(display.waitForLight())
        sign.signal(SIGKILL)
        // The guardian sends three packets, behind those that were on their way.
        var black = 0
        while black < 3, let packet = display.receiver.next() { black = display.isLit(packet) ? 0 : black + 1 }
        expectEqual(black, 3)
    }

    @Test("without a receiver the sign runs, says why nothing arrives, and ends in order")
    func withoutReceiver() throws {
        let folder = try Self.folder("to: nobody.invalid\nprotocol: ddp\n")
        let sign = try RunningProgram("show", "Hi", "--board", folder.path("b.yaml"), environment: [:])
        let isReported = try sign.wait { try sign.errors().contains("no pictures are sent to nobody.invalid:4048: ") }
        #expect(isReported)
        let end = try sign.end(SIGTERM)
        expectEqual(end.status, 128 + SIGTERM, "\(end.errors)")
    }

    @Test("doctor says whether the receiver can be reached")
    func doctor() throws {
        let found = try Self.folder("to: 127.0.0.1\nprotocol: ddp\n")
        let good = try CommandRunner.ledsign("doctor", "--board", found.path("b.yaml"))
        #expect(good.output.contains("pictures go to 127.0.0.1:4048 by ddp"), "\(good)")
        let lost = try Self.folder("to: nobody.invalid\nprotocol: ddp\n")
        let bad = try CommandRunner.ledsign("doctor", "--board", lost.path("b.yaml"))
        #expect(bad.output.contains("nobody.invalid:4048 cannot be reached: "), "\(bad)")
        let absent = try Self.folder("to: 127.0.0.1:1\nprotocol: http\n")
        let refused = try CommandRunner.ledsign("doctor", "--board", absent.path("b.yaml"))
        #expect(refused.output.contains("no answer of the sign at http://127.0.0.1:1/api/v1: "), "\(refused)")
    }

    /// A sign that gets pictures as requests, and the board of another one that sends them.
    private static func server(_ port: UInt16 = 0) throws -> (server: PictureServer, folder: ScratchFolder) {
        let server = try PictureServer(port: port)
        let folder = try folder("to: 127.0.0.1:\(server.port)\nprotocol: http\ntoken: token\n")
        let token = folder.url.appendingPathComponent("token")
        try Data("0123456789abcdef0123456789abcdef\n".utf8).write(to: token)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
        return (server, folder)
    }

    private func isLit(_ request: PictureServer.Request) -> Bool { request.body.contains { $0 != 0 } }

    /// Waits for a picture with light.
    private func waitForLight(_ server: PictureServer) -> PictureServer.Request? {
        while let request = server.next() { if isLit(request) { return request } }
        return nil
    }

    /// How many pictures without light came last.
    private func darkAtEnd(_ server: PictureServer) -> Int {
        var black = 0
        while black < 3, let request = server.next() { black = isLit(request) ? 0 : black + 1 }
        return black
    }

    @Test("a sign lights another one by requests with its token, and its end makes it dark three times")
    func requests() throws {
        let (server, folder) = try Self.server()
        let sign = try RunningProgram("show", "Hi", "--board", folder.path("b.yaml"), environment: [:])
        let request = try #require(waitForLight(server))
        expectEqual(request.body.count, 3 * 16 * 8)
        #expect(request.head.contains("Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n"))
        sign.signal(SIGTERM)
        expectEqual(darkAtEnd(server), 3)
        let end = try sign.end(nil)
        expectEqual(end.status, 128 + SIGTERM, "\(end.errors)")
    }

    @Test("killed, its guardian makes another sign dark three times by requests, on a connection of its own")
    func requestsAfterKill() throws {
        let (server, folder) = try Self.server()
        let sign = try RunningProgram("show", "Hi", "--board", folder.path("b.yaml"), environment: [:])
        #expect(waitForLight(server) != nil)
        sign.signal(SIGKILL)
        expectEqual(darkAtEnd(server), 3)
    }

    @Test("another sign that is gone for a while is a problem in words, and gets pictures again")
    func returningServer() throws {
        var (server, folder): (PictureServer?, ScratchFolder) = try Self.server()
        let port = try #require(server?.port)
        let sign = try RunningProgram("show", "Hi", "--board", folder.path("b.yaml"), environment: [:])
        if let server { #expect(waitForLight(server) != nil) }
        server = nil
        let words = "no pictures are sent to 127.0.0.1:\(port): Connection refused; retrying"
        let isReported = try sign.wait { try sign.errors().contains(words) }
        #expect(isReported)
        let returned = try PictureServer(port: port)
        #expect(waitForLight(returned) != nil)
        sign.signal(SIGTERM)
        expectEqual(darkAtEnd(returned), 3)
        try expectEqual(sign.end(nil).status, 128 + SIGTERM)
    }

    @Test("a sign that refuses pictures is a problem with the fix")
    func refusal() throws {
        let (server, folder) = try Self.server()
        let sign = try RunningProgram("show", "Hi", "--board", folder.path("b.yaml"), environment: [:])
        let words = "127.0.0.1:\(server.port) refuses pictures with 401: they need its token"
        let isReported = try sign.wait {
            _ = server.next(within: 0, status: 401)
            return try sign.errors().contains(words)
        }
        #expect(isReported)
        _ = try sign.end(SIGTERM)
    }

    @Test("`ledsign dark` makes the panel dark")
    func dark() throws {
        let display = try Display("ddp")
        let outcome = try CommandRunner.ledsign("dark", "--board", display.board)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let packets = display.receiver.received()
        expectEqual(packets.count, 3)
        #expect(packets.allSatisfy { !display.isLit($0) && $0.count == 10 + 3 * 16 * 8 })
    }
}
