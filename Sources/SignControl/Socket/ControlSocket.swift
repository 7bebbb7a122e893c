import CSignControl
import Glibc

/// A Unix socket that listens at a path; it goes away with the value.
public final class ControlSocket {
    /// Where it is, and who may connect.
    public struct Settings: Hashable, Sendable {
        /// The path of the socket.
        public var path: String
        /// The number of the group that the file belongs to; nil for that of the program.
        public var group: UInt32?
        /// The permissions of the file, such as 0o660.
        public var mode: UInt32

        /// Names a socket; without a group only the program's own user may connect.
        public init(path: String, group: UInt32? = nil, mode: UInt32? = nil) {
            self.path = path
            self.group = group
            self.mode = (mode ?? (group == nil ? 0o600 : 0o660)) & 0o777
        }
    }

    /// Why there is no socket.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was tried, why it could not be done, and the cure.
        public let description: String
    }

    /// Its path.
    public let path: String
    let descriptor: Int32
    private let identity: FileIdentity?

    /// Listens; a socket that nobody listens at any more, of a program that ended without a word, is replaced.
    ///
    /// - Throws: where something else is at the path, another program listens there, or the folder refuses.
    public init(_ settings: Settings) throws(Failure) {
        path = settings.path
        guard path.utf8.count <= Int(control_socket_longest_path()), !path.isEmpty else {
            throw Failure(
                description: "the path of a control socket has 1 to \(control_socket_longest_path()) bytes, and "
                    + "\(path.prefix(60))... has \(path.utf8.count)")
        }
        descriptor = try Self.listen(settings)
        do throws(Failure) {
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
        // Somebody may have put another one there meanwhile.
        if let identity, FileIdentity(path: path) == identity { unlink(path) }
    }

    private static func listen(_ settings: Settings) throws(Failure) -> Int32 {
        let path = settings.path
        for attempt in 0..<2 {
            // Nobody may connect before the group is right.
            let descriptor = control_socket_listen(path, 0o600, 16)
            if descriptor >= 0 { return descriptor }
            guard errno == EADDRINUSE, attempt == 0 else { break }
            try removeStale(path)
        }
        throw failure(path, code: errno)
    }

    /// Removes a socket that nobody listens at.
    private static func removeStale(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(
                description: "there is something else than a socket at \(path); remove it, or name another path")
        }
        let connection = control_socket_connect(path, 0)
        if connection >= 0 { close(connection) }
        guard connection < 0, errno == ECONNREFUSED || errno == ENOENT else {
            throw Failure(
                description: "another program listens at \(path), perhaps another sign; end it, or name another path")
        }
        unlink(path)
    }

    private static func permit(_ settings: Settings) throws(Failure) {
        // A service may be denied the call altogether, and needs none where the file has the program's own group.
        if let group = settings.group, Self.group(of: settings.path) != group,
            chown(settings.path, uid_t.max, group) != 0
        {
            throw Failure(
                description: "the socket \(settings.path) cannot be given to the group \(group): "
                    + "\(String(cString: strerror(errno))); the program's user has to be a member of it")
        }
        guard chmod(settings.path, mode_t(settings.mode)) == 0 else { throw failure(settings.path, code: errno) }
    }

    private static func group(of path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_gid : nil
    }

    private static func failure(_ path: String, code: Int32) -> Failure {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let cure =
            switch code {
            case ENOENT: "; make the folder \(folder)"
            case EACCES, EPERM, EROFS: "; the program's user has to be able to write in the folder \(folder)"
            default: ""
            }
        return Failure(description: "no socket at \(path): \(String(cString: strerror(code)))\(cure)")
    }

    /// Which file is at a path.
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
