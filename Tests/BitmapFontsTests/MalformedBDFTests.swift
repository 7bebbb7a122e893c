import BitmapFonts
import SignTestSupport
import Testing

@Suite struct MalformedBDFTests {
    /// A change of a sound file, and the problems that it makes, with their lines.
    struct Case: CustomTestStringConvertible {
        var change: (from: String, to: String)
        var problems: [(line: Int, reason: FontError.Reason)]
        var testDescription: String {
            "'\(change.from)' becomes '\(change.to)'".replacing("\n", with: "/")
        }
    }

    /// Lines 1 to 16.
    static let sound = """
        STARTFONT 2.1
        FONT test
        SIZE 8 75 75
        FONTBOUNDINGBOX 8 8 0 -2
        STARTPROPERTIES 1
        FONT_ASCENT 6
        ENDPROPERTIES
        CHARS 1
        STARTCHAR dot
        ENCODING 46
        DWIDTH 2 0
        BBX 8 2 0 0
        BITMAP
        80
        40
        ENDCHAR
        ENDFONT

        """

    static let distances = -4096...4096

    static let cases: [Case] = [
        Case(
            change: ("SIZE 8 75 75", "SIZE 8 75 75 4"),
            problems: [(3, .outOfRange(what: "bits per pixel in SIZE", value: 4, allowed: 1...1))]),
        Case(
            change: ("BOX 8 8 0 -2", "BOX 8 8 0"),
            problems: [(4, .malformed(what: "FONTBOUNDINGBOX", expected: "four whole numbers", found: "8 8 0"))]),
        Case(
            change: ("BOX 8 8 0 -2", "BOX 8 -8 0 -2"),
            problems: [(4, .outOfRange(what: "the height in FONTBOUNDINGBOX", value: -8, allowed: 0...4096))]),
        Case(change: ("FONTBOUNDINGBOX 8 8 0 -2\n", ""), problems: [(16, .missing("FONTBOUNDINGBOX"))]),
        Case(
            change: ("ASCENT 6", "ASCENT six"),
            problems: [(6, .malformed(what: "FONT_ASCENT", expected: "a whole number", found: "six"))]),
        Case(
            change: ("ASCENT 6", "ASCENT 99999999999999999999"),
            problems: [(6, .outOfRange(what: "FONT_ASCENT", value: 1_000_000_000_000_000, allowed: distances))]),
        Case(
            change: ("ASCENT 6", "ASCENT -3"),
            problems: [(17, .outOfRange(what: "the line height (ascent + descent)", value: -1, allowed: 1...8192))]),
        Case(change: ("ENDPROPERTIES\n", ""), problems: [(7, .missing("ENDPROPERTIES"))]),
        Case(
            change: ("STARTCHAR dot\n", ""),
            problems: [
                (9, .unexpected(keyword: "ENCODING", inside: "the font, outside a glyph")),
                (11, .unexpected(keyword: "BBX", inside: "the font, outside a glyph")),
                (12, .unexpected(keyword: "BITMAP", inside: "the font, outside a glyph")),
                (15, .unexpected(keyword: "ENDCHAR", inside: "the font, outside a glyph")),
            ]),
        Case(change: ("ENCODING 46\n", ""), problems: [(9, .missing("ENCODING"))]),
        Case(
            change: ("ENCODING 46", "ENCODING 1114112"),
            problems: [(10, .outOfRange(what: "the code in ENCODING", value: 0x110000, allowed: -1...0x10FFFF))]),
        Case(
            change: ("ENCODING 46", "ENCODING U+002E"),
            problems: [(10, .malformed(what: "ENCODING", expected: "a whole number", found: "U+002E"))]),
        Case(change: ("DWIDTH 2 0\n", ""), problems: [(9, .missing("DWIDTH"))]),
        Case(
            change: ("DWIDTH 2 0", "DWIDTH"),
            problems: [(11, .malformed(what: "DWIDTH", expected: "two whole numbers", found: ""))]),
        Case(
            change: ("DWIDTH 2 0", "DWIDTH -4097 0"),
            problems: [(11, .outOfRange(what: "the advance in DWIDTH", value: -4097, allowed: distances))]),
        Case(change: ("BBX 8 2 0 0\n", ""), problems: [(9, .missing("BBX"))]),
        Case(
            change: ("BBX 8 2 0 0", "BBX 8 two 0 0"),
            problems: [(12, .malformed(what: "BBX", expected: "four whole numbers", found: "8 two 0 0"))]),
        Case(
            change: ("BBX 8 2 0 0", "BBX 2000000000 2000000000 0 0"),
            problems: [(12, .outOfRange(what: "the width in BBX", value: 2_000_000_000, allowed: 0...1024))]),
        Case(
            change: ("BBX 8 2 0 0", "BBX 8 -2 0 0"),
            problems: [(12, .outOfRange(what: "the height in BBX", value: -2, allowed: 0...1024))]),
        Case(
            change: ("BBX 8 2 0 0", "BBX 8 2 -9223372036854775808 0"),
            problems: [
                (12, .outOfRange(what: "the left edge in BBX", value: -1_000_000_000_000_000, allowed: distances))
            ]),
        Case(
            change: ("BBX 8 2 0 0", "BBX 8 2 0 4095"),
            problems: [(12, .outOfRange(what: "the upper edge in BBX", value: 4097, allowed: distances))]),
        Case(
            change: ("BITMAP\n80\n40\n", ""),
            problems: [(9, .missing("BITMAP"))]),
        Case(
            change: ("BITMAP\n80\n40\n", "80\n40\n"),
            problems: [
                (13, .unexpected(keyword: "80", inside: "a glyph")),
                (14, .unexpected(keyword: "40", inside: "a glyph")),
            ]),
        Case(
            change: ("BITMAP", "BITMAPS"),
            problems: [
                (13, .unexpected(keyword: "BITMAPS", inside: "a glyph")),
                (14, .unexpected(keyword: "80", inside: "a glyph")),
                (15, .unexpected(keyword: "40", inside: "a glyph")),
            ]),
        Case(change: ("40\n", ""), problems: [(15, .rowCount(expected: 2, found: 1))]),
        Case(change: ("40\n", "40\n20\n"), problems: [(17, .rowCount(expected: 2, found: 3))]),
        Case(
            change: ("40\n", "4G\n"),
            problems: [(15, .malformed(what: "a bitmap line", expected: "hexadecimal digits", found: "4G"))]),
        Case(change: ("40\nENDCHAR\n", "40\n"), problems: [(16, .missing("ENDCHAR"))]),
        Case(
            change: ("DWIDTH 2 0\n", "STARTCHAR two\n"),
            problems: [
                (11, .missing("ENDCHAR of the glyph in line 9")), (11, .missing("ENCODING")), (11, .missing("DWIDTH")),
            ]
        ),
        Case(change: ("ENDFONT\n", ""), problems: [(16, .endsInside("the font: ENDFONT is missing"))]),
        Case(
            change: ("40\nENDCHAR\nENDFONT\n", ""),
            problems: [
                (14, .endsInside("a bitmap: ENDCHAR is missing")), (14, .endsInside("the font: ENDFONT is missing")),
            ]),
        Case(change: ("ENCODING 46", "ENCODING -1"), problems: [(17, .noGlyphs)]),
        Case(change: ("ENDFONT\n", "endfont\n"), problems: [(17, .endsInside("the font: ENDFONT is missing"))]),
    ]

