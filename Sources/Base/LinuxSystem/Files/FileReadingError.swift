import Glibc

/// Why a file cannot be read.
public enum FileReadingError: Error, Hashable, Sendable {
    /// The system refuses to open or read it; the error number.
    case system(code: Int32)
    /// It is not a regular file; what it is.
    case notRegular(String)
    /// It has more bytes than it may have.
    case tooLarge(limit: Int)
}

extension FileReadingError: CustomStringConvertible {
    /// Why, without the path: the system's words, what it is, or how large it may be.
    public var description: String {
        switch self {
        case .system(let code): SystemCallError.reason(code)
        case .notRegular(let kind): "it is \(kind), not a regular file"
        case .tooLarge(let limit): "it has more than \(Self.size(limit))"
        }
    }

    /// Why, and what to do about it.
    public var descriptionWithFix: String { description + (fix.map { "; " + $0 } ?? "") }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    /// What to do about it, such as "check the path"; nil if there is no advice.
    public var fix: String? {
        switch self {
        case .system(code: ENOENT), .system(code: ENOTDIR): "check the path"
        case .system(code: EISDIR): "give the path of a file"
        case .system(code: EACCES), .system(code: EPERM): "give a file that this user may read"
        case .system: nil
        case .notRegular: "give the path of a regular file"
        case .tooLarge: "give a smaller file"
        }
    }
}
