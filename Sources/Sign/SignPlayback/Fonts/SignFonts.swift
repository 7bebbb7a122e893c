import BitmapFonts
import Settings
import SignFiles

/// Where the fonts of a sign come from.
package struct SignFonts: Sendable {
    private let usual: @Sendable (_ height: Int) -> String
    private let fallbacks: [String]
    let load: @Sendable (_ nameOrPath: String) throws -> BitmapFont

    /// Takes the ways to fonts.
    ///
    /// - Parameters:
    ///   - usual: the font for an area of some rows, where a message names no font.
    ///   - fallbacks: the fonts behind those of a message, for the characters that these lack.
    ///   - load: loads a font; its errors are shown to users.
    package init(
        usual: @escaping @Sendable (_ height: Int) -> String, fallbacks: [String],
        load: @escaping @Sendable (_ nameOrPath: String) throws -> BitmapFont
    ) {
        self.usual = usual
        self.fallbacks = fallbacks
        self.load = load
    }

    /// The fonts of a message on an area of some rows, in the order in which they are asked for a character.
    func names(for message: SignMessage, of file: SignFile, height: Int) -> [String] {
        let chosen = message.fonts.isEmpty ? [usual(height)] : message.fonts.map { file.path(ofFont: $0) }
        // What stands in for letters is as large as they are.
        let factor = chosen.first.map { FontName($0).factor } ?? 1
        let fallbacks = fallbacks.map { FontName(name: $0, factor: factor).description }
        return chosen + fallbacks.filter { !chosen.contains($0) }
    }
}
