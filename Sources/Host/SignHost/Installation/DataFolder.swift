import BitmapFonts
import Foundation
import LinuxSystem
import Settings
import SignFiles

/// The folder that holds `boards/` and `fonts/`: what the program ships.
package enum DataFolder {
    /// Returns the first place that holds the program's data.
    package static func path() throws -> String {
        if let named = ProcessInfo.processInfo.environment["LEDSIGN_DATA"], !named.isEmpty {
            guard holdsData(named) else {
                throw WordedError(
                    "LEDSIGN_DATA names \(named), which has no folders boards/ and fonts/; name the folder that has them"
                )
            }
            return named
        }
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        // The checkout that the program was built from: this file lies in Sources/Host/SignHost/Installation of it.
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { checkout.deleteLastPathComponent() }
        let places = [
            executable.path, executable.deletingLastPathComponent().appendingPathComponent("share/ledsign").path,
            "/usr/share/ledsign", checkout.path,
        ]
        guard let found = places.first(where: holdsData) else {
            throw WordedError(
                "the folders boards/ and fonts/ were not found in \(places.joined(separator: ", ")); set LEDSIGN_DATA to the "
                    + "folder that has them")
        }
        return found
    }

    private static func holdsData(_ place: String) -> Bool {
        ["boards", "fonts"].allSatisfy { Folder.entry(at: "\(place)/\($0)") == .folder }
    }
}

/// The fonts that a name can mean: those the program ships and those of the system.
package enum FontCatalog {
    /// The fallback fonts, in order.
    package static let fallbacks = ["ledsign-8", "ledsign-icons-8"]

    /// The font for a number of rows: the tallest that fits; from 64 rows on, scaled to half of the rows.
    package static func defaultName(height: Int) -> String {
        switch height {
        case ..<8: "ledsign-6-condensed"
        case ..<16: "ledsign-8"
        default: FontName(name: "ledsign-16-bold", factor: height / 32).description
        }
    }

    /// Loads a font by name or path, by its file's name also from the current folder, enlarged where the name says so.
    package static func load(_ name: String) throws -> BitmapFont { try search().load(name) }

    /// Loads a font that a sign file gives by name, or by a path that begins at the folder of the sign file.
    package static func loadForSign(_ name: String) throws -> BitmapFont {
        try search().load(name, isCurrentFolderSearched: false)
    }

    /// The fonts, the shipped ones first.
    package static func list(shippedOnly: Bool) throws -> [FontLocation] {
        let shipped = try DataFolder.path() + "/fonts/"
        let all = try search().list()
        let own = all.filter { $0.path.hasPrefix(shipped) }
        return shippedOnly ? own : own + all.filter { !$0.path.hasPrefix(shipped) }
    }

    /// The pictures of emoji in colour: those of Debian's package fonts-noto-color-emoji, or of a copy in another font folder.
    package static let emoji = EmojiFont {
        try? search().find("NotoColorEmoji.ttf", isCurrentFolderSearched: false).path
    }

    /// The names that the shell completes.
    package static func completions() -> [String] {
        ((try? list(shippedOnly: false)) ?? []).map(\.name)
    }

    private static func search() throws -> FontSearch {
        FontSearch(dataFolder: try DataFolder.path(), environment: ProcessInfo.processInfo.environment)
    }
}

/// The recipes that the program ships: the folder `recipes`.
package enum RecipeCatalog {
    private static let ending = ".yaml"

    /// The names of all recipes, sorted.
    package static func names() throws -> [String] {
        let entries = try FileManager.default.contentsOfDirectory(atPath: folder())
        return entries.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// Loads a recipe by its name.
    package static func load(_ name: String) throws -> Recipe {
        let names = try names()
        guard names.contains(name) else {
            let nearest = ShownText.suggestion(NearestName.find(name, among: names))
            throw WordedError(
                "there is no recipe \(ShownText.quoted(name))\(nearest); `ledsign recipe list` lists all recipes")
        }
        let path = try folder() + "/" + name + ending
        let bytes = try RegularFile.read(path: path, limit: Recipe.maximumBytes)
        return try Recipe(parsing: String(decoding: bytes, as: UTF8.self), name: name, path: path)
    }

    /// The recorded answers of a recipe's sources, for pictures and tests.
    package static func answers(of name: String) throws -> String { try folder() + "/answers/" + name }

    private static func folder() throws -> String { try DataFolder.path() + "/recipes" }
}
