import Foundation
import SignHost
import SignTestSupport
import Testing

/// The file of a socket: its permissions, and what was at its place before.
@Suite struct ControlSocketTests {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("s").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sock-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("the file has the permissions and the group that were asked for, and goes away with the socket")
    func permissions() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var socket: ControlSocket? = try ControlSocket(path: path)
        try expectEqual(mode(), 0o600)
        socket = nil
        #expect(!FileManager.default.fileExists(atPath: path))
        socket = try ControlSocket(path: path, group: getgid())
        try expectEqual(mode(), 0o660)
        let owner = try FileManager.default.attributesOfItem(atPath: path)[.groupOwnerAccountID] as? Int
        expectEqual(owner, Int(getgid()))
        socket = nil
        socket = try ControlSocket(path: path, mode: 0o666)
        try expectEqual(mode(), 0o666)
        withExtendedLifetime(socket) {}
    }

    @Test("a stale socket is replaced; one with a listener is not")
    func stale() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // What a program leaves behind that was killed.
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, length) }
        }
        expectEqual(bound, 0)
        close(left)
        let socket = try ControlSocket(path: path)
        do {
            _ = try ControlSocket(path: path)
            Issue.record("two listen at one path")
        } catch {
            #expect("\(error)".contains("another program, perhaps another sign, listens at \(path)"))
        }
        withExtendedLifetime(socket) {}
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("only sockets are removed, and a failure names the fix")
    func failures() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
        func words(_ path: String) -> String {
            do {
                _ = try ControlSocket(path: path)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(words(path).contains("is not a socket"))
        try expectEqual(String(contentsOfFile: path, encoding: .utf8), "precious")
        #expect(words(folder.path + "/missing/s").contains("create the folder \(folder.path)/missing"))
        #expect(words("/" + String(repeating: "x", count: 200)).contains("1 to 107 bytes"))
        #expect(words("").contains("1 to 107 bytes"))
    }

    @Test("another socket that was put at the path meanwhile stays")
    func replaced() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var first: ControlSocket? = try ControlSocket(path: path)
        unlink(path)
        let second = try ControlSocket(path: path)
        withExtendedLifetime(first) {}
        first = nil
        #expect(FileManager.default.fileExists(atPath: path))
        withExtendedLifetime(second) {}
    }
}
