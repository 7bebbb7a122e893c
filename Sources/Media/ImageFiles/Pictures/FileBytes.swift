import Glibc
import LinuxSystem

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
            ImageFileError(path: path, operation: .read, reason: "\(error)", fix: "Give the path of a regular file")
        case .tooLarge(let limit):
            ImageFileError(
                path: path, operation: .read, reason: "the file has more than \(limit) bytes",
                fix: "Give a smaller file")
        }
    }

    /// Writes a file that appears whole or not at all; an existing one is replaced, or kept after an error.
    ///
    /// An existing path that is not a regular file (a pipe, a terminal) is written to directly.
    static func write(_ bytes: [UInt8], path: String) throws(ImageFileError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        let isReplaced = !isThere || status.st_mode & S_IFMT == S_IFREG
        do throws(SystemCallError) {
            guard isReplaced else { return try AtomicFile.overwrite(bytes, path: path) }
            try AtomicFile.write(
                bytes, path: path, suffix: ".partial-\(getpid())", permissions: 0o666, isDurable: false)
        } catch {
            throw failure(path, .write, code: error.code)
        }
    }

    private static func failure(
        _ path: String, _ operation: ImageFileError.Operation, code: Int32
    ) -> ImageFileError {
        let fix =
            switch code {
            case ENOENT: operation == .read ? "Check the path" : "Create the folder first"
            case EACCES, EPERM: "Give a path this user may \(operation.rawValue)"
            case EISDIR: "Give the path of a file"
            case ENOSPC: "Free some space"
            default: "Give another path"
            }
        return ImageFileError(path: path, operation: operation, reason: SystemCallError.reason(code), fix: fix)
    }
}
