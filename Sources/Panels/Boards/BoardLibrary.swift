import LinuxSystem
import Settings

/// The board files in a folder.
package struct BoardLibrary: Sendable {
    package let folder: String

    /// Looks into a folder; it is read when names or boards are asked for.
    package init(folder: String) {
        self.folder = folder
    }

    /// The names of all boards in the folder, sorted.
    package func names() throws -> [String] { try Self.names(in: folder) }

    /// The names of all panels or wirings that boards of this folder can name, sorted.
    package func names(of kind: BoardFiles.Kind) throws -> [String] {
        try Self.names(in: "\(folder)/\(kind.folder)")
    }

    private static func names(in folder: String) throws -> [String] {
        do throws(FileReadingError) {
            let files = try Folder.names(in: folder).filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
            return files.map { String($0.dropLast(5)) }.sorted()
        } catch {
            throw cannotRead(folder, error)
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
    ///
    /// - Throws: `BoardError` for what is wrong in the file, `WordedError` for one that is missing or cannot be read.
    package func board(_ nameOrPath: String) throws -> Board {
        let path = path(of: nameOrPath)
        if !Self.isPath(nameOrPath) {
            let known = try names()
            guard known.contains(nameOrPath) else {
                let nearest = NearestName.find(nameOrPath, among: known)
                let advice =
                    nearest.map { "did you mean \"\($0)\"?" }
                    ?? (known.isEmpty ? "the folder has no boards" : "known boards: \(known.joined(separator: ", "))")
                throw WordedError("unknown board \"\(nameOrPath)\" in \(folder); \(advice)")
            }
        }
        let bytes = try Self.bytes(of: path)
        return try Board(parsing: bytes, name: Self.name(of: path), path: path, files: files(for: path))
    }

    /// Checks a board file, or the file of a panel or wiring, depending on its key `kind`.
    ///
    /// - Parameter nameOrPath: the name of a board, or the path of any of these files.
    /// - Returns: its summary.
    package func check(_ nameOrPath: String) throws -> String {
        let path = path(of: nameOrPath)
        guard Self.isPath(nameOrPath) else { return try board(nameOrPath).summary }
        let bytes = try Self.bytes(of: path)
        // What cannot be read as keys and values is wrong in the same way as a board file.
        let kind = (try? BoardFields(bytes, path: path))?.givenText("kind")
        let name = Self.name(of: path)
        switch kind {
        case PanelModel.kind: return try PanelModel(parsing: bytes, name: name, path: path).summary
        case HUB75Wiring.kind: return try HUB75Wiring(parsing: bytes, name: name, path: path).summary ?? name
        default: return try Board(parsing: bytes, name: name, path: path, files: files(for: path)).summary
        }
    }

    /// Returns a panel by its name in the folder of panels, or by its path.
    package func panel(_ nameOrPath: String) throws -> PanelModel {
        let path = Self.isPath(nameOrPath) ? nameOrPath : "\(folder)/\(BoardFiles.Kind.panel.folder)/\(nameOrPath).yaml"
        return try PanelModel(parsing: try Self.bytes(of: path), name: Self.name(of: path), path: path)
    }

    /// The files that a board file may name: those of this folder by name, others by their path, which counts from the
    /// folder of the board file.
    package func files(for boardPath: String) -> BoardFiles {
        BoardFiles { kind, given in
            var path = "\(folder)/\(kind.folder)/\(given).yaml"
            if Self.isPath(given) {
                path = given.path(givenBy: boardPath)
            } else {
                let known = (try? names(of: kind)) ?? []
                guard known.contains(given) else {
                    return .refused(
                        .noSuchFile(kind: kind, given: given, nearest: NearestName.find(given, among: known)))
                }
            }
            do throws(FileReadingError) {
                let bytes = try RegularFile.beginning(path: path, maximum: BoardFiles.maximumBytes + 1)
                return .found(BoardFiles.Content(name: Self.name(of: path), path: path, bytes: bytes))
            } catch {
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
    static func bytes(of path: String) throws -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.beginning(path: path, maximum: BoardFiles.maximumBytes + 1)
        } catch {
            throw cannotRead(path, error)
        }
    }

    private static func cannotRead(_ path: String, _ error: FileReadingError) -> WordedError {
        WordedError("cannot read \(path): \(error.descriptionWithFix)")
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

    package static let none = BoardFiles { kind, given in
        .refused(.noSuchFile(kind: kind, given: given, nearest: nil))
    }
}