    @Test("The file that the cases change is sound")
    func soundFile() throws {
        try expectEqual(font(Self.sound).glyphCount, 1)
    }

    @Test("Each problem is listed with its line and its reason", arguments: cases)
    func faults(_ fault: Case) throws {
        let range = try #require(Self.sound.firstRange(of: fault.change.from))
        var text = Self.sound
        text.replaceSubrange(range, with: fault.change.to)
        let error = fontError(text)
        expectEqual(
            error?.problems, fault.problems.map { FontError.Finding(place: .line($0.line), reason: $0.reason) },
            "\(error?.description ?? "no error")")
    }

    @Test("All problems of a file are listed at once: twenty in full, and the number of the others")
    func manyProblems() throws {
        let glyph = "STARTCHAR x\nENCODING x\nDWIDTH 1 0\nBBX 1 1 0 0\nBITMAP\n80\nENDCHAR\n"
        let error = try #require(fontError(bdf(String(repeating: glyph, count: 25) + dotGlyph)))
        expectEqual(error.problemCount, 25)
        expectEqual(error.problems.map(\.place), (0..<20).map { .line(7 + 7 * $0) })
        let lines = error.description.split(separator: "\n")
        expectEqual(lines.count, 21)
        expectEqual(
            lines[0], "test:7: ENCODING must be a whole number, found 'x'; correct the file or export the font again")
        expectEqual(lines[20], "test: 5 more problems are not listed")
    }

    @Test("What a message quotes is short and fit for a terminal")
    func quotes() throws {
        let error = try #require(
            fontError(
                Self.sound.replacing("ENCODING 46", with: "ENCODING \u{1B}[2J" + String(repeating: "x", count: 99))))
        #expect(error.description.contains("found '\\u{1B}[2J" + String(repeating: "x", count: 36) + "...'"))
    }
}
