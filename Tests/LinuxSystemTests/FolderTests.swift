import Foundation
import LinuxSystem
import SignTestSupport
import Testing

@Suite struct FolderTests {
    private let path = NSTemporaryDirectory() + "/folder-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
        for name in ["b", "a", ".hidden", "Z"] { try Data().write(to: URL(fileURLWithPath: path + "/" + name)) }
        try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: "inside")
        expectEqual(mkfifo(path + "/pipe", 0o600), 0)
    }

    @Test(
        "the names of a folder come in the order of their bytes, hidden ones too, without the folder and the one above")
    func names() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try expectEqual(Folder.names(in: path), [".hidden", "Z", "a", "b", "inside", "link", "pipe"])
        try expectEqual(Folder.names(in: path, maximum: 2).count, 2)
        try expectEqual(Folder.names(in: path + "/inside"), [])
    }

    @Test("a folder that cannot be read says why")
    func unreadable() {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: FileReadingError.system(code: ENOENT)) { try Folder.names(in: path + "/none") }
        #expect(throws: FileReadingError.system(code: ENOTDIR)) { try Folder.names(in: path + "/a") }
    }

    @Test("an entry is what a link leads to")
    func entries() {
        defer { try? FileManager.default.removeItem(atPath: path) }
        expectEqual(Folder.entry(at: path + "/a"), .file)
        expectEqual(Folder.entry(at: path + "/link"), .folder)
        expectEqual(Folder.entry(at: path + "/pipe"), .other)
        #expect(Folder.entry(at: path + "/none") == nil)
    }
}
