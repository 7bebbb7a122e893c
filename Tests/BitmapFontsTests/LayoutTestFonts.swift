import BitmapFonts
import PixelGraphics
import SignTestSupport

/// Fonts typed as art for the layout's tests.
enum LayoutTestFonts {
    /// One glyph: where its pen stands in its art, how far it goes, and the rows.
    struct Letter {
        var code: UInt32
        var advance: Int
        var left = 0
        var top: Int
        var art: String
    }

    static func font(_ letters: [Letter], ascent: Int, descent: Int, defaultCharacter: UInt32? = nil) -> BitmapFont {
        var builder = BitmapFontBuilder()
        builder.font.name = "tiny"
        builder.font.source = "tiny.bdf"
        builder.font.ascent = ascent
        builder.font.descent = descent
        builder.font.defaultCharacter = defaultCharacter
        for letter in letters {
            builder.add(
                code: letter.code, advance: letter.advance, left: letter.left, top: letter.top,
                picture: bitmap(letter.art))
        }
        return builder.finished()
    }

    /// A font of one column and one pixel per character: only the order of the glyphs matters.
    static func dots(_ codes: some Sequence<UInt32>, advance: Int = 1) -> BitmapFont {
        font(
            codes.map { Letter(code: $0, advance: advance, top: 1, art: "#") }, ascent: 1, descent: 0)
    }

    /// Letters of 2 to 4 columns: ascent 4, descent 1.
    static let tiny = font(
        [
            Letter(code: 0x20, advance: 2, top: 0, art: ""),
            Letter(code: 0x2D, advance: 3, top: 2, art: "##"),
            Letter(
                code: 0x41, advance: 4, top: 4,
                art: """
                    .#.
                    #.#
                    ###
                    #.#
                    """),
            Letter(
                code: 0x48, advance: 4, top: 4,
                art: """
                    #.#
                    ###
                    #.#
                    #.#
                    """),
            Letter(
                code: 0x69, advance: 2, top: 4,
                art: """
                    #
                    .
                    #
                    #
                    """),
            // Ink left of the pen and below the base line.
            Letter(
                code: 0x6A, advance: 2, left: -1, top: 4,
                art: """
                    .#
                    ..
                    .#
                    .#
                    #.
                    """),
            // Ink beyond the advance.
            Letter(
                code: 0x66, advance: 2, top: 4,
                art: """
                    .##
                    #..
                    ##.
                    #..
                    """),
            Letter(
                code: 0x65, advance: 3, top: 3,
                art: """
                    ##
                    #.
                    ##
                    """),
        ], ascent: 4, descent: 1)

    static func layout(_ fonts: BitmapFont..., style: TextStyle = TextStyle()) -> TextLayout {
        TextLayout(fonts: FontChain(fonts), style: style)
    }

    /// The codes of the glyphs as seen from left to right.
    static func codes(_ layout: TextLayout, _ text: String) throws -> [UInt32] {
        try layout.lines(of: text).flatMap { $0.glyphs.map(\.glyph.code) }
    }
}
