import BitmapFonts
import Foundation

/// The fonts that a name can mean: those the program ships and those of the system.
enum FontCatalog {
    /// The fonts that stand in for what the chosen ones lack, in order.
    static let fallbacks = ["ledsign-8", "ledsign-icons-8"]

    /// The font for a panel of some rows: the tallest that fits, and from 64 rows on enlarged to half of the rows.
    static func defaultName(height: Int) -> String {
        switch height {
        case ..<8: "ledsign-6-condensed"
        case ..<16: "ledsign-8"
        default: FontName(name: "ledsign-16-bold", factor: height / 32).description
        }
    }

    /// Loads the named fonts, or the one that suits a height, and the shipped ones behind them.
    static func chain(_ names: [String], height: Int) throws -> FontChain {
        let chosen = names.isEmpty ? [defaultName(height: height)] : names
        let factor = chosen.first.map { FontName($0).factor } ?? 1
        let fallbacks = fallbacks.map { FontName(name: $0, factor: factor).description }
        let all = chosen + fallbacks.filter { !chosen.contains($0) }
        return FontChain(try all.map(load))
    }

    /// Loads a font by name or path, by its file's name also from the current folder, enlarged where the name says so.
    static func load(_ name: String) throws -> BitmapFont { try search().load(name) }

    /// Loads a font that a sign file gives by name, or by a path that begins at the folder of the sign file.
    static func loadForSign(_ name: String) throws -> BitmapFont {
        try search().load(name, isCurrentFolderSearched: false)
    }

    /// The fonts, the shipped ones first.
    static func list(shippedOnly: Bool) throws -> [FontLocation] {
        let shipped = try DataFolder.path() + "/fonts/"
        let all = try search().list()
        let own = all.filter { $0.path.hasPrefix(shipped) }
        return shippedOnly ? own : own + all.filter { !$0.path.hasPrefix(shipped) }
    }

    /// The names that the shell completes.
    static func completions() -> [String] {
        ((try? list(shippedOnly: false)) ?? []).map(\.name)
    }

    private static func search() throws -> FontSearch {
        FontSearch(dataFolder: try DataFolder.path(), environment: ProcessInfo.processInfo.environment)
    }
}
