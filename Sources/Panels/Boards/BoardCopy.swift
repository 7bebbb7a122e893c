/// A board with the content of every file that it was read from, so that it can be loaded again when the files are missing or broken.
package struct BoardCopy: Hashable, Sendable {
    /// A file that the board file names.
    package struct Part: Hashable, Sendable {
        /// What it describes.
        package let kind: BoardFiles.Kind
        /// The name or path by which the board file names it.
        package let given: String
        /// Its own name.
        package let name: String
        package let path: String
        package let bytes: [UInt8]

        /// Describes a file.
        package init(kind: BoardFiles.Kind, given: String, name: String, path: String, bytes: [UInt8]) {
            (self.kind, self.given, self.name, self.path, self.bytes) = (kind, given, name, path, bytes)
        }
    }

    package let name: String
    package let path: String
    package let bytes: [UInt8]
    /// The panels and wirings that it names.
    package let parts: [Part]

    /// Describes a board by its files.
    package init(name: String, path: String, bytes: [UInt8], parts: [Part]) {
        (self.name, self.path, self.bytes, self.parts) = (name, path, bytes, parts)
    }

    /// Reads the board; no file is opened.
    ///
    /// - Throws: what is wrong with it, where this is no copy of a good board.
    package func board() throws(BoardError) -> Board {
        let parts = parts
        let files = BoardFiles { kind, given in
            guard let part = parts.first(where: { $0.kind == kind && $0.given == given }) else {
                return .refused(.noSuchFile(kind: kind, given: given, nearest: nil))
            }
            return .found(BoardFiles.Content(name: part.name, path: part.path, bytes: part.bytes))
        }
        return try Board(parsing: bytes, name: name, path: path, files: files)
    }
}

extension BoardLibrary {
    /// Reads a board, and every file that it names, for the time when they are gone or broken.
    ///
    /// - Throws: why the board cannot be loaded.
    package func copy(_ nameOrPath: String) throws -> BoardCopy {
        let path = path(of: nameOrPath)
        let bytes = try Self.bytes(of: path)
        let name = Self.name(of: path)
        let files = files(for: path)
        _ = try Board(parsing: bytes, name: name, path: path, files: files)
        let fields = try BoardFields(bytes, path: path)
        var parts: [BoardCopy.Part] = []
        for kind in BoardFiles.Kind.allCases {
            guard let given = fields.givenText(kind.rawValue), case .found(let file) = files.read(kind, given) else {
                continue
            }
            parts.append(BoardCopy.Part(kind: kind, given: given, name: file.name, path: file.path, bytes: file.bytes))
        }
        return BoardCopy(name: name, path: path, bytes: bytes, parts: parts)
    }
}
