/// Where the socket and the state file of a sign usually are.
public struct ControlPaths: Sendable {
    private let environment: @Sendable (_ name: String) -> String?

    /// The folder that the service has for its socket; the packaged unit makes it (RuntimeDirectory of systemd.exec(5)).
    public static let serviceFolder = "/run/ledsign"
    /// The name of the socket.
    public static let socketName = "ledsign.sock"

    /// - Parameter environment: the value of an environment variable, or nil.
    public init(environment: @escaping @Sendable (_ name: String) -> String?) {
        self.environment = environment
    }

    /// The first folder of a list of folders between colons, as systemd gives them.
    private func folder(_ name: String) -> String? {
        guard let value = environment(name) else { return nil }
        let first = value.prefix { $0 != ":" }
        return first.hasPrefix("/") ? String(first) : nil
    }

    /// Where a sign listens that is not told where: in the folder of its service, or in that of the user's session; nil where
    /// there is neither.
    public var socket: String? {
        (folder("RUNTIME_DIRECTORY") ?? folder("XDG_RUNTIME_DIR")).map { $0 + "/" + Self.socketName }
    }

    /// Where a client looks for a sign, in order.
    public var searched: [String] {
        let own = folder("XDG_RUNTIME_DIR").map { [$0 + "/" + Self.socketName] } ?? []
        return own + [Self.serviceFolder + "/" + Self.socketName]
    }

    /// The folder of what can be had again, such as calendars of servers; nil where there is none.
    public var cache: String? {
        let user = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
        return folder("CACHE_DIRECTORY") ?? user.map { $0 + "/ledsign" }
    }

    /// Where the files are that a sign leaves for its next start; nil where there is no folder for them.
    ///
    /// - Parameter signFile: the path of the sign file.
    public func state(signFile: String) -> SignStatePaths? {
        let user = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        guard let folder = folder("STATE_DIRECTORY") ?? user.map({ $0 + "/ledsign" }) else { return nil }
        return SignStatePaths(folder: folder, signFile: signFile)
    }
}
