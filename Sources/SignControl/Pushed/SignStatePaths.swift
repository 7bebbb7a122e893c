import Glibc
import PixelGraphics

/// Where the files are that a sign leaves for its next start, one set for every sign file.
///
/// Their names have the name of the sign file in them, for people, and a number made of its full path, so that files of the
/// same name in different folders have nothing in common.
public struct SignStatePaths: Hashable, Sendable {
    /// The folder of them all.
    public let folder: String
    /// The messages and variables that came from outside.
    public var state: String { "\(folder)/\(name)-\(key).state.json" }
    /// The last good sign file and its board.
    public var good: String { "\(folder)/\(name)-\(key).good.json" }
    /// The messages over which the program has crashed.
    public var crashes: String { "\(folder)/\(name)-\(key).crashes" }
    /// Where earlier versions kept the state: one file for all sign files of a name.
    public var earlierState: String { "\(folder)/\(name).state.json" }
    private let name: String
    private let key: String

    /// Names the files of a sign.
    ///
    /// - Parameters:
    ///   - folder: the folder of state.
    ///   - signFile: the path of the sign file, which may be missing. Links among its folders are followed; one in the place of
    ///     the file itself is not, so that a sign keeps its state when it is exchanged.
    public init?(folder: String, signFile: String) {
        guard let file = signFile.split(separator: "/").last.map(String.init), !file.isEmpty else { return nil }
        self.folder = folder
        name = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        key = Self.key(of: Self.folder(of: signFile) + "/" + file)
    }

    /// The full path of the folder of a file, without links; as it is given where there is no such folder.
    private static func folder(of path: String) -> String {
        let given = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let full = realpath(given, nil) else { return given }
        defer { free(full) }
        return String(cString: full)
    }

    /// A number of 16 digits that differs between paths.
    private static func key(of path: String) -> String {
        var hash = StableHash()
        hash.combine(path.utf8)
        return hash.digits
    }

    /// Takes over the state of an earlier version, where no other sign file of this name has a state of its own by now.
    ///
    /// Renames the file, so that only one sign ever takes it; without an earlier file nothing happens.
    public func carryOver() {
        guard access(earlierState, F_OK) == 0, access(state, F_OK) != 0, !hasNamesake else { return }
        _ = rename(earlierState, state)
    }

    /// Whether another sign file of this name has a state.
    private var hasNamesake: Bool {
        guard let stream = opendir(folder) else { return false }
        defer { closedir(stream) }
        let length = name.utf8.count + key.utf8.count + "-.state.json".utf8.count
        while let entry = readdir(stream) {
            let file = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if file.hasPrefix(name + "-"), file.hasSuffix(".state.json"), file.utf8.count == length { return true }
        }
        return false
    }
}
