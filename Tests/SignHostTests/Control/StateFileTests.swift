import Foundation
import LinuxSystem
import Settings
import SignTestSupport
import Testing

@testable import SignHost

@Suite struct StateFileTests {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("sign.json").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("state-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private let state = ControlState(
        messages: [.init(message: PushedMessage(name: "a", look: .object([JSONMember("text", .text("Brötchen"))])))],
        variables: ["score": "3:1"])

    @Test("the written state is read again, and no other file is left in the folder")
    func roundTrip() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = StateFile(path: path)
        #expect(file.read() == (ControlState(), nil))
        try file.write(Array("old and longer than the new one".utf8))
        try file.write(Array(state.json.line.utf8))
        #expect(file.read() == (state, nil))
        expectEqual(names, ["sign.json"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expectEqual(mode, 0o600)
    }

    @Test(
        "a broken file is moved aside with its reason, and the sign runs",
        arguments: [
            ("", "not JSON"), ("{\"version\":1", "not JSON"),
            ("{\"version\":2,\"messages\":[],\"variables\":{}}", "version 2"),
            ("{\"messages\":[]}", "\"version\" is missing"),
            ("{\"version\":1,\"messages\":{},\"variables\":{}}", "is a list"),
            ("{\"version\":1,\"messages\":[{\"name\":\"a\"}],\"variables\":{}}", "message 1"),
            (
                "{\"version\":1,\"messages\":[{\"name\":\"a\",\"left\":-5,\"message\":{}}],\"variables\":{}}",
                "message 1"
            ),
            ("{\"version\":1,\"messages\":[],\"variables\":{\"a\":1}}", "variable \"a\""),
        ])
    func broken(content: String, words: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let reading = StateFile(path: path).read()
        expectEqual(reading.state, ControlState())
        let warning = reading.warning ?? ""
        #expect(warning.contains(words) && warning.contains("sign.json.broken"), "\(warning)")
        expectEqual(names, ["sign.json.broken"])
        let kept = try String(contentsOfFile: path + ".broken", encoding: .utf8)
        expectEqual(kept, content)
        #expect(StateFile(path: path).read().warning == nil)
    }

    @Test("a folder, a pipe and an endless file are rejected as state files without blocking")
    func otherFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(StateFile(path: folder.path).read().warning != nil)
        let pipe = folder.appendingPathComponent("pipe").path
        expectEqual(mkfifo(pipe, 0o600), 0)
        #expect(StateFile(path: pipe).read().warning != nil)
        #expect(StateFile(path: "/dev/zero").read().warning != nil)
    }

    @Test("a missing folder is reported, and nothing is lost")
    func noFolder() {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = StateFile(path: folder.path + "/missing/sign.json")
        #expect(throws: WordedError.self) { try file.write([1]) }
    }

    @Test(
        "the writer writes the newest content of each file, also the last one before it ends, and reports what went wrong"
    )
    func writer() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let writer = try #require(StateWriter())
        let (file, other) = (StateFile(path: path), StateFile(path: path + ".other"))
        let missing = StateFile(path: folder.path + "/missing/sign.json")
        expectEqual(writer.outcome(of: file), .done)
        for _ in 0..<50 { writer.write(file) { Array("older".utf8) } }
        let bytes = Array(state.json.line.utf8)
        writer.write(file) { bytes }
        writer.write(other) { [1, 2, 3] }
        writer.write(missing) { bytes }
        #expect(writer.end(within: .seconds(60)))
        expectEqual(file.read().state, state)
        try expectEqual(other.content(), [1, 2, 3])
        expectEqual([file, other, missing].map(writer.outcome), [.done, .done, .failed])
        #expect(writer.failure(of: file) == nil)
        #expect(writer.failure(of: missing)?.contains("missing/sign.json") ?? false)
    }
}
