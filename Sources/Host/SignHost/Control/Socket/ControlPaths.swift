/// The default places of the socket, the cache and the state files of a sign.
package struct ControlPaths: Sendable {
    private let environment: @Sendable (_ name: String) -> String?

    /// The folder for the socket of the service; the packaged unit creates it (RuntimeDirectory of systemd.exec(5)).
    package static let serviceFolder = "/run/ledsign"
    /// The name of the socket.
    package static let socketName = "ledsign.sock"

    /// - Parameter environment: the value of an environment variable, or nil.
    package init(environment: @escaping @Sendable (_ name: String) -> String?) {
        self.environment = environment
    }

    /// The first folder of a colon-separated list, as systemd passes them.
    private func folder(_ name: String) -> String? {
        guard let value = environment(name) else { return nil }
        let first = value.prefix { $0 != ":" }
        return first.hasPrefix("/") ? String(first) : nil
    }

    /// The default socket of a sign: in the folder of its service, else in that of the user's session; nil if neither
    /// exists.
    package var socket: String? {
        (folder("RUNTIME_DIRECTORY") ?? folder("XDG_RUNTIME_DIR")).map { $0 + "/" + Self.socketName }
    }

    /// The sockets that a client tries, in order.
    package var searched: [String] {
        let own = folder("XDG_RUNTIME_DIR").map { [$0 + "/" + Self.socketName] } ?? []
        return own + [Self.serviceFolder + "/" + Self.socketName]
    }

    /// The folder for data that can be fetched again, such as calendars of servers; nil if there is no such folder.
    package var cache: String? {
        let user = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
        return folder("CACHE_DIRECTORY") ?? user.map { $0 + "/ledsign" }
    }

    /// The files that a sign keeps for its next start; nil if there is no folder for them.
    ///
    /// - Parameter signFile: the path of the sign file.
    package func state(signFile: String) -> SignStatePaths? {
        let user = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        guard let folder = folder("STATE_DIRECTORY") ?? user.map({ $0 + "/ledsign" }) else { return nil }
        return SignStatePaths(folder: folder, signFile: signFile)
    }
}
