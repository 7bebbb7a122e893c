import Glibc
import LinuxSystem

/// Whole image files in and out of memory.
enum FileBytes {
    /// Reads a regular file of at most `limit` bytes.
    static func read(path: String, limit: Int) throws(ImageFileError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: limit)
        } catch {
            throw ImageFileError(path: path, operation: .read, error)
        }
    }

    /// Reads the first `most` bytes of a regular file, or all of a shorter one.
    static func beginning(path: String, most: Int) throws(ImageFileError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.beginning(path: path, most: most)
        } catch {
            throw ImageFileError(path: path, operation: .read, error)
        }
    }

    /// Writes a file that appears whole or not at all; an existing one is replaced, or kept after an error.
    ///
    /// An existing path that is not a regular file (a pipe, a terminal) is written to directly.
    static func write(_ bytes: [UInt8], path: String) throws(ImageFileError) {
        do throws(SystemCallError) {
            try AtomicFile.save(bytes, path: path)
        } catch {
            let fix =
                switch error.code {
                case ENOENT: "Create the folder first"
                case EACCES, EPERM: "Give a path this user may write"
                case EISDIR: "Give the path of a file"
                case ENOSPC: "Free some space"
                default: "Give another path"
                }
            throw ImageFileError(path: path, operation: .write, reason: error.reason, fix: fix)
        }
    }
}

extension ImageFileError {
    /// What is wrong with the file, in the words of the reader of files.
    init(path: String? = nil, operation: Operation, _ error: FileReadingError) {
        let fix = error.fix ?? "give another path"
        self.init(
            path: path, operation: operation, reason: error.description,
            fix: fix.prefix(1).uppercased() + fix.dropFirst())
    }
}
