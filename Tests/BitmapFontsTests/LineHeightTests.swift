import BitmapFonts
import SignTestSupport
import Testing

@Suite("Fonts without a line height")
struct LineHeightTests {
    @Test("a BDF font whose ascent and descent add up to nothing has the rows of its glyphs")
    func noLineHeight() throws {
        let text = """
            STARTFONT 2.1
            FONT a
            SIZE 3 75 75
            FONTBOUNDINGBOX 0 0 0 0
            STARTPROPERTIES 2
            FONT_ASCENT 0
            FONT_DESCENT 0
            ENDPROPERTIES
            CHARS 2
            STARTCHAR A
            ENCODING 65
            DWIDTH 2 0
            BBX 1 3 0 0
            BITMAP
            80
            80
            80
            ENDCHAR
            STARTCHAR g
            ENCODING 103
            DWIDTH 2 0
            BBX 1 2 0 -1
            BITMAP
            80
            80
            ENDCHAR
            ENDFONT
            """
        let font = try FontFile.read(bytes: Array(text.utf8), name: "a.bdf")
        expectEqual([font.ascent, font.descent], [3, 1])
    }

    @Test("a PCF font whose ascent and descent add up to nothing has the rows of its glyphs")
    func pcf() throws {
        var bytes = PCFWriter(glyphs: PCFReaderTests.glyphs, compressed: false).bytes()
        // The accelerators have the ascent and the descent in 8 bytes from their 12th one on.
        let start = try #require(PCFReaderTests.offset(ofTable: 2, in: bytes)) + 12
        bytes.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0, count: 8))
        let font = try FontFile.read(bytes: bytes, name: "a.pcf")
        // The last glyph reaches 3 rows above the base line, the one before it 3 rows below.
        expectEqual([font.ascent, font.descent], [3, 3])
    }
}
