import BitmapFonts
import Foundation

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

    /// The names that the shell completes.
    package static func completions() -> [String] {
        ((try? list(shippedOnly: false)) ?? []).map(\.name)
    }

    private static func search() throws -> FontSearch {
        FontSearch(dataFolder: try DataFolder.path(), environment: ProcessInfo.processInfo.environment)
    }
}
