import CLinuxSystem
import Glibc
import LinuxSystem

/// A Unix socket that listens at a path, until the value is released.
package final class ControlSocket {
    /// The path, and who may connect.
    package struct Settings: Hashable, Sendable {
        package var path: String
        /// The ID of the group of the file; nil for the group of the program.
        package var group: UInt32?
        /// The permissions of the file, such as 0o660.
        package var mode: UInt32

        /// Without a group and a mode, only the user of the program may connect.
        package init(path: String, group: UInt32? = nil, mode: UInt32? = nil) {
            self.path = path
            self.group = group
            self.mode = (mode ?? (group == nil ? 0o600 : 0o660)) & 0o777
        }
    }

    package let path: String
    let descriptor: Int32
    private let identity: FileIdentity?

    /// Listens; replaces the stale socket of a program that was killed.
    ///
    /// - Throws: if the path is another file, another program listens there, or the folder cannot be written.
    package init(_ settings: Settings) throws {
        path = settings.path
        let maximum = Int(control_socket_maximum_path_length())
        guard path.utf8.count <= maximum, !path.isEmpty else {
            throw WordedError(
                "the path of a control socket must be 1 to \(maximum) bytes long; "
                    + "\(path.prefix(60))... has \(path.utf8.count)")
        }
        descriptor = try Self.listen(settings)
        do {
            try Self.permit(settings)
        } catch {
            unlink(settings.path)
            close(descriptor)
            throw error
        }
        identity = FileIdentity(path: path)
    }

    deinit {
        close(descriptor)
        // Another program may have replaced it.
        if let identity, FileIdentity(path: path) == identity { unlink(path) }
    }

    private static func listen(_ settings: Settings) throws -> Int32 {
        let path = settings.path
        for attempt in 0..<2 {
            // Only the own user may connect before the group is set.
            let descriptor = control_socket_listen(path, 0o600, 16)
            if descriptor >= 0 { return descriptor }
            guard errno == EADDRINUSE, attempt == 0 else { break }
            try removeStale(path)
        }
        throw failure(path, code: errno)
    }

    /// Removes a socket without a listener.
    private static func removeStale(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw WordedError("\(path) is not a socket; remove it, or choose another path")
        }
        let connection = control_socket_connect(path, 0)
        if connection >= 0 { close(connection) }
        guard connection < 0, errno == ECONNREFUSED || errno == ENOENT else {
            throw WordedError(
                "another program, perhaps another sign, listens at \(path); stop it, or choose another path")
        }
        unlink(path)
    }

    private static func permit(_ settings: Settings) throws {
        // The call may be denied to a service; it is not needed if the file already has the group.
        if let group = settings.group, Self.group(of: settings.path) != group,
            chown(settings.path, uid_t.max, group) != 0
        {
            throw WordedError(
                "cannot change the group of the socket \(settings.path) to \(group): "
                    + "\(SystemCallError.reason(errno)); the user of the program must be a member of that group")
        }
        guard chmod(settings.path, mode_t(settings.mode)) == 0 else { throw failure(settings.path, code: errno) }
    }

    private static func group(of path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_gid : nil
    }

    private static func failure(_ path: String, code: Int32) -> WordedError {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let fix =
            switch code {
            case ENOENT: "; create the folder \(folder)"
            case EACCES, EPERM, EROFS: "; the user of the program must be able to write to the folder \(folder)"
            default: ""
            }
        return WordedError("cannot create the socket \(path): \(SystemCallError.reason(code))\(fix)")
    }

    /// The identity of the file at a path.
    private struct FileIdentity: Equatable {
        let device: UInt64
        let number: UInt64

        init?(path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }
}
