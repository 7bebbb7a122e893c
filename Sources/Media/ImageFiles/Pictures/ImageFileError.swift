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
    public let path: String?
    /// What was tried.
    public let operation: Operation
    /// The format's name (`PNG`, `GIF`), or nil if the format does not matter.
    public let format: String?
    /// The reason, in the words of the kernel, libpng or giflib if they gave one.
    public let reason: String
    /// The fix.
    public let fix: String

    /// Creates an error; `path` is nil for bytes in memory.
    public init(
        path: String? = nil, operation: Operation, format: String? = nil, reason: String, fix: String
    ) {
        self.path = path
        self.operation = operation
        self.format = format
        self.reason = reason
        self.fix = fix
    }

    /// The same error, said of the file that the bytes came from.
    func of(path: String) -> ImageFileError {
        ImageFileError(path: path, operation: operation, format: format, reason: reason, fix: fix)
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
