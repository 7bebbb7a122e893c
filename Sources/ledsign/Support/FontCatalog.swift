import BitmapFonts
import Foundation

/// The fonts that a name can mean: those the program ships and those of the system.
enum FontCatalog {
    /// The fonts that stand in for what the chosen ones lack, in order.
    static let fallbacks = ["ledsign-8", "ledsign-icons-8"]

    /// The font for a panel of some rows.
    static func defaultName(height: Int) -> String {
        height < 8 ? "ledsign-6-condensed" : height < 16 ? "ledsign-8" : "ledsign-16-bold"
    }

    /// Loads the named fonts, or the one that suits a height, and the shipped ones behind them.
    static func chain(_ names: [String], height: Int) throws -> FontChain {
        let chosen = names.isEmpty ? [defaultName(height: height)] : names
        let all = chosen + fallbacks.filter { !chosen.contains($0) }
        return FontChain(try all.map(load))
    }

    /// Loads a font by name or path.
    static func load(_ name: String) throws -> BitmapFont {
        let path = name.contains("/") ? name : try DataFolder.path() + "/fonts/\(name).bdf"
        return try FontFile.load(path: path)
    }

    static func completions() -> [String] { [] }
}
