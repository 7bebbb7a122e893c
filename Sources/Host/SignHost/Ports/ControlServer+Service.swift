import Foundation
import LinuxSystem
import Settings
import SignFiles
import Timelines

/// Answers the requests that come through the control socket of a sign.
extension ControlServer: SignService {
    /// Listens where a sign file says; nil where it wants no socket, and where none can be opened, with a warning.
    ///
    /// - Parameter signFile: its path, because paths in it are relative to its folder.
    static func open(
        _ settings: ControlSettings, signFile: String, warn: @escaping (String) -> Void
    ) -> ControlServer? {
        do {
            guard let socket = try Self.socket(settings, signFile: signFile, warn: warn) else { return nil }
            return try ControlServer(socket, report: warn) { _, _ in .failed(.refused("the sign has not begun")) }
        } catch {
            warn("the sign accepts no requests: \(error)")
            return nil
        }
    }

    package var descriptors: [Int32] { [descriptor] }

    package func begin(_ sign: Sign, at start: Instant) { answer = { sign.answer($0, at: $1) } }

    package func take(_ event: ServiceEvent, at instant: Instant) -> Bool {
        if case .readable = event { step(at: instant) }
        return true
    }

    // MARK: Its place

    /// Opens the socket that the file wants; nil for none, also where there is no folder for the default one, with a warning.
    private static func socket(
        _ settings: ControlSettings, signFile: String, warn: (String) -> Void
    ) throws -> ControlSocket? {
        let path: String?
        switch settings.socket {
        case .none: path = nil
        case .default: path = defaultPath(warn: warn)
        case .path(let given): path = given.path(givenBy: signFile)
        }
        guard let path else { return nil }
        return try ControlSocket(
            path: path, group: settings.group.map(number(ofGroup:)), mode: settings.mode.map { UInt32($0) })
    }

    /// The default socket, whose folder is made for root; nil if there is no folder for it, with a warning.
    private static func defaultPath(warn: (String) -> Void) -> String? {
        let places = ControlPaths.ofProcess
        guard let path = places.socket else {
            if !places.wantsNoSocket {
                warn(
                    "the sign accepts no requests of `ledsign ctl`: XDG_RUNTIME_DIR is not set, so there is no folder for its "
                        + "socket; set it, or name a path with control: {socket: PATH} in the sign file")
            }
            return nil
        }
        // That of the service, which systemd makes and removes with it. Whatever is wrong shows when the socket is opened.
        if path.hasPrefix(ControlPaths.serviceFolder + "/") { mkdir(ControlPaths.serviceFolder, 0o755) }
        return path
    }

    private static func number(ofGroup name: String) throws -> UInt32 {
        if let number = UInt32(name) { return number }
        guard let group = getgrnam(name) else {
            throw WordedError("unknown group \"\(name)\" (control: group in the sign file)")
        }
        return group.pointee.gr_gid
    }
}
