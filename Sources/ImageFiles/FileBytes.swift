import FileReading
import Glibc

/// Whole files in and out of memory, by the kernel's calls.
enum FileBytes {
    /// Reads a regular file of at most `limit` bytes.
    static func read(path: String, limit: Int) throws(ImageFileError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: limit)
        } catch {
            throw failure(path, error)
        }
    }

    /// Reads the first `most` bytes of a regular file, or all of a shorter one.
    static func beginning(path: String, most: Int) throws(ImageFileError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.beginning(path: path, most: most)
        } catch {
            throw failure(path, error)
        }
    }

    private static func failure(_ path: String, _ error: FileReadingError) -> ImageFileError {
        switch error {
        case .system(let code): failure(path, .read, code: code)
        case .notRegular:
            ImageFileError(path: path, operation: .read, reason: "\(error)", cure: "Give the path of a regular file")
        case .tooLarge(let limit):
            ImageFileError(
                path: path, operation: .read, reason: "the file has more than \(limit) bytes",
                cure: "Give a smaller file")
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

    private static func failure(
        _ path: String, _ operation: ImageFileError.Operation, code: Int32 = errno
    ) -> ImageFileError {
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
