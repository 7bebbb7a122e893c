import Glibc
import LinuxSystem

/// The files of a machine beneath a folder that stands for its root; "" is this machine itself.
struct MachineFiles {
    /// The folder, without a slash at its end.
    let root: String

    /// Takes a folder as the root.
    init(root: String) {
        self.root = String(root.reversed().drop { $0 == "/" }.reversed())
    }

    /// The bytes of a file up to a limit; nil if it cannot be read.
    func bytes(_ path: String, maximum: Int = 1 << 16) -> [UInt8]? {
        try? RegularFile.beginning(path: root + path, maximum: maximum)
    }

    /// The text of a file up to its first zero; nil if it cannot be read.
    func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The text of a file without blanks at its ends; nil if it cannot be read or is empty.
    func word(_ path: String) -> String? {
        text(path).map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The number that a file holds.
    func number(_ path: String) -> Int? { word(path).flatMap { Int($0) } }

    /// Whether there is a file or folder of that path.
    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// The names in a folder with a prefix, sorted by length and then by letters, so that 10 comes after 9.
    func names(in folder: String, prefix: String = "") -> [String] {
        SystemFacts.names(in: root + folder, prefix: prefix)
    }

    /// The target of a symbolic link; nil if it is not a link or cannot be read.
    func target(ofLink path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { room in
            room.baseAddress.map { readlink(root + path, $0, room.count) } ?? -1
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
