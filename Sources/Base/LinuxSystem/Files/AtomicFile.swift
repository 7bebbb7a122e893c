import Glibc

/// Files that are written whole: a reader finds the old content or the new one.
package enum AtomicFile {
    /// Writes a file beside the path and then renames it; after an error, the old file is still there.
    ///
    /// Waits for the disk if it is to be durable; not for a thread that draws.
    ///
    /// - Parameters:
    ///   - suffix: what the name of the file beside the path has more.
    ///   - permissions: those of a new file, less the umask.
    ///   - isDurable: whether the content is to survive a loss of power right afterwards.
    package static func write(
        _ bytes: [UInt8], path: String, suffix: String = ".new", permissions: mode_t = 0o600, isDurable: Bool = true
    ) throws(SystemCallError) {
        let new = path + suffix
        do throws(SystemCallError) {
            try overwrite(bytes, path: new, permissions: permissions, isDurable: isDurable, follows: false)
            guard rename(new, path) == 0 else { throw SystemCallError("rename") }
        } catch {
            if error.call != "open" { unlink(new) }
            throw error
        }
        if isDurable { syncFolder(of: path) }
    }

    /// Replaces the content of a file that someone else owns or shares: a link stays one, and what it leads to keeps its permissions
    /// and, as far as this process may, its owner.
    package static func replace(_ bytes: [UInt8], path: String) throws(SystemCallError) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let target = realpath(path, &buffer).map { String(cString: $0) } ?? path
        var status = stat()
        let isThere = stat(target, &status) == 0
        let permissions = isThere ? status.st_mode & 0o777 : 0o600
        try write(bytes, path: target, permissions: permissions)
        guard isThere else { return }
        _ = chown(target, status.st_uid, status.st_gid)
        // The umask of a service removes what others may have to read it.
        _ = chmod(target, permissions)
    }

    /// Writes a file that someone named: whole if it is a regular file or none yet, else into what is there, such as a pipe or
    /// a terminal.
    package static func save(_ bytes: [UInt8], path: String) throws(SystemCallError) {
        switch Folder.entry(at: path) {
        case .file, nil:
            try write(bytes, path: path, suffix: ".partial-\(getpid())", permissions: 0o666, isDurable: false)
        case .folder, .other: try overwrite(bytes, path: path)
        }
    }

    /// Writes into what is there, or into a new file.
    package static func overwrite(
        _ bytes: [UInt8], path: String, permissions: mode_t = 0o666, isDurable: Bool = false, follows: Bool = true
    ) throws(SystemCallError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW)
        let descriptor = open(path, flags, permissions)
        guard descriptor >= 0 else { throw SystemCallError("open") }
        var code = DescriptorBytes.write(bytes, to: descriptor)
        if code == 0, isDurable, fsync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else { throw SystemCallError("write", code: code) }
    }

    /// Makes the new name survive a loss of power, if the file system can.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}
