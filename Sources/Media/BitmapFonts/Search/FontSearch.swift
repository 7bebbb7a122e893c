import LinuxSystem
import Settings

/// Finds font files by name in given folders.
///
/// Nothing is read but the folders; each question may change, so a font copied in is found at once.
package struct FontSearch: Sendable {
    /// The folders in the order of preference; missing ones are skipped.
    package let folders: [String]

    /// How many levels of subfolders are searched.
    static let depthLimit = 3
    /// The most folders that one search reads.
    static let folderLimit = 1024

    /// Creates a search through folders and their subfolders.
    package init(folders: [String]) {
        self.folders = folders
    }

    /// Creates the search of a Debian machine: the program's own fonts, the user's, then the system's.
    ///
    /// `dataFolder` holds the program's data, its fonts are in `fonts` there; `environment` gives `XDG_DATA_HOME` and
    /// `HOME`. The system's folders are those of xfonts-base, xfonts-75dpi and the like, console-setup and unifont.
    package init(dataFolder: String?, environment: [String: String]) {
        var folders: [String] = []
        if let dataFolder, !dataFolder.isEmpty { folders.append(dataFolder + "/fonts") }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        if let dataHome = environment["XDG_DATA_HOME"], !dataHome.isEmpty {
            folders.append(dataHome + "/fonts")
        } else if let home {
            folders.append(home + "/.local/share/fonts")
        }
        if let home { folders.append(home + "/.fonts") }
        folders += [
            "/usr/local/share/fonts", "/usr/share/fonts/X11/misc", "/usr/share/fonts/X11/75dpi",
            "/usr/share/fonts/X11/100dpi", "/usr/share/fonts/X11", "/usr/share/fonts", "/usr/share/consolefonts",
            "/usr/share/unifont",
        ]
        self.init(folders: folders)
    }

    /// Returns all font files, in the order of the folders, within one by name, each once; with a name those of the folders up to
    /// the first one that has it.
    ///
    /// Links to folders are followed, three levels deep at most. The program's own fonts come first: with one of their names a start
    /// need not read the system's folders.
    package func list(through name: String? = nil) -> [FontLocation] {
        var seenFolders: Set<String> = []
        var locations: [FontLocation] = []
        for folder in folders {
            collect(folder, depth: 0, &seenFolders, &locations)
            if let name, locations.contains(where: { $0.name == name }) { break }
        }
        return locations
    }

    /// Returns the font of a name or a path.
    ///
    /// A name with a slash in it is a path, relative to the current folder or absolute. Any other is compared with the
    /// names without endings, then with the file names, then with the names without `_unicode` (for Terminus), then
    /// with all, ignoring case; the first folder that has it wins. A name that no folder has may still be a
    /// file in the current folder.
    ///
    /// - Parameter isCurrentFolderSearched: whether that is looked for, too; in sign files, paths are relative to the folder of the file.
    /// - Throws: `WordedError` with the nearest names and the folders that exist.
    package func find(
        _ name: String, isCurrentFolderSearched: Bool = true
    ) throws(WordedError) -> FontLocation {
        if name.contains("/") { return try location(at: name) }
        let all = list(through: name)
        let key = name.lowercased()
        let matches: [(FontLocation) -> Bool] = [
            { $0.name == name }, { $0.fileName == name }, { $0.name == name + "_unicode" },
            { $0.name.lowercased() == key || $0.fileName.lowercased() == key },
        ]
        for match in matches {
            if let found = all.first(where: match) { return found }
        }
        if isCurrentFolderSearched, Folder.entry(at: name) == .file {
            if let here = FontLocation(path: name) { return here }
            if let format = Self.format(of: name), format.kind == .outlineFont { throw Self.notAFont(name, format) }
        }
        let nearest = Self.nearest(to: name, among: all.map(\.name))
        let similar = nearest.isEmpty ? "" : "; similar: " + nearest.joined(separator: ", ")
        let searched = folders.filter { Folder.entry(at: $0) == .folder }
        let places = searched.isEmpty ? "no font folder exists" : "searched " + searched.joined(separator: ", ")
        throw WordedError(
            "unknown font \"\(name)\"\(similar); \(places); "
                + "`ledsign font list --all` lists all fonts, and the path of a font file works too")
    }

    private func location(at path: String) throws(WordedError) -> FontLocation {
        guard Folder.entry(at: path) == .file else {
            throw WordedError("missing font file \"\(path)\"; check the path")
        }
        guard let location = FontLocation(path: path) else { throw Self.notAFont(path, Self.format(of: path)) }
        return location
    }

    /// The error for a file whose name does not end like that of a font; what its first bytes say it is, as far as that is
    /// known.
    private static func notAFont(_ path: String, _ found: FileFormat?) -> WordedError {
        guard let found, found.kind != .bitmapFont else {
            return WordedError(
                "\"\(path)\" is not a font file; its name must end in \(FontFormat.endings.listed("or")), or one of these "
                    + "and .gz")
        }
        return WordedError(
            "\"\(path)\" is \(found.words), not a font that can be read; \(FontError.wantedFormats)")
    }

    /// What the first bytes of a file say it is.
    private static func format(of path: String) -> FileFormat? {
        (try? RegularFile.beginning(path: path, maximum: FileFormat.beginning)).flatMap { FileFormat(of: $0) }
    }

    /// Adds the fonts of a folder and then those of its subfolders.
    private func collect(
        _ folder: String, depth: Int, _ seen: inout Set<String>, _ locations: inout [FontLocation]
    ) {
        guard seen.count < Self.folderLimit, seen.insert(folder).inserted else { return }
        var subfolders: [String] = []
        for name in (try? Folder.names(in: folder)) ?? [] where !name.hasPrefix(".") {
            let path = folder + "/" + name
            if let location = FontLocation(path: path) {
                if Folder.entry(at: path) == .file { locations.append(location) }
            } else if depth < Self.depthLimit, Folder.entry(at: path) == .folder {
                subfolders.append(path)
            }
        }
        for subfolder in subfolders { collect(subfolder, depth: depth + 1, &seen, &locations) }
    }
}

