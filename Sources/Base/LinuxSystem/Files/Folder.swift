import Glibc

/// Folders, read by the kernel's calls.
package enum Folder {
    /// What a path leads to, links followed.
    package enum Entry {
        case file
        case folder
        case other
    }

    /// Returns what is at a path, links followed; nil if nothing is.
    package static func entry(at path: String) -> Entry? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Returns the names in a folder in the order of their bytes, without `.` and `..`.
    ///
    /// Names that are not UTF-8 are left out.
    ///
    /// - Parameter maximum: how many names are read; the rest of a larger folder is left out.
    /// - Throws: why it cannot be opened.
    package static func names(in path: String, maximum: Int = 65_536) throws(FileReadingError) -> [String] {
        guard let stream = opendir(path) else { throw .system(code: errno) }
        defer { closedir(stream) }
        guard let place = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [String] = []
        while names.count < maximum, let entry = readdir(stream) {
            // Only the bytes of the name are valid, not its whole field.
            let bytes = (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: bytes), name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
