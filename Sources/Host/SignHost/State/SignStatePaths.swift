import Glibc
import Settings

/// The paths of the files that a sign keeps for its next start, one set for every sign file.
///
/// Their names contain the name of the sign file, for people, and a hash of its full path, so that sign files of the
/// same name in different folders share nothing.
package struct SignStatePaths: Hashable, Sendable {
    /// The folder of all of them.
    package let folder: String
    /// The pushed messages and the variables.
    package var state: String { stem + ".state.json" }
    /// The last good sign file and its board.
    package var good: String { stem + ".good.json" }
    /// The marks of messages during which the program crashed.
    package var crashes: String { stem + ".crashes" }
    /// The folder of the sign files that were replaced over the network.
    package var versions: String { stem + ".versions" }
    private let stem: String

    /// Creates the paths of a sign.
    ///
    /// - Parameter signFile: the path of the sign file, which may be missing. Links among its folders are followed; one in the
    ///   place of the file itself is not, so that a sign keeps its state when it is exchanged.
    package init?(folder: String, signFile: String) {
        guard let file = signFile.split(separator: "/").last.map(String.init), !file.isEmpty else { return nil }
        self.folder = folder
        let name = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        var hash = StableHash()
        hash.combine((Self.folder(of: signFile) + "/" + file).utf8)
        stem = "\(folder)/\(name)-\(hash.digits)"
    }

    /// The full path of a file's folder, without links; the given path if the folder is missing.
    private static func folder(of path: String) -> String {
        let given = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let full = realpath(given, nil) else { return given }
        defer { free(full) }
        return String(cString: full)
    }
}
