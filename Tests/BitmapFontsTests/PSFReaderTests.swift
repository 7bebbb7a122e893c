import BitmapFonts
import SignTestSupport
import Testing

@Suite struct PSFReaderTests {
    /// Version 1: 256 or 512 glyphs of `height` rows, glyph `i` with the byte `i % 256` in its first row.
    static func version1(mode: UInt8, height: UInt8, table: [UInt16] = []) -> [UInt8] {
        var bytes: [UInt8] = [0x36, 0x04, mode, height]
        for glyph in 0..<(mode & 1 == 1 ? 512 : 256) {
            bytes += [UInt8(truncatingIfNeeded: glyph)] + [UInt8](repeating: 0, count: Int(height) - 1)
        }
        return bytes + table.flatMap { number(Int($0), bytes: 2) }
    }

    /// Version 2 with any numbers in its header.
    static func version2(
        version: Int = 0, headerSize: Int = 32, flags: Int = 0, count: Int, bytesPerGlyph: Int, height: Int,
        width: Int, body: [UInt8]
    ) -> [UInt8] {
        let numbers = [version, headerSize, flags, count, bytesPerGlyph, height, width]
        var bytes: [UInt8] = [0x72, 0xB5, 0x4A, 0x86]
        for value in numbers { bytes += number(value, bytes: 4) }
        return bytes + [UInt8](repeating: 0xEE, count: max(0, headerSize - 32)) + body
    }

    @Test("Version 1 without a table: 256 or 512 glyphs, 8 wide, glyph i has the code i and it is not Unicode")
    func plainVersion1() throws {
        for (mode, count) in [(UInt8(0), 256), (1, 512)] {
            let font = try FontFile.read(bytes: Self.version1(mode: mode, height: 10), name: "lat1-10.psf")
            expectEqual(font.glyphCount, count)
            #expect(!font.isUnicode)
            expectEqual(font.charset, "")
            expectEqual(font.name, "lat1-10")
            expectEqual(font.lineHeight, 10)
            try expectEqual(art(font, 0xA5).prefix(8), "#.#..#.#")
            expectEqual(font.glyph(for: 0xA5)?.advance, 8)
        }
    }

    @Test("Version 1 with a table: one glyph of several codes, sequences left out")
    func tableOfVersion1() throws {
        var table: [UInt16] = [0x41, 0x391, 0x410, 0xFFFE, 0x41, 0x30A, 0xFFFF]
        for _ in 1..<256 { table += [0xFFFF] }
        table[table.count - 1] = 0xE000
        table += [0xFFFF]
        for mode: UInt8 in [2, 4, 6] {
            let font = try FontFile.read(bytes: Self.version1(mode: mode, height: 1, table: table), name: "test")
            expectEqual(font.glyphs.map(\.code), [0x41, 0x391, 0x410, 0xE000])
            #expect(font.isUnicode)
            try expectEqual(art(font, 0x391), "........")
            try expectEqual(art(font, 0xE000), "########")
        }
    }

    @Test("Version 2: any width, a longer header, more bytes per glyph than needed, a UTF-8 table")
    func version2() throws {
        let glyphs: [UInt8] = [0x80, 0x7F, 0x01, 0x80, 0xAA] + [0xFF, 0xFF, 0x00, 0x00, 0xAA]
        let table = Array("A\u{3B1}\u{20AC}\u{1F600}".utf8) + [0xFE, 0x41, 0xCC, 0x81, 0xFE, 0x42, 0xFF] + [0xFF]
        let bytes = Self.version2(
            headerSize: 40, flags: 1, count: 2, bytesPerGlyph: 5, height: 2, width: 9, body: glyphs + table)
        let font = try FontFile.read(bytes: bytes, name: "test")
        expectEqual(font.glyphs.map(\.code), [0x41, 0x3B1, 0x20AC, 0x1F600])
        for code: UInt32 in [0x41, 0x1F600] { try expectEqual(art(font, code), "#........\n.......##") }
        expectEqual(metrics(font.glyph(for: 0x41)), [0x41, 9, 0, 2, 9, 2])
    }

