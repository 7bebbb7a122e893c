import Foundation
import Glibc
import LinuxSystem
import SignTestSupport
import Testing

@Suite struct AtomicFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("atomic-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var path: String { folder.appendingPathComponent("state").path }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("a file is replaced whole, is private by default, and leaves no other file behind")
    func replaces() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try AtomicFile.write(Array("old and long".utf8), path: path)
        try AtomicFile.write(Array("new".utf8), path: path)
        try expectEqual(RegularFile.read(path: path, limit: 100), Array("new".utf8))
        var status = stat()
        expectEqual(stat(path, &status), 0)
        expectEqual(status.st_mode & 0o777, 0o600)
        expectEqual(names, ["state"])
    }

    @Test("a write that fails keeps the old file and names the error")
    func failures() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = folder.path + "/missing/state"
        #expect { try AtomicFile.write([1], path: missing) } throws: { error in
            (error as? SystemCallError)?.code == ENOENT
        }
        try AtomicFile.write([1], path: path)
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: "/dev/full")
        #expect { try AtomicFile.write([2], path: path) } throws: { error in
            (error as? SystemCallError)?.code == ELOOP
        }
        try expectEqual(RegularFile.read(path: path, limit: 100), [1])
        #expect { try AtomicFile.overwrite([1], path: "/dev/full") } throws: { error in
            (error as? SystemCallError)?.code == ENOSPC
        }
    }
}
