import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct BitmapFontTests {
    private func font(codes: [UInt32]) -> BitmapFont {
        var builder = BitmapFontBuilder()
        builder.font.ascent = 5
        builder.font.descent = 2
        for (index, code) in codes.enumerated() {
            builder.add(code: code, advance: index, left: -1, top: 3, picture: bitmap("#.\n.#"))
        }
        return builder.finished()
    }

    @Test("Glyphs are in the order of their codes, whatever order they came in")
    func glyphsAreSorted() {
        let codes: [UInt32] = [0x10FFFF, 0x41, 0, 0x4E00, 0xFF, 0x100, 0x1F600]
        let font = font(codes: codes)
        expectEqual(font.glyphs.map(\.code), [0, 0x41, 0xFF, 0x100, 0x4E00, 0x1F600, 0x10FFFF])
        expectEqual(font.glyphCount, 7)
        for (index, code) in codes.enumerated() { expectEqual(font.glyph(for: code)?.advance, index) }
    }

    @Test("A code without a glyph is answered with nil, beyond the last page and beyond Unicode too")
    func absentCodes() {
        let font = font(codes: [0x41, 0x1234])
        for code: UInt32 in [0, 0x40, 0x42, 0x141, 0x1233, 0x1300, 0x10FFFF, 0x110000, .max] {
            #expect(font.glyph(for: code) == nil)
        }
        #expect(self.font(codes: []).glyph(for: 0) == nil)
    }

    @Test("Of several glyphs of one code the last one wins", arguments: [[65, 65, 65], [66, 65, 66], [65, 66, 66]])
    func lastOneWins(codes: [UInt32]) {
        let font = font(codes: codes)
        for code in Set(codes) {
            expectEqual(font.glyph(for: code)?.advance, codes.lastIndex(of: code))
        }
        expectEqual(font.glyphCount, Set(codes).count)
    }

    @Test("The line height is ascent and descent; a default character without a glyph is none")
    func lineMetrics() {
        expectEqual(font(codes: [65]).lineHeight, 7)
        var builder = BitmapFontBuilder()
        builder.add(code: 65, advance: 1, left: 0, top: 1, picture: bitmap("#"))
        builder.font.defaultCharacter = 66
        #expect(builder.finished().defaultCharacter == nil)
        builder.font.defaultCharacter = 65
        expectEqual(builder.finished().defaultCharacter, 65)
    }

    @Test("A glyph of 130 rows has three words a column, and reads as it was drawn")
    func tallGlyph() throws {
        var picture = MonoBitmap(width: 3, height: 130)
        let lit = [(0, 0), (0, 63), (0, 64), (1, 127), (1, 128), (2, 129)]
        for (x, y) in lit { picture[x, y] = true }
        var builder = BitmapFontBuilder()
        builder.add(code: 1, advance: 3, left: 0, top: 130, picture: picture)
        let glyph = try #require(builder.finished().glyph(for: 1))
        expectEqual(glyph.wordsPerColumn, 3)
        let columns: [UInt64] = [1 | 1 << 63, 1, 0, 0, 1 << 63, 1, 0, 0, 2]
        expectEqual(Array(glyph.columns), columns)
        for x in -1...3 {
            for y in -1...130 { expectEqual(glyph[x, y], lit.contains { $0 == (x, y) }) }
        }
        expectEqual(glyph.word(column: 3), 0)
        expectEqual(glyph.word(column: 0, word: 3), 0)
        expectEqual(glyph.bitmap, picture)
    }

    @Test("Codes, boxes and distances beyond the limits are refused")
    func limits() {
        var builder = BitmapFontBuilder()
        let dot = bitmap("#")
        let refused = [
            builder.add(code: 0x110000, advance: 1, left: 0, top: 1, picture: dot),
            builder.add(code: 1, advance: 4097, left: 0, top: 1, picture: dot),
            builder.add(code: 1, advance: 1, left: -4097, top: 1, picture: dot),
            builder.add(code: 1, advance: 1, left: 0, top: .max, picture: dot),
            builder.add(code: 1, advance: 1, left: 0, top: 1, picture: MonoBitmap(width: 1025, height: 1)),
            builder.add(code: 1, advance: 1, left: 0, top: 1, picture: MonoBitmap(width: 1, height: 1025)),
        ]
        #expect(!refused.contains(true))
        expectEqual(builder.finished().glyphCount, 0)
        let added = builder.add(code: 0x10FFFF, advance: -4096, left: 4096, top: -4096, picture: dot)
        #expect(added)
        expectEqual(metrics(builder.finished().glyphs.first), [0x10FFFF, -4096, 4096, -4096, 1, 1])
    }

    @Test("Looking glyphs up allocates nothing")
    func lookupDoesNotAllocate() {
        let font = font(codes: Array(0x20...0x7E))
        var sum: UInt64 = 0
        let count = allocations {
            var code: UInt32 = 0
            while code <= 0x200 {
                if let glyph = font.glyph(for: code) { sum &+= glyph.word(column: 1) }
                code &+= 1
            }
        }
        expectEqual(count, 0)
        expectEqual(sum, 2 * 95)
    }
}
