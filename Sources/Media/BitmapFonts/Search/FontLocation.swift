/// A font file that was found but not read: its path and what its name says.
package struct FontLocation: Hashable, Sendable {
    /// The kinds of font files, taken from the end of the name.
    package enum Format: String, CaseIterable, Sendable {
        /// Glyph Bitmap Distribution Format.
        case bdf
        /// Portable Compiled Format of X11.
        case pcf
        /// Linux console font, version 1 or 2.
        case psf
        /// Unifont's hexadecimal format.
        case hex
    }

    /// The name to ask for it by: the file name without `.gz` and without the format's ending.
    package let name: String
    /// The path: folder, slash, file name.
    package let path: String
    /// The format.
    package let format: Format
    /// Whether the file is gzip-compressed by its name.
    package let isCompressed: Bool

    /// The file name.
    package var fileName: String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// Describes a path; nil if its name does not end as a font's does (`.bdf .pcf .psf .psfu .hex`, each also `.gz`).
    package init?(path: String) {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        var name = path[start...]
        let isCompressed = Self.removeEnding(".gz", from: &name)
        let endings: [(String, Format)] = [
            (".bdf", .bdf), (".pcf", .pcf), (".psf", .psf), (".psfu", .psf), (".hex", .hex),
        ]
        guard let format = endings.first(where: { Self.removeEnding($0.0, from: &name) })?.1, !name.isEmpty else {
            return nil
        }
        self.name = String(name)
        self.path = path
        self.format = format
        self.isCompressed = isCompressed
    }

    /// Removes an ending, ignoring case, if it is there.
    private static func removeEnding(_ ending: String, from name: inout Substring) -> Bool {
        guard name.utf8.count > ending.utf8.count, name.lowercased().hasSuffix(ending) else { return false }
        name = name.dropLast(ending.count)
        return true
    }
}
