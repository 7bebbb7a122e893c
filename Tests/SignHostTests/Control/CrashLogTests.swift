import Foundation
import Settings
import SignTestSupport
import Testing

@testable import SignHost

/// What is remembered of crashes.
@Suite struct CrashLogTests {
    private func log(_ text: String) throws -> (log: CrashLog, path: String) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("crashes-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return (CrashLog(StateFile(path: path)), path)
    }

    @Test("a message is no longer shown after its second crash; malformed entries are ignored")
    func counts() throws {
        let text = """
            00000000000000ff
            0123456789abcdef
            nonsense
            00000000000000ff
            00000000000000f
            ffffffffffffffff

            0123456789abcde
            """
        let (log, path) = try log(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        expectEqual(log.quarantined(), [0xFF])
        expectEqual(CrashLog(StateFile(path: path + ".none")).quarantined(), [])
    }

    @Test("the mark of a message depends on its keys and zone, not on its name and lifetime")
    func marks() throws {
        func mark(_ look: String, zone: String? = nil) throws -> UInt64 {
            PushedMessage(name: "n", zone: zone, look: try JSONValue(parsing: Array(look.utf8))).mark
        }
        let plain = try mark("{\"text\": \"A\"}")
        try expectEqual(mark("{\"lifetime\": \"5s\", \"name\": \"b\", \"text\": \"A\"}"), plain)
        #expect(try mark("{\"text\": \"B\"}") != plain)
        #expect(try mark("{\"text\": \"A\"}", zone: "left") != plain)
    }
}