/// A font file that was found but not read: its path and what its name says.
package struct FontLocation: Hashable, Sendable {
    /// The name to ask for it by: the file name without `.gz` and without the format's ending.
    package let name: String
    /// The path: folder, slash, file name.
    package let path: String

    package var fileName: String { FontFormat.fileName(of: path) }
    /// Whether it is an outline font, by its name.
    var isOutline: Bool { FontFormat.outlineEndings.contains { path.lowercased().hasSuffix($0) } }

    /// Describes a path; nil if its name does not end as a font's does, in either case of letters.
    package init?(path: String) {
        guard let name = FontFormat.fontName(ofFile: path) else { return nil }
        self.name = name
        self.path = path
    }
}

extension FontSearch {
    /// Returns at most five of the names that are most like the wanted one: begun by it or beginning it, or few
    /// letters away; letters of either case are the same.
    private static func nearest(to wanted: String, among names: [String]) -> [String] {
        // Longer names are not compared.
        let lengthLimit = 64
        let key = Array(wanted.lowercased())
        guard (1...lengthLimit).contains(key.count) else { return [] }
        let allowed = max(2, key.count / 3)
        var best: [(score: Int, name: String)] = []
        for name in Set(names) {
            let letters = Array(name.lowercased())
            guard letters.count <= lengthLimit else { continue }
            let errors = NearestName.errors(between: key, and: letters)
            if errors <= allowed {
                best.append((errors, name))
            } else if min(key.count, letters.count) >= 3, letters.starts(with: key) || key.starts(with: letters) {
                best.append((allowed + errors, name))
            }
        }
        return best.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.prefix(5).map(\.name)
    }
}

/// Outline fonts by the names of their families, as other programs call them: `Noto Sans`, `DejaVu Sans`.
extension FontSearch {
    /// The default styles of a family, in order of preference.
    private static let plainStyles = ["regular", "book", "roman", "normal", "medium"]

    /// Finds the file of a family, and the face or named style in it; nil if no font is of that family.
    ///
    /// Every outline font of the folders is opened: some milliseconds for hundreds of them.
    func family(_ name: String, style: String?) -> (location: FontLocation, style: String?)? {
        let (family, wanted) = (name.lowercased(), style?.lowercased())
        var found: [(location: FontLocation, style: OutlineFile.Style)] = []
        for location in list() where location.isOutline {
            for style in FontFile.styles(path: location.path) where style.family.lowercased() == family {
                found.append((location, style))
            }
        }
        let order = wanted.map { [$0] } ?? Self.plainStyles
        let chosen = order.lazy.compactMap { name in found.first { $0.style.name.lowercased() == name } }.first
        guard let best = chosen ?? (wanted == nil ? found.first : nil) else { return nil }
        return (best.location, best.style.index == 0 ? nil : best.style.fullName)
    }
}
