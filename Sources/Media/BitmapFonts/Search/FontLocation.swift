/// A font file that was found but not read: its path and what its name says.
package struct FontLocation: Hashable, Sendable {
    /// The name to ask for it by: the file name without `.gz` and without the format's ending.
    package let name: String
    /// The path: folder, slash, file name.
    package let path: String

    /// The file name.
    package var fileName: String { FontFormat.fileName(of: path) }

    /// Describes a path; nil if its name does not end as a font's does, in either case of letters.
    package init?(path: String) {
        guard let name = FontFormat.fontName(ofFile: path) else { return nil }
        self.name = name
        self.path = path
    }
}
