import LinuxSystem

/// Why a font was not found.
package enum FontSearchError: Error, Equatable, Sendable {
    /// No folder has a font of that name; the names most like it, and the folders that were looked through.
    case unknown(name: String, nearest: [String], folders: [String])
    /// The path leads to no file.
    case noSuchFile(path: String)
    /// What stands behind the `@` of a known font is no factor.
    case wrongFactor(name: String, font: String)
    /// The file's name does not end like that of a font; what its first bytes say it is, as far as that is known.
    case notAFont(path: String, found: FileFormat? = nil)
}

extension FontSearchError: CustomStringConvertible {
    /// The name, where it was searched, and the fix.
    package var description: String {
        switch self {
        case .unknown(let name, let nearest, let folders):
            let similar = nearest.isEmpty ? "" : "; similar: " + nearest.joined(separator: ", ")
            let places =
                folders.isEmpty ? "no font folder exists" : "searched " + folders.joined(separator: ", ")
            return "unknown font \"\(name)\"\(similar); \(places); "
                + "`ledsign font list --all` lists all fonts, and the path of a font file works too"
        case .noSuchFile(let path): return "missing font file \"\(path)\"; check the path"
        case .wrongFactor(let name, let font):
            return
                "the factor behind the @ of \"\(name)\" is a whole number from 1 to \(FontName.factorLimit), such as \(font)@2"
        case .notAFont(let path, let found):
            let endings = "its name must end in \(FontFormat.endings.listed("or")), or one of these and .gz"
            guard let found, found.kind != .bitmapFont else { return "\"\(path)\" is not a font file; \(endings)" }
            return "\"\(path)\" is \(found.words), not a bitmap font; \(FontProblem.wantedFormats(instead: found))"
        }
    }
}
