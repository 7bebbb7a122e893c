import CLinuxSystem
import Glibc
import LinuxSystem

/// A Unix socket that listens at a path, until the value is released.
package final class ControlSocket {
    package let path: String
    let descriptor: Int32
    /// What was made at the path, which another program may replace.
    private let file: (device: dev_t, number: ino_t)?

    /// Listens; replaces the stale socket of a program that was killed.
    ///
    /// - Parameters:
    ///   - group: the ID of the group that may connect; nil for the group of the program.
    ///   - mode: the permissions of the file, such as 0o660; nil for the user and the group, if one is given.
    /// - Throws: if the path is another file, another program listens there, or the folder cannot be written.
    package init(path: String, group: UInt32? = nil, mode: UInt32? = nil) throws {
        self.path = path
        let maximum = Int(control_socket_maximum_path_length())
        guard path.utf8.count <= maximum, !path.isEmpty else {
            throw WordedError(
                "the path of a control socket must be 1 to \(maximum) bytes long; "
                    + "\(path.prefix(60))... has \(path.utf8.count)")
        }
        descriptor = try Self.listen(path)
        do {
            try Self.permit(path, group, (mode ?? (group == nil ? 0o600 : 0o660)) & 0o777)
        } catch {
            unlink(path)
            close(descriptor)
            throw error
        }
        file = Self.status(path).map { ($0.st_dev, $0.st_ino) }
    }

    deinit {
        close(descriptor)
        // Another program may have replaced it.
        if let file, let now = Self.status(path), file == (now.st_dev, now.st_ino) { unlink(path) }
    }

    private static func listen(_ path: String) throws -> Int32 {
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
        guard let status = status(path) else { return }
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

    private static func permit(_ path: String, _ group: UInt32?, _ mode: UInt32) throws {
        // The call may be denied to a service; it is not needed if the file already has the group.
        if let group, status(path)?.st_gid != group, chown(path, uid_t.max, group) != 0 {
            throw WordedError(
                "cannot change the group of the socket \(path) to \(group): \(SystemCallError.reason(errno)); the user of the "
                    + "program must be a member of that group")
        }
        guard chmod(path, mode_t(mode)) == 0 else { throw failure(path, code: errno) }
    }

    /// What is at a path; nil for nothing.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
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
}
