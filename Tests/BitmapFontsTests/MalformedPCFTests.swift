import BitmapFonts
import SignTestSupport
import Testing

@Suite struct MalformedPCFTests {
    /// Little-endian, plain metrics: the numbers lie where the format's description says.
    private let bytes = PCFWriter(
        glyphs: PCFReaderTests.glyphs, compressed: false, properties: [("FONT", "x", 0), ("N", nil, 1)]
    ).bytes()

    /// The first problem after a change of the file `offset` bytes into a table.
    private func problem(
        table: Int, at offset: Int, _ change: [UInt8]
    ) throws -> FontError.Finding {
        var changed = bytes
        let start = try #require(PCFReaderTests.offset(ofTable: table, in: bytes)) + offset
        changed.replaceSubrange(start..<start + change.count, with: change)
        return try #require(fontError(changed)?.problems.first)
    }

    @Test("A file without metrics, bitmaps or encodings names the missing table")
    func missingTables() {
        for (type, name) in [(4, "metrics"), (8, "bitmaps"), (32, "encodings")] {
            let file = PCFWriter(glyphs: PCFReaderTests.glyphs, without: [type]).bytes()
            expectEqual(
                fontError(file)?.problems,
                [
                    FontError.Finding(place: .file, reason: .missing("the \(name) table"))
                ])
        }
    }

    @Test("Tables beyond the file and counts that cannot be are errors in the list of tables")
    func tableList() throws {
        for count in [1000, -1, Int(Int32.max)] {
            var changed = bytes
            changed.replaceSubrange(4..<8, with: number(count, bytes: 4))
            expectEqual(fontError(changed)?.problems.first?.place, .byte(4))
        }
        for offset in [bytes.count, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            var changed = bytes
            let entry = try #require(PCFReaderTests.entry(ofTable: 8, in: bytes))
            changed.replaceSubrange(entry + 12..<entry + 16, with: number(offset, bytes: 4))
            let expected = FontError.Finding(
                place: .byte(entry + 12), reason: .outsideFile(what: "the bitmaps table", offset: offset))
            expectEqual(fontError(changed)?.problems, [expected])
        }
    }

    @Test("Unknown and repeated tables are passed over; a table's size may exceed the file")
    func forgivenTables() throws {
        var changed = bytes
        let entry = try #require(PCFReaderTests.entry(ofTable: 1, in: bytes))
        changed.replaceSubrange(entry..<entry + 4, with: number(64, bytes: 4))
        changed.replaceSubrange(entry + 12..<entry + 16, with: number(-1, bytes: 4))
        let last = try #require(PCFReaderTests.entry(ofTable: 32, in: bytes))
        changed.replaceSubrange(last + 8..<last + 12, with: number(-1, bytes: 4))
        try expectEqual(FontFile.read(bytes: changed, name: "test").glyphCount, 5)
    }

    @Test("Metrics that cannot be are errors at the glyph")
    func metrics() throws {
        let start = try #require(PCFReaderTests.offset(ofTable: 4, in: bytes))
        try expectEqual(problem(table: 4, at: 4, number(-1, bytes: 4)).place, .byte(start + 4))
        try expectEqual(problem(table: 4, at: 4, number(1 << 30, bytes: 4)).place, .byte(start + 4))
        // Glyph 1: left, right, advance, ascent, descent, attributes.
        for (field, value, name) in [
            (0, 2, "width"), (1, 1100, "width"), (2, 5000, "advance"), (3, -2, "height"), (4, 1024, "height"),
        ] {
            let found = try problem(table: 4, at: 8 + 12 + 2 * field, number(value, bytes: 2))
            expectEqual(found.place, .byte(start + 20))
            guard case .outOfRange(let what, _, _) = found.reason else {
                throw FontError(source: "", problems: [found])
            }
            expectEqual(what, "the \(name) of glyph 1")
        }
    }

    @Test("Fewer bitmaps than metrics, and bitmaps outside the data, are errors")
    func bitmaps() throws {
        try expectEqual(problem(table: 8, at: 4, number(4, bytes: 4)).reason, .missing("1 of the bitmaps"))
        for count in [-1, 1 << 30] {
            guard case .outOfRange = try problem(table: 8, at: 4, number(count, bytes: 4)).reason else {
                Issue.record("a count of \(count) bitmaps")
                continue
            }
        }
        for offset in [10_000, -1] {
            let found = try problem(table: 8, at: 8 + 4 * 3, number(offset, bytes: 4))
            expectEqual(
                found.reason,
                .outsideFile(what: "the bitmap of glyph 3", offset: Int(UInt32(truncatingIfNeeded: offset))))
        }
    }

    @Test("Encodings of impossible ranges or absent glyphs are errors")
    func encodings() throws {
        let start = try #require(PCFReaderTests.offset(ofTable: 32, in: bytes))
        for (field, value) in [(0, -1), (0, 0x43), (1, 256), (2, 0x22), (3, 0x100)] {
            let found = try problem(table: 32, at: 4 + 2 * field, number(value, bytes: 2))
            guard case .outOfRange = found.reason else {
                throw FontError(source: "", problems: [found])
            }
            #expect([.byte(start + 4), .byte(start + 6), .byte(start + 8), .byte(start + 10)].contains(found.place))
        }
        // The first entry, code 0x20, has no glyph; give it one that does not exist.
        let found = try problem(table: 32, at: 14, number(5, bytes: 2))
        expectEqual(found.reason, .outOfRange(what: "the glyph of code 32", value: 5, allowed: 0...4))
    }

    @Test("Encodings without any glyph give no font")
    func noGlyphs() {
        let writer = PCFWriter(glyphs: [])
        expectEqual(fontError(writer.bytes())?.problems.first?.reason, .noGlyphs)
    }

    @Test("Properties whose counts or texts lie outside are errors")
    func properties() throws {
        for (offset, value) in [(4, 100_000), (4, -1), (8, 100_000), (13, -5), (13, 99), (28, 1000), (28, -1)] {
            _ = try problem(table: 1, at: offset, number(value, bytes: 4))
        }
    }

    @Test("More properties than any font has are an error")
    func manyProperties() throws {
        var writer = PCFWriter(glyphs: PCFReaderTests.glyphs)
        writer.properties = Array(repeating: ("N", nil, 1), count: 10_000)
        #expect(fontError(writer.bytes()) == nil)
        writer.properties.append(("N", nil, 1))
        let start = try #require(PCFReaderTests.offset(ofTable: 1, in: writer.bytes()))
        let expected = FontError.Finding(
            place: .byte(start + 4),
            reason: .outOfRange(what: "the number of properties", value: 10_001, allowed: 0...10_000))
        expectEqual(fontError(writer.bytes())?.problems, [expected])
    }

    @Test("A line height below zero or beyond the limits is an error")
    func lineHeight() throws {
        let start = try #require(PCFReaderTests.offset(ofTable: 2, in: bytes))
        for (field, value, what) in [
            (0, 5000, "the ascent"), (1, Int(Int32.min), "the descent"), (0, -3, "the line height (ascent + descent)"),
        ] {
            let found = try problem(table: 2, at: 12 + 4 * field, number(value, bytes: 4))
            expectEqual(found.place, .byte(start + 12))
            guard case .outOfRange(what, _, _) = found.reason else {
                throw FontError(source: "", problems: [found])
            }
        }
    }
}
