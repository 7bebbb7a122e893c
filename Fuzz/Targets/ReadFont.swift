import BitmapFonts

/// Reads the bytes as a font, their first ones replaced by `magic`, and looks at all that comes out.
///
/// Returns 0, what libFuzzer wants to hear.
func readFont(_ bytes: [UInt8], magic: [UInt8]) -> Int32 {
    do throws(FontError) {
        look(at: try FontFile.read(bytes: magic + bytes.dropFirst(magic.count), name: "fuzz"))
    } catch {
        precondition(!error.problems.isEmpty && error.problemCount >= error.problems.count)
        precondition(error.problems.count <= FontLimits.problems && error.description.utf8.count < 20_000)
    }
    return 0
}

/// Checks what every font promises.
private func look(at font: BitmapFont) {
    precondition(font.glyphCount > 0 && font.lineHeight > 0 && !font.name.isEmpty)
    if let code = font.defaultCharacter { precondition(font.glyph(for: code) != nil) }
    var last: UInt32?
    for glyph in font.glyphs {
        precondition(glyph.code <= FontLimits.code && (last.map { $0 < glyph.code } ?? true))
        last = glyph.code
        precondition(font.glyph(for: glyph.code)?.columns == glyph.columns)
        precondition(glyph.columns.count == glyph.width * glyph.wordsPerColumn)
        precondition(glyph.width <= FontLimits.boxExtent && glyph.height <= FontLimits.boxExtent)
        let below = glyph.height & 63
        for x in 0..<glyph.width where below > 0 {
            precondition(glyph.word(column: x, word: glyph.wordsPerColumn - 1) >> UInt64(below) == 0)
        }
    }
}
