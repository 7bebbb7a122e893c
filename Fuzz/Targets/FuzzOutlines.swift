import BitmapFonts

/// Every input is read as an outline font, in two sizes, with crisp and smooth edges; a text is laid out in it.
let fuzzOutlines: FuzzTarget = { data, count in
    let bytes = input(data, count)
    for size in [OutlineSize.capitals(9), .rows(24)] {
        guard let font = try? FontFile.read(bytes: bytes, name: "fuzz.ttf", size: size) else { continue }
        for font in [font, font.smooth()].compactMap({ $0 }) { look(at: font) }
    }
    for style in ["Bold", "Second"] {
        _ = try? FontFile.read(bytes: bytes, name: "fuzz.ttf", size: .capitals(9), style: style)
    }
    return 0
}

/// Checks what every outline font promises, and lays out its first letters.
private func look(at font: BitmapFont) {
    precondition(font.ascent >= 0 && font.descent >= 0 && font.lineHeight <= 2 * FontLimits.boxExtent)
    let characters = font.characters(maximum: 200)
    for glyph in characters {
        precondition(glyph.width <= FontLimits.boxExtent && glyph.height <= FontLimits.boxExtent)
        precondition(glyph.columns.count == glyph.width * glyph.wordsPerColumn)
        precondition(glyph.shares.isEmpty || glyph.shares.count == glyph.width * glyph.height)
    }
    let text = String(String.UnicodeScalarView(characters.compactMap { Unicode.Scalar($0.code) }))
    _ = try? TextLayout(fonts: FontChain([font])).strip(text + "HÄgx दि لا", width: 40)
}
