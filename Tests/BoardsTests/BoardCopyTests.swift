import Boards
import Foundation
import LinuxSystem
import SignTestSupport
import Testing

/// Boards that are read again from what was kept of their files.
@Suite struct BoardCopyTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("boards").path

    @Test("every shipped board is the same from its copy")
    func shipped() throws {
        let library = BoardLibrary(folder: Self.folder)
        for name in try library.names() {
            let copy = try library.copy(name)
            try expectEqual(copy.board(), library.board(name), "\(name)")
        }
    }

    @Test("a board that names a panel by its path can be restored when all of its files are gone")
    func gone() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("copy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let panels = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/panels").sorted()
        let panel = try #require(panels.first { $0.hasSuffix(".yaml") && !$0.hasPrefix("mux-") })
        try FileManager.default.copyItem(
            atPath: "\(Self.folder)/panels/\(panel)", toPath: root.path + "/own.yaml")
        let adapter = try String(contentsOfFile: "\(Self.folder)/adafruit-hat.yaml", encoding: .utf8)
        let lines = adapter.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("panel:") ? "panel: ./own.yaml" : String(line)
        }
        let path = root.path + "/board.yaml"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        let library = BoardLibrary(folder: Self.folder)
        let board = try library.board(path)
        let copy = try library.copy(path)
        #expect(copy.parts.contains { $0.given == "./own.yaml" })
        try FileManager.default.removeItem(at: root)
        #expect(throws: WordedError.self) { try library.board(path) }
        try expectEqual(copy.board(), board)
    }
}
