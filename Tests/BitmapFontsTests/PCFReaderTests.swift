import BitmapFonts
import SignTestSupport
import Testing

@Suite struct PCFReaderTests {
    /// Glyphs without symmetry, of widths on both sides of 8, 16, 32 and 64, one without pixels.
    static let glyphs: [PCFWriter.Glyph] = [
        PCFWriter.Glyph(code: 0x41, left: -2, advance: 3, ascent: 2, rows: ["##.#.....", "...#....#", "#........"]),
        PCFWriter.Glyph(code: 0x42, advance: 0, ascent: 1, rows: ["#"]),
        PCFWriter.Glyph(code: 0x2020, advance: 5, ascent: 0, rows: []),
        PCFWriter.Glyph(
            code: 0x2142, left: 1, advance: 17, ascent: -1, rows: ["#.........##...#.", "...............##"]),
        PCFWriter.Glyph(
            code: 0x2041, advance: 70, ascent: 3,
            rows: [
                "#" + String(repeating: ".", count: 30) + "##" + String(repeating: ".", count: 30) + "##.",
                String(repeating: "#.", count: 33), String(repeating: ".", count: 65) + "#",
            ]),
    ]

    /// Every combination that the writer can write.
    static let writers: [PCFWriter] = [false, true].flatMap { bigEndian in
        [false, true].flatMap { highBitLeft in
            (0...3).flatMap { padding in
                (0...padding).flatMap { unit in
                    [false, true].map { compressed in
                        PCFWriter(
                            glyphs: glyphs, bigEndian: bigEndian, highBitLeft: highBitLeft, padding: padding,
                            unit: unit, compressed: compressed)
                    }
                }
            }
        }
    }

    @Test("All orders of bytes and bits, paddings, units and metrics give the same glyphs")
    func orders() throws {
        expectEqual(Self.writers.count, 80)
        for writer in Self.writers {
            let font = try FontFile.read(bytes: writer.bytes(), name: "test")
            expectEqual(font.glyphs.map(\.code), [0x41, 0x42, 0x2020, 0x2041, 0x2142])
            for glyph in Self.glyphs {
                let width = glyph.rows.first?.count ?? 0
                let read = font.glyph(for: UInt32(glyph.code))
                expectEqual(
                    metrics(read), [glyph.code, glyph.advance, glyph.left, glyph.ascent, width, glyph.rows.count])
                try expectEqual(art(font, UInt32(glyph.code)), glyph.rows.joined(separator: "\n"))
            }
            expectEqual([font.ascent, font.descent], [7, 2])
        }
    }

    @Test("Bits right of the width do not show")
    func dirtyPadding() throws {
        var writer = PCFWriter(glyphs: [PCFWriter.Glyph(code: 65, advance: 3, ascent: 1, rows: ["#.#"])])
        writer.highBitLeft = true
        var bytes = writer.bytes()
        let place = try #require(bytes.lastIndex(of: 0b1010_0000))
        bytes[place] = 0b1011_1111
        let font = try FontFile.read(bytes: bytes, name: "test")
        try expectEqual(art(font, 65), "#.#")
    }

    @Test("The BDF accelerators are preferred, wherever they stand")
    func accelerators() throws {
        var writer = PCFWriter(glyphs: Self.glyphs)
        for order in [[(2, 7, 2), (256, 9, 3)], [(256, 9, 3), (2, 7, 2)]] {
            writer.accelerators = order.map { (type: $0.0, ascent: $0.1, descent: $0.2) }
            let font = try FontFile.read(bytes: writer.bytes(), name: "test")
            expectEqual([font.ascent, font.descent], [9, 3])
        }
    }

    @Test("Without accelerators the properties give ascent and descent, without these the glyphs")
    func noAccelerators() throws {
        var writer = PCFWriter(glyphs: Self.glyphs, accelerators: [])
        var font = try FontFile.read(bytes: writer.bytes(), name: "test")
        expectEqual([font.ascent, font.descent], [3, 3])
        writer.properties = [("FONT_ASCENT", nil, 11), ("FONT_DESCENT", nil, 4)]
        font = try FontFile.read(bytes: writer.bytes(), name: "test")
        expectEqual([font.ascent, font.descent], [11, 4])
    }

    @Test("Properties give names and charset; a file without them is named after itself")
    func properties() throws {
        var writer = PCFWriter(glyphs: Self.glyphs, bigEndian: true)
        writer.properties = [
            ("FONT", "-a-Full-b-c-d--1-2-3-4-e-5-KOI8-R", 0), ("WEIGHT", nil, 10), ("FAMILY_NAME", "Fixed", 0),
            ("CHARSET_REGISTRY", "ISO8859", 0), ("CHARSET_ENCODING", "2", 0),
        ]
        writer.defaultCharacter = 0x42
        var font = try FontFile.read(bytes: writer.bytes(), name: "test")
        expectEqual(font.name, "Fixed")
        expectEqual(font.fullName, "-a-Full-b-c-d--1-2-3-4-e-5-KOI8-R")
        expectEqual(font.charset, "ISO8859-2")
        #expect(!font.isUnicode)
        expectEqual(font.defaultCharacter, 0x42)
        writer.without = [1]
        writer.defaultCharacter = 0x43
        font = try FontFile.read(bytes: writer.bytes(), name: "/x/plain.pcf.gz")
        expectEqual(font.name, "plain")
        #expect(font.isUnicode)
        #expect(font.defaultCharacter == nil)
    }

    @Test("A font of ten thousand codes and one picture shares the picture")
    func sharedPictures() throws {
        var bytes = PCFWriter(glyphs: [PCFWriter.Glyph(code: 65, advance: 9, ascent: 1, rows: ["#.#"])]).bytes()
        let encodings = try #require(PCFReaderTests.offset(ofTable: 32, in: bytes))
        bytes.removeSubrange(encodings...)
        bytes += number(0, bytes: 4) + [0, 255, 0, 255, 0].flatMap { number($0, bytes: 2) }
        bytes += [UInt8](repeating: 0, count: 2 * 65536)
        // The accelerators lay behind the encodings and are gone: the last entry of the list, type 2, is renamed.
        bytes[8 + 16 * 4] = 0x40
        for index in 8..<12 { bytes[8 + 16 * 3 + index] = 0xFF }
        let font = try FontFile.read(bytes: bytes, name: "test")
        expectEqual(font.glyphCount, 65536)
        let first = try #require(font.glyph(for: 0)?.columns)
        expectEqual(font.glyph(for: 65535)?.columns.startIndex, first.startIndex)
    }

    /// The place of a table in a file of the writer.
    static func offset(ofTable type: Int, in bytes: [UInt8]) -> Int? {
        entry(ofTable: type, in: bytes).map { little(bytes, $0 + 12) }
    }

    /// The place of a table's entry in the list of tables.
    static func entry(ofTable type: Int, in bytes: [UInt8]) -> Int? {
        (0..<little(bytes, 4)).map { 8 + 16 * $0 }.first { little(bytes, $0) == type }
    }

    private static func little(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
