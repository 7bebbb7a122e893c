import Glibc
import LinuxSystem
import PixelGraphics
import Settings

/// The paths of the files that a sign keeps for its next start, one set for every sign file.
///
/// Their names contain the name of the sign file, for people, and a hash of its full path, so that sign files of the
/// same name in different folders share nothing.
package struct SignStatePaths: Hashable, Sendable {
    /// The folder of all of them.
    package let folder: String
    /// The pushed messages and the variables.
    package var state: String { "\(folder)/\(name)-\(key).state.json" }
    /// The last good sign file and its board.
    package var good: String { "\(folder)/\(name)-\(key).good.json" }
    /// The marks of messages during which the program crashed.
    package var crashes: String { "\(folder)/\(name)-\(key).crashes" }
    /// The folder of the sign files that were replaced over the network.
    package var versions: String { "\(folder)/\(name)-\(key).versions" }
    /// The state file of earlier versions: one for all sign files of the same name.
    package var earlierState: String { "\(folder)/\(name).state.json" }
    private let name: String
    private let key: String

    /// Creates the paths of a sign.
    ///
    /// - Parameters:
    ///   - folder: the state folder.
    ///   - signFile: the path of the sign file, which may be missing. Links among its folders are followed; one in the
    ///     place of the file itself is not, so that a sign keeps its state when it is exchanged.
    package init?(folder: String, signFile: String) {
        guard let file = signFile.split(separator: "/").last.map(String.init), !file.isEmpty else { return nil }
        self.folder = folder
        name = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        key = Self.key(of: Self.folder(of: signFile) + "/" + file)
    }

    /// The full path of a file's folder, without links; the given path if the folder is missing.
    private static func folder(of path: String) -> String {
        let given = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let full = realpath(given, nil) else { return given }
        defer { free(full) }
        return String(cString: full)
    }

    /// A hash of a path, 16 digits.
    private static func key(of path: String) -> String {
        var hash = StableHash()
        hash.combine(path.utf8)
        return hash.digits
    }

    /// Adopts the state of an earlier version, unless another sign file of this name has a state.
    ///
    /// Renames the file, so that only one sign can adopt it. Does nothing without an earlier file.
    package func carryOver() {
        guard access(earlierState, F_OK) == 0, access(state, F_OK) != 0, !hasNamesake else { return }
        _ = rename(earlierState, state)
    }

    /// Whether another sign file of this name has a state.
    private var hasNamesake: Bool {
        let length = name.utf8.count + key.utf8.count + "-.state.json".utf8.count
        return ((try? Folder.names(in: folder)) ?? []).contains { file in
            file.hasPrefix(name + "-") && file.hasSuffix(".state.json") && file.utf8.count == length
        }
    }
}
