import Glibc
import PixelGraphics

/// The board files in a folder.
public struct BoardLibrary: Sendable {
    /// The folder.
    public let folder: String

    /// Looks into a folder; it is read when names or boards are asked for.
    public init(folder: String) {
        self.folder = folder
    }

    /// The names of all boards in the folder, sorted.
    public func names() throws(BoardLibraryError) -> [String] {
        guard let stream = opendir(folder) else { throw .cannotRead(path: folder, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let file = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if file.hasSuffix(".yaml"), !file.hasPrefix(".") { names.append(String(file.dropLast(5))) }
        }
        return names.sorted()
    }

    /// Returns the path of a board's file: what has a slash or ends in .yaml is a path already.
    public func path(of nameOrPath: String) -> String {
        Self.isPath(nameOrPath) ? nameOrPath : "\(folder)/\(nameOrPath).yaml"
    }

    private static func isPath(_ nameOrPath: String) -> Bool {
        nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml")
    }

    /// Returns the board of that name in the folder, or of that file: what has a slash or ends in .yaml is a path.
    public func board(_ nameOrPath: String) throws(BoardLibraryError) -> Board {
        let path = path(of: nameOrPath)
        if !Self.isPath(nameOrPath) {
            let known = try names()
            guard known.contains(nameOrPath) else {
                let nearest = NearestName.find(nameOrPath, among: known)
                throw .unknownBoard(nameOrPath, nearest: nearest, known: known, folder: folder)
            }
        }
        let bytes = try Self.bytes(of: path)
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file
        do {
            return try Board(parsing: bytes, name: name, path: path)
        } catch {
            throw .invalid(error)
        }
    }

    /// Reads a file, one byte more than a board file may have at most.
    private static func bytes(of path: String) throws(BoardLibraryError) -> [UInt8] {
        guard let file = fopen(path, "r") else { throw .cannotRead(path: path, code: errno) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Board.mostBytes + 1)
        errno = 0
        let count = fread(&bytes, 1, bytes.count, file)
        if ferror(file) != 0 { throw .cannotRead(path: path, code: errno) }
        return Array(bytes[..<count])
    }
}

/// Why a board cannot be had.
public enum BoardLibraryError: Error, Equatable, Sendable {
    /// The folder or file cannot be read; the system's error number.
    case cannotRead(path: String, code: Int32)
    /// The folder has no board of that name.
    case unknownBoard(String, nearest: String?, known: [String], folder: String)
    /// The board file has problems.
    case invalid(BoardError)
}

extension BoardLibraryError: CustomStringConvertible {
    /// One line, or one for each problem of a board file.
    public var description: String {
        switch self {
        case .cannotRead(let path, let code):
            "cannot read \(path): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
                + Self.cure(code)
        case .unknownBoard(let name, let nearest, let known, let folder):
            "there is no board \"\(name)\" in \(folder)"
                + (nearest.map { "; did you mean \"\($0)\"?" }
                    ?? "; there are \(known.isEmpty ? "none" : known.joined(separator: ", "))")
        case .invalid(let error): error.description
        }
    }

    private static func cure(_ code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "; check the path"
        case EISDIR: "; give the path of a file"
        case EACCES, EPERM: "; give a file that this user may read"
        default: ""
        }
    }
}
