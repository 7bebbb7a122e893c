import LinuxSystem
import Settings

/// The board files in a folder.
package struct BoardLibrary: Sendable {
    /// The folder.
    package let folder: String

    /// Looks into a folder; it is read when names or boards are asked for.
    package init(folder: String) {
        self.folder = folder
    }

    /// The names of all boards in the folder, sorted.
    package func names() throws(BoardLibraryError) -> [String] { try Self.names(in: folder) }

    /// The names of all panels or wirings that boards of this folder can name, sorted.
    package func names(of kind: BoardFiles.Kind) throws(BoardLibraryError) -> [String] {
        try Self.names(in: "\(folder)/\(kind.folder)")
    }

    private static func names(in folder: String) throws(BoardLibraryError) -> [String] {
        do throws(FileReadingError) {
            let files = try Folder.names(in: folder).filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
            return files.map { String($0.dropLast(5)) }.sorted()
        } catch {
            throw .cannotRead(path: folder, error)
        }
    }

    /// Returns the path of a board's file; a text with a slash or the ending .yaml is a path already.
    package func path(of nameOrPath: String) -> String {
        Self.isPath(nameOrPath) ? nameOrPath : "\(folder)/\(nameOrPath).yaml"
    }

    private static func isPath(_ nameOrPath: String) -> Bool {
        nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml")
    }

    /// Returns the board of that name in the folder, or of that file; a text with a slash or the ending .yaml is a path.
    package func board(_ nameOrPath: String) throws(BoardLibraryError) -> Board {
        let path = path(of: nameOrPath)
        if !Self.isPath(nameOrPath) {
            let known = try names()
            guard known.contains(nameOrPath) else {
                let nearest = NearestName.find(nameOrPath, among: known)
                throw .unknownBoard(nameOrPath, nearest: nearest, known: known, folder: folder)
            }
        }
        let bytes = try Self.bytes(of: path)
        do {
            return try Board(parsing: bytes, name: Self.name(of: path), path: path, files: files(for: path))
        } catch {
            throw .invalid(error)
        }
    }

    /// Checks a board file, or the file of a panel or wiring, depending on its key `kind`.
    ///
    /// - Parameter nameOrPath: the name of a board, or the path of any of these files.
    /// - Returns: its summary.
    package func check(_ nameOrPath: String) throws(BoardLibraryError) -> String {
        let path = path(of: nameOrPath)
        guard Self.isPath(nameOrPath) else { return try board(nameOrPath).summary }
        let bytes = try Self.bytes(of: path)
        // What cannot be read as keys and values is wrong in the same way as a board file.
        let kind = (try? BoardFields(bytes, path: path))?.givenText("kind")
        do throws(BoardError) {
            let name = Self.name(of: path)
            switch kind {
            case PanelModel.kind: return try PanelModel(parsing: bytes, name: name, path: path).summary
            case HUB75Wiring.kind: return try HUB75Wiring(parsing: bytes, name: name, path: path).summary ?? name
            default: return try Board(parsing: bytes, name: name, path: path, files: files(for: path)).summary
            }
        } catch {
            throw .invalid(error)
        }
    }

    /// Returns a panel by its name in the folder of panels, or by its path.
    package func panel(_ nameOrPath: String) throws(BoardLibraryError) -> PanelModel {
        let path = Self.isPath(nameOrPath) ? nameOrPath : "\(folder)/\(BoardFiles.Kind.panel.folder)/\(nameOrPath).yaml"
        let bytes = try Self.bytes(of: path)
        do {
            return try PanelModel(parsing: bytes, name: Self.name(of: path), path: path)
        } catch {
            throw .invalid(error)
        }
    }

    /// The files that a board file may name: those of this folder by name, others by their path, which counts from the
    /// folder of the board file.
    package func files(for boardPath: String) -> BoardFiles {
        let boardFolder = boardPath.lastIndex(of: "/").map { String(boardPath[...$0]) } ?? ""
        return BoardFiles { kind, given in
            var path = "\(folder)/\(kind.folder)/\(given).yaml"
            if Self.isPath(given) {
                path =
                    given.hasPrefix("/")
                    ? given : boardFolder + (given.hasPrefix("./") ? given.dropFirst(2) : given[...])
            } else {
                let known = (try? names(of: kind)) ?? []
                guard known.contains(given) else {
                    return .refused(
                        .noSuchFile(kind: kind, given: given, nearest: NearestName.find(given, among: known)))
                }
            }
            do throws(BoardLibraryError) {
                return .found(
                    BoardFiles.Content(name: Self.name(of: path), path: path, bytes: try Self.bytes(of: path)))
            } catch {
                guard case .cannotRead(_, let error) = error else {
                    return .refused(.noSuchFile(kind: kind, given: given, nearest: nil))
                }
                return .refused(.unreadableFile(kind: kind, path: path, error))
            }
        }
    }

    /// The name of a file without folder and ending.
    static func name(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file
    }

    /// Reads a file, one byte more than a board file may have at most.
    static func bytes(of path: String) throws(BoardLibraryError) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.beginning(path: path, maximum: BoardFiles.maximumBytes + 1)
        } catch {
            throw .cannotRead(path: path, error)
        }
    }
}

