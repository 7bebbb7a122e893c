/// Why no font is found under a name.
public enum FontSearchError: Error, Equatable, Sendable {
    /// No folder has a font of that name; the names most like it, and the folders that were looked through.
    case unknown(name: String, nearest: [String], folders: [String])
    /// The path leads to no file.
    case noSuchFile(path: String)
    /// The file's name does not end as a font's does.
    case notAFont(path: String)
}

extension FontSearchError: CustomStringConvertible {
    /// What was asked for, where it was looked for, and what to do.
    public var description: String {
        switch self {
        case .unknown(let name, let nearest, let folders):
            let similar = nearest.isEmpty ? "" : "; similar: " + nearest.joined(separator: ", ")
            let places =
                folders.isEmpty ? "no folder of fonts is there" : "looked in " + folders.joined(separator: ", ")
            return "no font is called \"\(name)\"\(similar); \(places); "
                + "`ledsign font list` shows all, and a path to a font file works too"
        case .noSuchFile(let path): return "there is no font file \"\(path)\""
        case .notAFont(let path):
            return
                "\"\(path)\" is not named like a font: .bdf, .pcf, .psf, .psfu or .hex is expected, each also with .gz"
        }
    }
}
