import Foundation
import SignTestSupport
import Testing

@testable import SignHost

/// Where a sign keeps what its next start needs.
@Suite struct SignStatePathsTests {
    private let root: URL

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("places-\(UUID().uuidString)")
        for name in ["a", "b", "state"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        root = folder.resolvingSymlinksInPath()
    }

    private func paths(_ file: String) throws -> SignStatePaths {
        try #require(
            SignStatePaths(folder: root.appendingPathComponent("state").path, signFile: root.path + "/" + file))
    }

    @Test("the hash is FNV-1a of the full path, as computed by another program")
    func number() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        // Of "/etc/sign.yaml", computed in Python with the published constants.
        let paths = try #require(SignStatePaths(folder: "/s", signFile: "/etc/sign.yaml"))
        expectEqual(paths.state, "/s/sign-79452e335741be19.state.json")
        #expect(SignStatePaths(folder: "/s", signFile: "/") == nil)
    }

    @Test("sign files of the same name in different folders share nothing; different paths to one file share all")
    func folders() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(try paths("a/sign.yaml").state != paths("b/sign.yaml").state)
        try expectEqual(paths("a/sign.yaml"), paths("b/../a/sign.yaml"))
        try expectEqual(paths("a/sign.yaml"), paths("./a//sign.yaml"))
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/link", withDestinationPath: root.path + "/a")
        try expectEqual(paths("a/sign.yaml"), paths("link/sign.yaml"))
        // A link in the place of the file may be exchanged, and the file may be missing for a while.
        let before = try paths("a/sign.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/a/sign.yaml", withDestinationPath: root.path + "/b/other.yaml")
        try expectEqual(paths("a/sign.yaml"), before)
    }
}