    @Test("The base line lies under the lowest lit row of H")
    func baseLine() throws {
        var glyphs = [UInt8](repeating: 0, count: 73 * 16)
        glyphs.replaceSubrange(72 * 16 + 3..<72 * 16 + 12, with: [UInt8](repeating: 0x42, count: 9))
        let bytes = Self.version2(count: 73, bytesPerGlyph: 16, height: 16, width: 8, body: glyphs)
        let font = try FontFile.read(bytes: bytes, name: "test")
        expectEqual(font.ascent, 12)
        expectEqual(font.descent, 4)
        expectEqual(font.glyph(for: 72)?.top, 12)
    }

    @Test(
        "Without an H the descent is a fifth of the height",
        arguments: [(1, 1, 0), (8, 7, 1), (16, 13, 3), (32, 26, 6)])
    func assumedBaseLine(height: Int, ascent: Int, descent: Int) throws {
        let bytes = Self.version2(
            count: 1, bytesPerGlyph: height, height: height, width: 8, body: [UInt8](repeating: 0xFF, count: height))
        let font = try FontFile.read(bytes: bytes, name: "test")
        expectEqual([font.ascent, font.descent], [ascent, descent])
    }

    @Test("Header numbers that cannot be are errors at their bytes")
    func badHeaders() {
        let body = [UInt8](repeating: 0, count: 64)
        func place(_ bytes: [UInt8]) -> FontError.Place? { fontError(bytes)?.problems.first?.place }
        expectEqual(place(Self.version1(mode: 0, height: 1).dropLast(1) + []), .byte(259))
        expectEqual(place([0x36, 0x04, 0, 0]), .byte(3))
        expectEqual(place([0x36, 0x04, 0]), .byte(3))
        expectEqual(
            place(Self.version2(version: 1, count: 1, bytesPerGlyph: 8, height: 8, width: 8, body: body)), .byte(4))
        expectEqual(
            place(Self.version2(headerSize: 31, count: 1, bytesPerGlyph: 8, height: 8, width: 8, body: body)),
            .byte(8))
        expectEqual(place(Self.version2(count: 0, bytesPerGlyph: 8, height: 8, width: 8, body: body)), .byte(16))
        expectEqual(place(Self.version2(count: -1, bytesPerGlyph: 8, height: 8, width: 8, body: body)), .byte(16))
        expectEqual(place(Self.version2(count: 1, bytesPerGlyph: 7, height: 8, width: 8, body: body)), .byte(20))
        expectEqual(place(Self.version2(count: 1, bytesPerGlyph: -1, height: 8, width: 8, body: body)), .byte(20))
        expectEqual(place(Self.version2(count: 1, bytesPerGlyph: 8, height: 0, width: 8, body: body)), .byte(24))
        expectEqual(place(Self.version2(count: 1, bytesPerGlyph: 8, height: 1, width: 1025, body: body)), .byte(28))
        expectEqual(place(Self.version2(count: 9, bytesPerGlyph: 8, height: 8, width: 8, body: body)), .byte(96))
        let most = Self.version2(
            headerSize: 32, count: 0x110000, bytesPerGlyph: 1 << 26, height: 8, width: 8, body: body)
        expectEqual(fontError(most)?.problems.first?.reason, .endsInside("the glyphs"))
    }

    @Test(
        "A table that ends early or is no Unicode is an error",
        arguments: [
            [0x41], [0xC3], [0xC3, 0x41, 0xFF], [0x80, 0xFF], [0xC0, 0x80, 0xFF], [0xED, 0xA0, 0x80, 0xFF],
            [0xF4, 0x90, 0x80, 0x80, 0xFF], [0xE0, 0x80, 0xAF, 0xFF], [0xF8, 0xFF],
        ] as [[UInt8]])
    func badTables(table: [UInt8]) {
        let bytes = Self.version2(flags: 1, count: 1, bytesPerGlyph: 1, height: 1, width: 8, body: [0] + table)
        #expect(fontError(bytes) != nil)
        let half = Self.version1(mode: 2, height: 1, table: [0xD800, 0xFFFF])
        expectEqual(fontError(half)?.problems.first?.place, .byte(260))
    }

    @Test("A table without one code gives no font")
    func noCodes() {
        let bytes = Self.version2(flags: 1, count: 2, bytesPerGlyph: 1, height: 1, width: 8, body: [0, 0, 0xFF, 0xFF])
        expectEqual(fontError(bytes)?.problems.first?.reason, .noGlyphs)
    }
}
