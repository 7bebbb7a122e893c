import BitmapFonts
import SignTestSupport
import Testing

@Suite struct BDFReaderTests {
    @Test("A glyph lies where its BBX says: negative bearing, ink beyond the advance, rows below the base line")
    func negativeBearing() throws {
        let font = try font(
            bdf("STARTCHAR j\nENCODING 106\nSWIDTH 0 0\nDWIDTH 3 0\nBBX 9 3 -2 -2\nBITMAP\n1080\n10fF\nC000\nENDCHAR"))
        expectEqual(metrics(font.glyph(for: 106)), [106, 3, -2, 1, 9, 3])
        let expected = """
            ...#....#
            ...#....#
            ##.......
            """
        try expectEqual(art(font, 106), expected)
    }

    @Test("Bits right of the width do not show")
    func dirtyPadding() throws {
        let font = try font(
            bdf("STARTCHAR x\nENCODING 120\nDWIDTH 4 0\nBBX 3 2 0 0\nBITMAP\nBF\n5f\nENDCHAR"))
        try expectEqual(art(font, 120), "#.#\n.#.")
        expectEqual(Array(try #require(font.glyph(for: 120)).columns), [1, 2, 1])
    }

    @Test("Too few digits in a line are dark, too many are dropped, blank lines are none")
    func unevenRows() throws {
        let font = try font(
            bdf("STARTCHAR x\nENCODING 120\nDWIDTH 4 0\nBBX 12 3 0 0\nBITMAP\nF\n\nFFF\n8011FFFFFFFF\nENDCHAR"))
        let expected = """
            ####........
            ############
            #..........#
            """
        try expectEqual(art(font, 120), expected)
    }

    @Test("Boxes without pixels are glyphs, with bitmap lines or without")
    func emptyBoxes() throws {
        let glyphs = [("0 0", "BITMAP\n"), ("0 3", "BITMAP\n00\n00\n00\n"), ("5 0", ""), ("0 0", "BITMAP\n00\n")]
        for (box, lines) in glyphs {
            let font = try font(
                bdf("STARTCHAR space\nENCODING 32\nDWIDTH 5 0\nBBX \(box) 0 0\n\(lines)ENDCHAR"))
            let glyph = try #require(font.glyph(for: 32))
            expectEqual(glyph.advance, 5)
            #expect(glyph.columns.allSatisfy { $0 == 0 })
        }
    }

    @Test("The advance may be zero or negative")
    func zeroAdvance() throws {
        for advance in [0, -3] {
            let font = try font(
                bdf("STARTCHAR m\nENCODING 769\nDWIDTH \(advance) 0\nBBX 1 1 -3 5\nBITMAP\n80\nENDCHAR"))
            expectEqual(metrics(font.glyph(for: 769)), [769, advance, -3, 6, 1, 1])
        }
    }

    @Test("Glyphs without a code are left out")
    func unencoded() throws {
        let noCode = "STARTCHAR a b\nENCODING -1\nDWIDTH 1 0\nBBX 1 1 0 0\nBITMAP\n80\nENDCHAR\n"
        let font = try font(bdf(noCode + noCode.replacing("-1", with: "-1 77") + dotGlyph))
        expectEqual(font.glyphs.map(\.code), [46])
    }

    @Test("Codes above 0xFFFF are codes")
    func highCodes() throws {
        let font = try font(bdf(dotGlyph.replacing("46", with: "128512")))
        expectEqual(font.glyphs.map(\.code), [0x1F600])
    }

    @Test("Windows line ends, tabs, indentation, blank lines and a byte order mark change nothing")
    func lineEnds() throws {
        let plain = bdf(dotGlyph, properties: "STARTPROPERTIES 1\nFONT_ASCENT 6\nENDPROPERTIES")
        let expected = try font(plain).glyphs.map(metrics)
        expectEqual(expected, [[46, 2, 0, 1, 1, 1]])
        let variants = [
            plain.replacing("\n", with: "\r\n"), plain.replacing("\n", with: "\n\n \t\n"), "\u{FEFF}" + plain,
            plain.replacing("\n", with: "\n\t "), plain.replacing(" ", with: "\t"), "\n\n" + plain,
            String(plain.dropLast()), plain + "anything\nSTARTCHAR\n",
        ]
        for variant in variants {
            let font = try font(variant)
            expectEqual(font.glyphs.map(metrics), expected)
            expectEqual(font.ascent, 6)
        }
    }

    @Test("Wrong counts of CHARS and STARTPROPERTIES do not matter", arguments: [-1, 0, 1, 7, 2_000_000_000])
    func wrongCounts(count: Int) throws {
        let text = bdf(
            dotGlyph, properties: "STARTPROPERTIES \(count)\nFONT_ASCENT 9\nFONT_DESCENT 3\nENDPROPERTIES")
        let font = try font(text.replacing("CHARS 1", with: "CHARS \(count)"))
        expectEqual(font.glyphCount, 1)
        expectEqual(font.ascent, 9)
        expectEqual(font.descent, 3)
    }

    @Test("Properties give name, charset and default character; two quotes stand for one")
    func properties() throws {
        let properties = """
            STARTPROPERTIES 5
            FAMILY_NAME "The ""Tiny"" One"
            CHARSET_REGISTRY "ISO10646"
            CHARSET_ENCODING "1"
            DEFAULT_CHAR 46
            X_UNKNOWN "STARTCHAR"
            ENDPROPERTIES
            """
        let font = try font(bdf(dotGlyph, properties: properties))
        expectEqual(font.name, "The \"Tiny\" One")
        expectEqual(font.fullName, "test")
        expectEqual(font.source, "test")
        expectEqual(font.charset, "ISO10646-1")
        #expect(font.isUnicode)
        expectEqual(font.defaultCharacter, 46)
    }

    @Test("Without properties FONTBOUNDINGBOX gives ascent and descent, and there is no default character")
    func noProperties() throws {
        let font = try font(bdf(dotGlyph))
        expectEqual(font.ascent, 6)
        expectEqual(font.descent, 2)
        #expect(font.defaultCharacter == nil)
        expectEqual(font.charset, "")
        #expect(font.isUnicode)
    }

    @Test("A default character without a glyph is none")
    func defaultWithoutGlyph() throws {
        let font = try font(bdf(dotGlyph, properties: "STARTPROPERTIES 1\nDEFAULT_CHAR 0\nENDPROPERTIES"))
        #expect(font.defaultCharacter == nil)
    }

    @Test(
        "ISO 10646 and ISO 8859-1 are Unicode, other charsets are not",
        arguments: [
            ("ISO10646", "1", true), ("iso10646", "1", true), ("ISO8859", "1", true), ("ISO8859", "2", false),
            ("KOI8", "R", false), ("Adobe", "FontSpecific", false), ("ISO8859", "10", false),
        ])
    func charsets(registry: String, encoding: String, isUnicode: Bool) throws {
        let properties =
            "STARTPROPERTIES 2\nCHARSET_REGISTRY \"\(registry)\"\nCHARSET_ENCODING \"\(encoding)\"\nENDPROPERTIES"
        let fromProperties = try font(bdf(dotGlyph, properties: properties))
        expectEqual(fromProperties.isUnicode, isUnicode)
        expectEqual(fromProperties.charset, "\(registry)-\(encoding)")
        let name = "-misc-Fixed-Medium-R-Normal--8-80-75-75-C-50-\(registry)-\(encoding)"
        let fromName = try font(bdf(dotGlyph).replacing("FONT test", with: "FONT \(name)"))
        expectEqual(fromName.isUnicode, isUnicode)
        expectEqual(fromName.name, "Fixed")
        expectEqual(fromName.fullName, name)
    }

    @Test("BDF 2.2 may give one advance for all glyphs and vertical metrics")
    func version22() throws {
        let glyph = """
            STARTCHAR x
            ENCODING 120
            SWIDTH1 0 0
            DWIDTH1 0 -8
            VVECTOR 4 7
            ATTRIBUTES 0F00
            COMMENT inside
            BBX 1 1 0 0
            BITMAP
            COMMENT inside
            80
            ENDCHAR
            """
        let text = bdf(glyph, start: "STARTFONT 2.2", box: "FONTBOUNDINGBOX 4 4 0 0\nMETRICSSET 0\nDWIDTH 7 0")
        expectEqual(metrics(try font(text).glyph(for: 120)), [120, 7, 0, 1, 1, 1])
    }

    @Test("Unknown keywords outside glyphs are skipped, and names may hold spaces and keywords")
    func unknownKeywords() throws {
        let text = bdf(
            "_EXTENSION 1 2 3\nSTARTCHAR ENDCHAR of all\n" + dotGlyph.split(separator: "\n", maxSplits: 1)[1])
        try expectEqual(font(text).glyphCount, 1)
    }
}
