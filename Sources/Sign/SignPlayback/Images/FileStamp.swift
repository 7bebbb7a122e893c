import Glibc

/// Which version of a file is there: it differs after a change, and after another file has taken its place.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt
    private let node: UInt
    private let bytes: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file; nil if it is missing, or a pipe, which can be read only once.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, node, bytes) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
