import Foundation
import SignTestSupport
import Testing

/// Signs on panels of other devices, with a receiver that only knows the format of DDP, E1.31 or Art-Net from its specification.
@Suite("Boards in the network")
struct NetworkBoardTests {
    /// A receiver, and the folder with a board whose pictures go there.
    private final class Display {
        let receiver: DatagramReceiver
        let folder: ScratchFolder
        /// The bytes of a packet before its levels, by the specification of the protocol.
        let head: Int

        init(_ way: String) throws {
            receiver = try DatagramReceiver()
            folder = try ScratchFolder()
            head = ["ddp": 10, "e131": 126, "art-net": 18][way] ?? 0
            let text = "summary: b\nkind: network\nsize: 16x8\nto: 127.0.0.1:\(receiver.port)\nprotocol: \(way)\n"
            try Data(text.utf8).write(to: folder.url.appendingPathComponent("b.yaml"))
        let sign = try RunningProgram("show", "Hi", "--board", folder.path("b.yaml"), environment: [:])
        let isTold = try sign.wait { try sign.errors().contains("no pictures are sent to nobody.invalid:4048: ") }
        #expect(isTold)
        let end = try sign.end(SIGTERM)
        expectEqual(end.status, 128 + SIGTERM, "\(end.errors)")
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
