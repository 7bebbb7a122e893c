import Glibc
import SignFiles

/// The folder of a sign file, which files named from the network may not leave.
package struct SignFolder: Sendable {
    /// Its path.
    package let path: String
    /// The most bytes of a path (PATH_MAX with the folder before it).
    private static let maximumBytes = 1_024

    /// Why a text is no path of a sign.
    static let malformed = "is not a path: it is too long, or has control characters in it"

    /// The folder of a sign file.
    package init(ofSignFile file: String) {
        let given = SignFile.path(of: "x", givenBy: file)
        path = given == "x" ? "." : given == "/x" ? "/" : String(given.dropLast(2))
    }

    /// Why a path that counts from the folder leaves it; nil if it stays inside.
    ///
    /// Looks at the disk for links on the way; a file that is missing is inside if its folder is.
    func fault(of given: String) -> String? {
        let isClean = given.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !given.isEmpty, given.utf8.count <= Self.maximumBytes, isClean else { return Self.malformed }
        // By bytes: a character may be a slash with an accent on it.
        let parts = given.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !(parts.first?.isEmpty ?? true) else {
            return "is outside the folder of the sign file: it begins with a slash"
        }
        guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
            return "may be outside the folder of the sign file: it has \"..\" in it"
        }
        guard let root = Self.real(path) else { return nil }
        var way = root == "/" ? "" : root
        for part in parts where !part.isEmpty {
            way += "/" + String(decoding: part, as: UTF8.self)
            var status = stat()
            // What is not there yet leads nowhere else.
            guard lstat(way, &status) == 0 else { return nil }
            guard status.st_mode & S_IFMT == S_IFLNK else { continue }
            guard let target = Self.real(way), target == root || target.hasPrefix(root == "/" ? "/" : root + "/") else {
                return "is outside the folder of the sign file: a link on its way leads elsewhere"
            }
            way = target
        }
        return nil
    }

    /// The path without links; nil if it is missing.
    static func real(_ path: String) -> String? {
        guard let full = realpath(path, nil) else { return nil }
        defer { free(full) }
        return String(cString: full)
    }
}
