import Foundation
import SignTestSupport
import Testing

@testable import ImageFiles

@Suite("Written files")
struct WholeFileTests {
    @Test("appear whole, replace what was there, and leave nothing beside them")
    func replaces() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.txt").path
        try FileBytes.write(Array("old and long".utf8), path: path)
        try FileBytes.write(Array("new".utf8), path: path)
        try expectEqual(String(contentsOfFile: path, encoding: .utf8), "new")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["a.txt"])
    }

    @Test("an error leaves the old file and nothing half written; its words name the user's path")
    func keepsTheOldOne() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A file cannot replace a folder.
        #expect(throws: ImageFileError.self) { try FileBytes.write([1], path: folder.path) }
        let missing = folder.path + "/none/a.png"
        #expect { try FileBytes.write([1], path: missing) } throws: { error in
            (error as? ImageFileError)?.path == missing
        }
        // /dev/full takes no byte (full(4)); it is no plain file and is written to as it is.
        #expect(throws: ImageFileError.self) { try FileBytes.write([1], path: "/dev/full") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
