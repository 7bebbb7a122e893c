/// Reads PSF 1 and 2, the fonts of the Linux console.
///
/// Every glyph advances by the font's width. The format has no base line: it is put under the lowest lit row of the
/// glyph of `H`, and where there is no such glyph, under four fifths of the height (rounded up). With a Unicode table
/// the codes are Unicode and a glyph may have several; sequences of the table (a letter with marks) are left out, as
/// they have no single code. Without a table glyph `i` has the code `i` and the font is not a Unicode font.
struct PSFReader {
    /// The first bytes of version 1.
    private static let magic1: [UInt8] = [0x36, 0x04]
    /// The first bytes of version 2.
    private static let magic2: [UInt8] = [0x72, 0xB5, 0x4A, 0x86]

    /// How the numbers of the header lay out the file.
    private struct Header {
        let start: Int
        let count: Int
        let bytesPerGlyph: Int
        let width: Int
        let height: Int
        let hasTable: Bool
    }

    /// Returns whether content begins like a file of either version.
    static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic1) || bytes.starts(with: magic2) }

    /// Reads a whole file of either version.
    static func read(_ bytes: [UInt8], source: String) throws(FontError) -> BitmapFont {
        let isVersion1 = bytes.starts(with: magic1)
        let header = isVersion1 ? try header1(bytes) : try header2(bytes)
        let (size, overflow) = header.count.multipliedReportingOverflow(by: header.bytesPerGlyph)
        guard !overflow, header.start <= bytes.count, size <= bytes.count - header.start else {
            throw FontError(place: .byte(bytes.count), reason: .endsInside("the glyphs"))
        }
        var cursor = ByteCursor(
            bytes, header.start + size..<bytes.count, isBigEndian: false, what: "the Unicode table")
        var builder = BitmapFontBuilder()
        for glyph in 0..<header.count {
            let codes =
                !header.hasTable
                ? [UInt32(glyph)]
                : isVersion1 ? try codes1(&cursor) : try codes2(&cursor)
            try add(glyph, codes: codes, header, bytes, to: &builder)
        }
        if builder.records.isEmpty { throw FontError(place: .byte(bytes.count), reason: .noGlyphs) }
        return finish(&builder, header, source: source)
    }

    private static func header1(_ bytes: [UInt8]) throws(FontError) -> Header {
        var cursor = ByteCursor(bytes, 2..<max(2, bytes.count), isBigEndian: false, what: "the header")
        let mode = try cursor.u8()
        let height = try cursor.u8()
        try ByteCursor.check(height, 1...255, "the bytes per glyph", at: 3)
        return Header(
            start: 4, count: mode & 1 != 0 ? 512 : 256, bytesPerGlyph: height, width: 8, height: height,
            hasTable: mode & 6 != 0)
    }

    private static func header2(_ bytes: [UInt8]) throws(FontError) -> Header {
        var cursor = ByteCursor(bytes, 4..<max(4, bytes.count), isBigEndian: false, what: "the header")
        let version = try cursor.u32()
        try ByteCursor.check(version, 0...0, "the version", at: 4)
        let start = try cursor.u32()
        try ByteCursor.check(start, 32...FontLimits.fileBytes, "the size of the header", at: 8)
        let flags = try cursor.u32()
        let count = try cursor.u32()
        try ByteCursor.check(count, 1...FontLimits.glyphs, "the number of glyphs", at: 16)
        let bytesPerGlyph = try cursor.u32()
        let height = try cursor.u32()
        try ByteCursor.check(height, 1...FontLimits.boxExtent, "the height", at: 24)
        let width = try cursor.u32()
        try ByteCursor.check(width, 1...FontLimits.boxExtent, "the width", at: 28)
        let needed = height * ((width + 7) / 8)
        try ByteCursor.check(bytesPerGlyph, needed...FontLimits.fileBytes, "the bytes per glyph", at: 20)
        return Header(
            start: start, count: count, bytesPerGlyph: bytesPerGlyph, width: width, height: height,
            hasTable: flags & 1 != 0)
    }

    /// Adds a glyph under each of its codes; they share its pixels.
    private static func add(
        _ glyph: Int, codes: [UInt32], _ header: Header, _ bytes: [UInt8], to builder: inout BitmapFontBuilder
    ) throws(FontError) {
        guard !codes.isEmpty else { return }
        let box = GlyphBox(advance: header.width, width: header.width, height: header.height)
        let offset = header.start + glyph * header.bytesPerGlyph
        let first = builder.words.count
        guard builder.hasRoom(for: box), codes.count <= FontLimits.glyphs - builder.records.count else {
            throw FontError(
                place: .byte(offset),
                reason: .tooLarge(what: "the size of all glyphs in columns", limit: FontLimits.words))
        }
        box.appendColumns(to: &builder.words, rows: bytes, offset: offset, stride: (header.width + 7) / 8)
        for code in codes { builder.record(code: code, box: box, firstWord: first) }
    }

    private static func finish(
        _ builder: inout BitmapFontBuilder, _ header: Header, source: String
    ) -> BitmapFont {
        let capital = builder.finished().glyph(for: 0x48)
        let lowest = capital.flatMap { glyph in
            (0..<glyph.height).last { y in (0..<glyph.width).contains { glyph[$0, y] } }
        }
        builder.font.ascent = lowest.map { $0 + 1 } ?? header.height - header.height / 5
        builder.font.descent = header.height - builder.font.ascent
        builder.moveTops(to: builder.font.ascent)
        FontNaming(registry: header.hasTable ? "ISO10646" : nil, encoding: header.hasTable ? "1" : nil)
            .apply(to: &builder.font, source: source)
        builder.font.isUnicode = header.hasTable
        return builder.finished()
    }

    /// Reads the codes of one glyph of version 1: 16-bit numbers, FFFE before each sequence, FFFF at the end.
    private static func codes1(_ cursor: inout ByteCursor) throws(FontError) -> [UInt32] {
        var codes: [UInt32] = []
        var isSequence = false
        while true {
            let place = cursor.offset
            let code = try cursor.u16()
            switch code {
            case 0xFFFF: return codes
            case 0xFFFE: isSequence = true
            case 0xD800...0xDFFF:
                throw FontError(
                    place: .byte(place),
                    reason: .malformed(
                        what: "the Unicode table", expected: "Unicode scalars", found: String(code, radix: 16)))
            default: if !isSequence { codes.append(UInt32(code)) }
            }
        }
    }

    /// Reads the codes of one glyph of version 2: UTF-8, the byte FE before each sequence, FF at the end.
    private static func codes2(_ cursor: inout ByteCursor) throws(FontError) -> [UInt32] {
        var codes: [UInt32] = []
        var isSequence = false
        while true {
            let place = cursor.offset
            let byte = try cursor.u8()
            switch byte {
            case 0xFF: return codes
            case 0xFE: isSequence = true
            default:
                let code = try scalar(first: byte, &cursor, at: place)
                if !isSequence { codes.append(code) }
            }
        }
    }

    /// Reads the bytes after the first one of a scalar in UTF-8.
    private static func scalar(
        first: Int, _ cursor: inout ByteCursor, at place: Int
    ) throws(FontError) -> UInt32 {
        let (count, least) =
            switch first {
            case 0x00...0x7F: (0, 0)
            case 0xC2...0xDF: (1, 0x80)
            case 0xE0...0xEF: (2, 0x800)
            case 0xF0...0xF4: (3, 0x10000)
            default: (-1, 0)
            }
        var value = first & [0x7F, 0x1F, 0x0F, 0x07][max(0, count)]
        var isValid = count >= 0
        for _ in 0..<max(0, count) where isValid {
            let byte = try cursor.u8()
            isValid = byte & 0xC0 == 0x80
            value = value << 6 | byte & 0x3F
        }
        guard isValid, value >= least, let scalar = Unicode.Scalar(UInt32(value)) else {
            throw FontError(
                place: .byte(place),
                reason: .malformed(what: "the Unicode table", expected: "UTF-8", found: String(first, radix: 16)))
        }
        return scalar.value
    }
}
