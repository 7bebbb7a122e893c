import Foundation
import SignTestSupport
import Testing

@testable import LinuxSystem

@Suite struct RegularFileTests {
    private func scratch(_ bytes: [UInt8] = []) throws -> String {
        let path = NSTemporaryDirectory() + "/ledsign-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a file is read whole, up to its limit and no byte more")
    func limits() throws {
        let bytes = (0..<200_000).map { UInt8($0 % 251) }
        let path = try scratch(bytes)
        defer { unlink(path) }
        try expectEqual(RegularFile.read(path: path, limit: 200_000), bytes)
        try expectEqual(RegularFile.read(path: path, limit: .max), bytes)
        #expect(throws: FileReadingError.tooLarge(limit: 199_999)) {
            try RegularFile.read(path: path, limit: 199_999)
        }
        try expectEqual(RegularFile.beginning(path: path, maximum: 70_000), Array(bytes[..<70_000]))
        #expect(try RegularFile.beginning(path: path, maximum: 0).isEmpty)
    }

    @Test("files of the kernel, whose size is 0, are read")
    func kernelFiles() throws {
        try expectEqual(RegularFile.read(path: "/proc/self/comm", limit: 100).last, 0x0A)
    }

    @Test("what is no regular file is refused without waiting, and said to be what it is")
    func others() throws {
        let fifo = try scratch()
        unlink(fifo)
        expectEqual(mkfifo(fifo, 0o600), 0)
        let link = fifo + ".link"
        expectEqual(symlink(fifo, link), 0)
        defer { for path in [fifo, link] { unlink(path) } }
        for path in [fifo, link] {
            #expect(throws: FileReadingError.notRegular("a FIFO")) { try RegularFile.read(path: path, limit: 9) }
        }
        for path in ["/dev/zero", "/dev/null", "/dev/full"] {
            #expect(throws: FileReadingError.notRegular("a device")) { try RegularFile.read(path: path, limit: 9) }
        }
        #expect(throws: FileReadingError.system(code: EISDIR)) { try RegularFile.read(path: "/", limit: 9) }
        #expect(throws: FileReadingError.system(code: ENOENT)) { try RegularFile.read(path: fifo + "x", limit: 9) }
        #expect(throws: FileReadingError.system(code: ENOTDIR)) {
            try RegularFile.read(path: "/dev/null/x", limit: 9)
        }
    }

    @Test("errors say why and what helps")
    func words() {
        let errors: [(FileReadingError, String)] = [
            (.system(code: ENOENT), "No such file or directory; check the path"),
            (.system(code: EISDIR), "Is a directory; give the path of a file"),
            (.system(code: EACCES), "Permission denied; give a file that this user may read"),
            (.system(code: EIO), "Input/output error"),
            (.notRegular("a FIFO"), "it is a FIFO, not a regular file; give the path of a regular file"),
            (.tooLarge(limit: 20), "it has more than 20 bytes; give a smaller file"),
            (.tooLarge(limit: 2 << 20), "it has more than 2 MiB; give a smaller file"),
        ]
        for (error, words) in errors { expectEqual(error.descriptionWithFix, words) }
    }
}
