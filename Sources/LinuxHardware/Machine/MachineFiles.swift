import Glibc

/// The files of a machine beneath a folder that stands for its root; "" is this machine itself.
struct MachineFiles {
    /// The folder, without a slash at its end.
    let root: String

    /// Takes a folder as the root.
    init(root: String) {
        self.root = String(root.reversed().drop { $0 == "/" }.reversed())
    }

    /// The bytes of a file up to a limit; nil where it cannot be read.
    ///
    /// Files of the kernel do not tell their size.
    func bytes(_ path: String, most: Int = 1 << 16) -> [UInt8]? {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: most)
        var count = 0
        while count < most {
            let more = bytes.withUnsafeMutableBytes { room in
                room.baseAddress.map { read(descriptor, $0 + count, most - count) } ?? 0
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { return nil }
            guard more > 0 else { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    /// The text of a file up to its first zero; nil where it cannot be read.
    func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The text of a file without blanks at its ends; nil where it cannot be read or is empty.
    func word(_ path: String) -> String? {
        text(path).map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The number that a file holds.
    func number(_ path: String) -> Int? { word(path).flatMap { Int($0) } }

    /// Whether there is a file or folder of that path.
    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// The names in a folder that begin so, sorted by length and then by letters, so that 10 comes after 9.
    func names(in folder: String, prefix: String = "") -> [String] {
        guard let stream = opendir(root + folder) else { return [] }
        defer { closedir(stream) }
        guard let place = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [String] = []
        while let entry = readdir(stream) {
            // Only as many bytes are there as the name has, not as its field has.
            let name = String(cString: (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self))
            if name.hasPrefix(prefix), name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// What a symbolic link names; nil where it is none, or may not be read.
    func target(ofLink path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { room in
            room.baseAddress.map { readlink(root + path, $0, room.count) } ?? -1
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