/// The files that board files name: panels and wirings.
///
/// Each is given by its name in the folder of its kind beside the shipped boards, or by its path.
package struct BoardFiles: Sendable {
    /// The bytes that a file of a board, panel or wiring may have.
    static let maximumBytes = 65_536

    /// What a file describes.
    package enum Kind: String, CaseIterable, Sendable {
        /// A HUB75 panel.
        case panel
        /// The wires of a HUB75 adapter.
        case wiring

        /// The folder of its files beside the boards.
        package var folder: String { rawValue + "s" }
    }

    /// What a file holds.
    package struct Content: Sendable {
        /// Its name without folder and ending.
        package let name: String
        /// The path for error messages.
        package let path: String
        /// Its bytes; one more than a file may have where it is too large.
        package let bytes: [UInt8]

        /// Creates the content of a file.
        package init(name: String, path: String, bytes: [UInt8]) {
            self.name = name
            self.path = path
            self.bytes = bytes
        }
    }

    /// The result of looking for a file.
    package enum Outcome: Sendable {
        /// It is there.
        case found(Content)
        /// It is missing or cannot be read, and why.
        case refused(BoardReason)
    }

    /// Looks for a file by its name or path.
    let read: @Sendable (_ kind: Kind, _ nameOrPath: String) -> Outcome

    /// Looks for files by a closure.
    package init(_ read: @escaping @Sendable (_ kind: Kind, _ nameOrPath: String) -> Outcome) {
        self.read = read
    }

    /// No files at all.
    package static let none = BoardFiles { kind, given in
        .refused(.noSuchFile(kind: kind, given: given, nearest: nil))
    }
}

/// Why a board cannot be loaded.
package enum BoardLibraryError: Error, Equatable, Sendable {
    /// The folder or file cannot be read, and why.
    case cannotRead(path: String, FileReadingError)
    /// The folder has no board of that name.
    case unknownBoard(String, nearest: String?, known: [String], folder: String)
    /// The board file has problems.
    case invalid(BoardError)
}

extension BoardLibraryError: CustomStringConvertible {
    /// One line, or one for each problem of a board file.
    package var description: String {
        switch self {
        case .cannotRead(let path, let error): "cannot read \(path): \(error.descriptionWithFix)"
        case .unknownBoard(let name, let nearest, let known, let folder):
            "unknown board \"\(name)\" in \(folder)"
                + (nearest.map { "; did you mean \"\($0)\"?" }
                    ?? (known.isEmpty
                        ? "; the folder has no boards" : "; known boards: \(known.joined(separator: ", "))"))
        case .invalid(let error): error.description
        }
    }
}
