import Glibc

/// Reads the names in folders without Foundation.
enum FolderReader {
    /// What a path leads to, links followed.
    enum Kind {
        case file
        case folder
        case other
    }

    /// The most names that are read of one folder.
    static let nameLimit = 65_536

    /// Returns what is at a path, or nil if nothing is.
    static func kind(of path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Returns the names in a folder in the order of their bytes, hidden ones left out; empty if it cannot be read.
    ///
    /// Names that are not UTF-8 are left out.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < nameLimit, let entry = readdir(stream) {
            let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { String(validatingCString: $0) }
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
