import Foundation
import LinuxSystem

/// The default places of the socket, the cache and the state files of a sign.
package struct ControlPaths: Sendable {
    private let environment: @Sendable (_ name: String) -> String?
    private let user: UInt32
    private let hasFolder: @Sendable (_ path: String) -> Bool

    /// The folder for the socket of the service; the packaged unit creates it (RuntimeDirectory of systemd.exec(5)).
    package static let serviceFolder = "/run/ledsign"
    /// The name of the socket.
    package static let socketName = "ledsign.sock"

    package init(
        user: UInt32, environment: @escaping @Sendable (_ name: String) -> String?,
        hasFolder: @escaping @Sendable (_ path: String) -> Bool
    ) {
        (self.user, self.environment, self.hasFolder) = (user, environment, hasFolder)
    }

    /// The first folder of a colon-separated list, as systemd passes them.
    private func folder(_ name: String) -> String? {
        guard let value = environment(name) else { return nil }
        let first = value.prefix { $0 != ":" }
        return first.hasPrefix("/") ? String(first) : nil
    }

    /// The folder of the user's session, also where the session does not name it, as under sudo and cron; nil if there is none,
    /// or if an empty name asks for none.
    private var sessionFolder: String? {
        guard environment("XDG_RUNTIME_DIR") == nil else { return folder("XDG_RUNTIME_DIR") }
        let fallback = "/run/user/\(user)"
        return hasFolder(fallback) ? fallback : nil
    }

    /// The default socket of a sign: in the folder of its service, else in that of the user's session, else, for root, where
    /// the service has it; nil if there is no such folder.
    package var socket: String? {
        let root = user == 0 && environment("XDG_RUNTIME_DIR") == nil ? Self.serviceFolder : nil
        return (folder("RUNTIME_DIRECTORY") ?? sessionFolder ?? root).map { $0 + "/" + Self.socketName }
    }

    /// Whether the folder for the socket was left empty on purpose.
    package var wantsNoSocket: Bool { environment("XDG_RUNTIME_DIR") == "" }

    /// The sockets that a client tries, in order.
    package var searched: [String] {
        let folders = [sessionFolder, Self.serviceFolder].compactMap { $0 }
        return folders.map { $0 + "/" + Self.socketName }
    }

    /// The folder for data that can be fetched again, such as calendars of servers; nil if there is no such folder.
    package var cache: String? {
        let user = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
        return folder("CACHE_DIRECTORY") ?? user.map { $0 + "/ledsign" }
    }

    /// The files that a sign keeps for its next start; nil if there is no folder for them.
    package func state(signFile: String) -> SignStatePaths? {
        let user = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        guard let folder = folder("STATE_DIRECTORY") ?? user.map({ $0 + "/ledsign" }) else { return nil }
        return SignStatePaths(folder: folder, signFile: signFile)
    }
}

extension ControlPaths {
    /// The paths that the user and the environment of this process give.
    package static let ofProcess = ControlPaths(
        user: geteuid(), environment: { ProcessInfo.processInfo.environment[$0] },
        hasFolder: { Folder.entry(at: $0) == .folder })
}
