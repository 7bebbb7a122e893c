import Glibc

/// The names that decide which file a path means: the file's own in its folder, and those of the symbolic links on the way to
/// it, each in its folder.
struct FilePlaces: Hashable {
    /// A name in a folder.
    struct Place: Hashable {
        /// The path of the folder, without symbolic links.
        let folder: String
        let name: String
    }

    /// The names, in the order of the path; a missing one is the last.
    let places: [Place]

    /// The links that a path may have (the kernel's own limit).
    private static let maximumLinks = 40
    private static let maximumBytes = 4_096

    /// Follows a path as the kernel does.
    init(of path: String) {
        var found: [Place] = []
        var folder = path.hasPrefix("/") ? "/" : "."
        var rest = Self.components(of: path)
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                folder = Self.join(folder, name)
                continue
            }
            let here = Self.join(folder, name)
            let target = Self.target(ofLink: here)
            // The last name decides which file it is; a missing name may appear.
            if target != nil || rest.isEmpty || access(here, F_OK) != 0 {
                found.append(Place(folder: folder, name: name))
            }
            guard let target else {
                if access(here, F_OK) != 0 { break }
                folder = here
                continue
            }
            links += 1
            guard links <= Self.maximumLinks else { break }
            if target.hasPrefix("/") { folder = "/" }
            rest += Self.components(of: target)
        }
        places = found
    }

    /// The names of a path, the first one last.
    private static func components(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }

    /// Where a symbolic link leads; nil if it is not one.
    private static func target(ofLink path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        let count = bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return readlink(path, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
