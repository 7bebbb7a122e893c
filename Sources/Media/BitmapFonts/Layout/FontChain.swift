/// Fonts in the order in which they are searched for a character, and what is drawn if none has it.
public struct FontChain: Sendable {
    /// The fonts; the first one gives the line its height.
    public let fonts: [BitmapFont]
    /// What is drawn for a character that no font has; always with ink.
    ///
    /// Of the first font that has one, the glyph of its own DEFAULT_CHAR or of U+FFFD, blank ones left out; where no
    /// font has either, a box as large as a capital letter of the first font.
    public let replacement: Glyph

    /// Creates a chain; without any font every character is drawn as a box of 5 x 7 pixels.
    public init(_ fonts: [BitmapFont]) {
        self.fonts = fonts
        let own = fonts.lazy.compactMap { font -> Glyph? in
            let preferred = font.defaultCharacter.flatMap { font.glyph(for: $0) }
            let candidates = [preferred, font.isUnicode ? font.glyph(for: 0xFFFD) : nil]
            return candidates.lazy.compactMap { $0 }.first { $0.hasInk }
        }
        replacement = own.first ?? .box(like: fonts.first)
    }

    /// A glyph and the font in the chain that it is from.
    struct Found {
        var glyph: Glyph
        var font: Int
    }

    /// Returns the glyph of the first font that has the scalar itself.
    ///
    /// Fonts whose codes are not Unicode are searched only for the characters that all charsets share, 0x20 to 0x7E.
    func find(_ code: UInt32) -> Found? {
        for index in fonts.indices where fonts[index].isUnicode || (0x20...0x7E).contains(code) {
            if let glyph = fonts[index].glyph(for: code) { return Found(glyph: glyph, font: index) }
        }
        return nil
    }

    /// Returns the glyph of the first font that has the scalar or a character that means the same.
    func findEquivalent(_ code: UInt32) -> Found? {
        if let found = find(code) { return found }
        if let plain = SpecialCharacters.plainEquivalent(of: code) { return find(plain) }
        return nil
    }

    /// Returns the glyph of the first font that has the character, or nil if the replacement glyph is drawn.
    ///
    /// A no-break space is served by a space, and the Unicode hyphens by a hyphen-minus. O(number of fonts), without
    /// allocation.
    public func glyph(for scalar: Unicode.Scalar) -> Glyph? { findEquivalent(scalar.value)?.glyph }

    /// The rows above the base line of a line that only the first font serves.
    public var ascent: Int { fonts.first?.ascent ?? replacement.top }
    /// The rows below the base line of a line that only the first font serves.
    public var descent: Int { fonts.first?.descent ?? 0 }
}

extension Glyph {
    /// Whether any pixel is lit.
    var hasInk: Bool { columns.contains { $0 != 0 } }

    /// A glyph without pixels that takes no space.
    static let nothing = Glyph(code: 0, advance: 0, left: 0, top: 0, width: 0, height: 0, columns: [])

    /// The empty box: one pixel of outline, as large as the font's `H` (else as its ascent), at least 3 x 3.
    static func box(like font: BitmapFont?) -> Glyph {
        let capital = font?.glyph(for: 0x48)
        let width = min(max(capital?.width ?? 5, 3), 64)
        let height = min(max(capital?.top ?? font?.ascent ?? 7, 3), 64)
        let full: UInt64 = height == 64 ? .max : (1 << UInt64(height)) - 1
        let ends: UInt64 = 1 | 1 << UInt64(height - 1)
        let columns = (0..<width).map { $0 == 0 || $0 == width - 1 ? full : ends }
        return Glyph(
            code: 0xFFFD, advance: width + 1, left: 0, top: height, width: width, height: height, columns: columns[...])
    }
}
