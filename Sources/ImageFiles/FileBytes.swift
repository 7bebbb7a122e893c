import Glibc

/// Whole files in and out of memory, by the kernel's calls.
enum FileBytes {
    /// Reads a file of at most `limit` bytes.
    ///
    /// - Parameter isPlain: whether anything but a plain file (a pipe, a terminal, a device) is refused, without
    ///   waiting for it.
    static func read(path: String, limit: Int, isPlain: Bool = false) throws(ImageFileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isPlain ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw failure(path, .read) }
        defer { close(descriptor) }
        if isPlain {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw failure(path, .read) }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else {
                throw ImageFileError(
                    path: path, operation: .read, reason: "it is not a plain file", cure: "Give the path of a file")
            }
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, .read) }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else {
                throw ImageFileError(
                    path: path, operation: .read, reason: "the file has more than \(limit) bytes",
                    cure: "Give a smaller file")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// Writes a file that appears whole or not at all; one that is there is replaced, or kept after an error.
    ///
    /// What is there and is no plain file (a pipe, a terminal) is written to as it is.
    static func write(_ bytes: [UInt8], path: String) throws(ImageFileError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else { return try fill(path, with: bytes, named: path) }
        let partial = "\(path).partial-\(getpid())"
        do throws(ImageFileError) {
            try fill(partial, with: bytes, named: path)
            guard rename(partial, path) == 0 else { throw failure(path, .write) }
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Writes bytes into a file; errors are worded with the path that the user knows.
    private static func fill(_ path: String, with bytes: [UInt8], named name: String) throws(ImageFileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(name, .write) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let error = failure(name, .write)
                close(descriptor)
                throw error
            }
            written += count
        }
        guard close(descriptor) == 0 else { throw failure(name, .write) }
    }

    private static func failure(_ path: String, _ operation: ImageFileError.Operation) -> ImageFileError {
        let code = errno
        let cure =
            switch code {
            case ENOENT: operation == .read ? "Check the path" : "Create the folder first"
            case EACCES, EPERM: "Give a path this user may \(operation.rawValue)"
            case EISDIR: "Give the path of a file"
            case ENOSPC: "Free some space"
            default: "Give another path"
            }
        return ImageFileError(path: path, operation: operation, reason: String(cString: strerror(code)), cure: cure)
    }
}
