import SignTestSupport
import Testing

@testable import SignHost

/// Where the socket of a sign is by default, and where clients look for it.
@Suite struct ControlPathsTests {
    private func paths(user: UInt32 = 1000, _ variables: [String: String], folders: [String] = []) -> ControlPaths {
        ControlPaths(user: user, environment: { variables[$0] }, hasFolder: { folders.contains($0) })
    }

    @Test("the folder of the service comes first, then that of the session, whether it is named or not")
    func session() {
        let session = ["/run/user/1000"]
        expectEqual(paths(["XDG_RUNTIME_DIR": "/x"], folders: session).socket, "/x/ledsign.sock")
        expectEqual(paths([:], folders: session).socket, "/run/user/1000/ledsign.sock")
        expectEqual(
            paths(["XDG_RUNTIME_DIR": "/x", "RUNTIME_DIRECTORY": "/run/a:/run/b"]).socket, "/run/a/ledsign.sock")
        expectEqual(paths([:]).socket, nil)
        #expect(!paths([:]).wantsNoSocket)
    }

    @Test("root has that of the service without a session, unless an empty name asks for none")
    func root() {
        expectEqual(paths(user: 0, [:]).socket, "/run/ledsign/ledsign.sock")
        expectEqual(paths(user: 0, [:], folders: ["/run/user/0"]).socket, "/run/user/0/ledsign.sock")
        expectEqual(paths(user: 0, ["XDG_RUNTIME_DIR": ""]).socket, nil)
        #expect(paths(user: 0, ["XDG_RUNTIME_DIR": ""]).wantsNoSocket)
    }

    @Test("a client looks wherever a sign of the same user listens")
    func agreement() {
        let variables: [[String: String]] = [[:], ["XDG_RUNTIME_DIR": "/x"]]
        for user in [0, 1000] as [UInt32] {
            for given in variables {
                for folders in [[], ["/run/user/\(user)"]] {
                    let paths = paths(user: user, given, folders: folders)
                    if let socket = paths.socket {
                        #expect(paths.searched.contains(socket), "\(user) \(given) \(folders)")
                    }
                    expectEqual(paths.searched.last, "/run/ledsign/ledsign.sock")
                }
            }
        }
    }
}
