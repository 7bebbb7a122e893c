import Glibc
import LinuxSystem

/// Why an image file could not be read or written: the file, the operation, the reason and the fix.
public struct ImageFileError: Error, Hashable, Sendable {
    /// What was tried.
    public enum Operation: String, Hashable, Sendable {
        /// Reading the bytes of a file.
        case read
        /// Writing the bytes of a file.
        case write
        /// Making a picture from bytes.
        case decode
        /// Making bytes from a picture.
        case encode
    }

    /// The file, or nil for bytes in memory.
    public internal(set) var path: String?
    /// What was tried.
    public let operation: Operation
    /// The format's name (such as `PNG`), or nil if the format does not matter.
    public internal(set) var format: String?
    /// The reason, in the words of the kernel or of the format's library if they gave one.
    public let reason: String
    /// The fix.
    public let fix: String

    /// Runs a function whose errors are about the file of a path.
    static func about<Result>(
        _ path: String, _ body: () throws(ImageFileError) -> Result
    ) throws(ImageFileError) -> Result {
        do throws(ImageFileError) {
            return try body()
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }
}

extension ImageFileError: CustomStringConvertible {
    /// One line, such as "sign.png: cannot decode PNG: not a PNG file. Give an undamaged PNG file."
    public var description: String {
        let place = path.map { $0 + ": " } ?? ""
        let what = format.map { " " + $0 } ?? ""
        return "\(place)cannot \(operation.rawValue)\(what): \(reason). \(fix)."
    }
}

/// Whole image files in and out of memory.
package enum FileBytes {
    /// Reads a regular file of at most `limit` bytes.
    static func read(path: String, limit: Int) throws(ImageFileError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: limit)
        } catch {
            throw ImageFileError(path: path, operation: .read, error)
        }
    }

    /// Reads the first `maximum` bytes of a regular file, or all of a shorter one.
    static func beginning(path: String, maximum: Int) throws(ImageFileError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.beginning(path: path, maximum: maximum)
        } catch {
            throw ImageFileError(path: path, operation: .read, error)
        }
    }

    /// Opens a regular file of at most `limit` bytes and reads its beginning; the caller closes the descriptor.
    static func open(
        path: String, limit: Int, beginning: Int
    ) throws(ImageFileError) -> (descriptor: Int32, beginning: [UInt8]) {
        do throws(FileReadingError) {
            return try RegularFile.open(path: path, limit: limit, beginning: beginning)
        } catch {
            throw ImageFileError(path: path, operation: .read, error)
        }
    }

    /// Writes a file that appears whole or not at all; an existing one is replaced, or kept after an error.
    ///
    /// An existing path that is not a regular file (a pipe, a terminal) is written to directly.
    package static func write(_ bytes: [UInt8], path: String) throws(ImageFileError) {
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
    /// What is wrong with bytes, in the words of a library.
    init(_ operation: Operation, _ format: String, _ message: [CChar], fix: String) {
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let reason = text.isEmpty ? "its library gives no reason" : text
        self.init(operation: operation, format: format, reason: reason, fix: fix)
    }

    /// What is wrong with the file, in the words of the reader of files.
    init(path: String? = nil, operation: Operation, _ error: FileReadingError) {
        let fix = error.fix ?? "give another path"
        self.init(
            path: path, operation: operation, reason: error.description,
            fix: fix.prefix(1).uppercased() + fix.dropFirst())
    }
}
