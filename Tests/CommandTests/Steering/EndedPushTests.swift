import Foundation
import SignTestSupport
import Testing

/// Messages that are pushed over HTTP, and end while nothing uses the socket.
@Suite("ended pushes")
struct EndedPushTests {
    private func post(_ path: String, _ body: String, _ port: UInt16) throws -> Outcome {
        try CommandRunner.run(
            "/usr/bin/curl", ["-sS", "--json", body, "http://127.0.0.1:\(port)/api/v1/\(path)"])
    }

    @Test("messages that have ended are in neither the list nor the state file, also after a crash")
    func ended() throws {
        let port = FreePort.any()
        let sign = try SteeredSign("message: {name: open, text: OK}\nhttp: {listen: \"127.0.0.1:\(port)\"}\n")
        func saved() throws -> String { try sign.folder.text("state.json") }
        #expect(
            try Polling.wait {
                try post("messages", "{\"text\": \"n\", \"duration\": \"200ms\", \"priority\": 8}", port).output
                    .contains("pushed-1")
            })
        #expect(try sign.wait { try !saved().contains("pushed-") }, "by its duration")
        let urgent = try post("messages", "{\"text\": \"n\", \"priority\": 8}", port)
        #expect(urgent.output.contains("pushed-1"), "\(urgent)")
        #expect(try sign.wait { try saved().contains("pushed-1") })
        let acknowledged = try post("acknowledge", "{}", port)
        #expect(acknowledged.output.contains("true"), "\(acknowledged)")
        #expect(try sign.wait { try !saved().contains("pushed-") }, "by an acknowledgement")
        try sign.end(SIGKILL)
        try sign.startAgain()
        let list = try sign.list()
        #expect(list.contains { $0.contains("open") } && !list.contains { $0.contains("pushed") }, "\(list)")
    }
}
