import BitmapFonts
import SignTestSupport
import Testing

/// A BDF file around some glyphs; every part can be left out or replaced.
func bdf(
    _ glyphs: String, start: String = "STARTFONT 2.1", box: String = "FONTBOUNDINGBOX 8 8 0 -2",
    properties: String = "", end: String = "ENDFONT"
) -> String {
    [start, "FONT test", "SIZE 8 75 75", box, properties, "CHARS 1", glyphs, end]
        .filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
}

/// A glyph of 1x1 pixel at the base line.
let dotGlyph = "STARTCHAR dot\nENCODING 46\nSWIDTH 0 0\nDWIDTH 2 0\nBBX 1 1 0 0\nBITMAP\n80\nENDCHAR"

/// Reads a font in a text.
func font(_ text: String) throws(FontError) -> BitmapFont {
    try FontFile.read(bytes: Array(text.utf8), name: "test")
}

/// The error of reading the bytes, or nil where they are a font.
func fontError(_ bytes: [UInt8]) -> FontError? {
    do throws(FontError) {
        _ = try FontFile.read(bytes: bytes, name: "test")
        return nil
    } catch {
        return error
    }
}

/// The error of reading the text, or nil where it is a font.
func fontError(_ text: String) -> FontError? { fontError(Array(text.utf8)) }

/// The box of a glyph as art.
func art(_ font: BitmapFont, _ code: UInt32) throws -> String {
    art(try #require(font.glyph(for: code)).bitmap)
}

/// Everything that a glyph is but its pixels: code, advance, left, top, width, height.
func metrics(_ glyph: Glyph?) -> [Int] {
    guard let glyph else { return [] }
    return [Int(glyph.code), glyph.advance, glyph.left, glyph.top, glyph.width, glyph.height]
}

/// The bytes of a number with the highest first or last.
func number(_ value: Int, bytes: Int, bigEndian: Bool = false) -> [UInt8] {
    let low = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return bigEndian ? low.reversed() : low
}
