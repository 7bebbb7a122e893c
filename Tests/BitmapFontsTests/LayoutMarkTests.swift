import BitmapFonts
import SignTestSupport
import Testing

@Suite("Combining marks and characters that draw nothing")
struct LayoutMarkTests {
    typealias Letter = LayoutTestFonts.Letter

    private static let e = Letter(code: 0x65, advance: 4, top: 3, art: "###\n##.\n###")
    private static let composed = Letter(code: 0xE9, advance: 4, top: 5, art: "..#\n...\n###\n##.\n###")
    /// U+0301 as BDF has it: no advance, ink back over the letter before.
    private static let backward = Letter(code: 0x301, advance: 0, left: -3, top: 5, art: ".#\n#.")
    /// U+0301 with an advance of its own.
    private static let advancing = Letter(code: 0x301, advance: 4, top: 5, art: "#")
    private static let space = Letter(code: 0x20, advance: 3, top: 0, art: "")

    private func font(_ letters: Letter...) -> BitmapFont { LayoutTestFonts.font(letters, ascent: 5, descent: 0) }

    private func drawn(_ text: String, _ fonts: BitmapFont...) throws -> String {
        art(try TextLayout(fonts: FontChain(fonts)).strip(text).bitmap)
    }

    @Test("a mark without advance is drawn at the pen behind its base, by its own bearing")
    func backward() throws {
        let expected = """
            ..#...
            .#....
            ###...
            ##....
            ###...
            """
        // The base's pen is at 0, the mark's at 4: its box covers the columns 1 and 2.
        let narrow = expected.split(separator: "\n").map { $0.dropLast(2) }.joined(separator: "\n")
        try expectEqual(drawn("e\u{301}", font(Self.e, Self.backward)), narrow)
    }

    @Test("a mark with an advance is centred over its base and does not move the pen")
    func advancing() throws {
        let expected = """
            .#...#..
            ........
            ###.###.
            ##..##..
            ###.###.
            """
        try expectEqual(drawn("e\u{301}e\u{301}", font(Self.e, Self.advancing)), expected)
    }

    @Test("a mark from another font is centred, whatever its bearing")
    func otherFont() throws {
        let expected = """
            .#..
            #...
            ###.
            ##..
            ###.
            """
        try expectEqual(drawn("e\u{301}", font(Self.e), font(Self.backward)), expected)
    }

    @Test("the precomposed letter is drawn where its font has it")
    func precomposed() throws {
        let expected = """
            ..#.
            ....
            ###.
            ##..
            ###.
            """
        try expectEqual(drawn("e\u{301}", font(Self.e, Self.composed)), expected)
        try expectEqual(drawn("e\u{301}", font(Self.e, Self.composed, Self.backward)), expected)
        try expectEqual(drawn("\u{E9}", font(Self.e, Self.composed)), expected)
        // Another font has the letter, and no font has the mark.
        try expectEqual(drawn("e\u{301}", font(Self.e), font(Self.composed)), expected)
    }

    @Test("two marks in either canonical order find the letter with both")
    func twoMarks() throws {
        // U+1EC7 is e with circumflex and dot below.
        let font = LayoutTestFonts.dots([0x65, 0x1EC7, 0xEA, 0x300])
        let layout = LayoutTestFonts.layout(font)
        try expectEqual(LayoutTestFonts.codes(layout, "e\u{302}\u{323}"), [0x1EC7])
        try expectEqual(LayoutTestFonts.codes(layout, "e\u{323}\u{302}"), [0x1EC7])
        // Only a part can be composed; the rest is drawn over it.
        try expectEqual(LayoutTestFonts.codes(layout, "e\u{302}\u{300}"), [0xEA, 0x300])
        // Cyrillic, Greek, Hebrew and kana compose as well.
        let others = LayoutTestFonts.layout(LayoutTestFonts.dots([0x439, 0x3AC, 0xFB2A, 0x304C]))
        try expectEqual(LayoutTestFonts.codes(others, "\u{438}\u{306}"), [0x439])
        try expectEqual(LayoutTestFonts.codes(others, "\u{3B1}\u{301}"), [0x3AC])
        try expectEqual(LayoutTestFonts.codes(others, "\u{304B}\u{3099}"), [0x304C])
        try expectEqual(LayoutTestFonts.codes(others, "\u{5E9}\u{5C1}"), [0xFB2A])
    }

    @Test("a mark that no font has leaves the letter readable and is reported")
    func missingMark() throws {
        try expectEqual(drawn("e\u{302}", font(Self.e)), "....\n....\n###.\n##..\n###.")
        let report = CoverageReport(of: "e\u{302}", fonts: FontChain([font(Self.e)]))
        expectEqual(report.missing.map(\.scalar), ["\u{302}"])
    }

    @Test("a mark at the start of a line stands alone and is not lost")
    func lonelyMark() throws {
        let strip = try TextLayout(fonts: FontChain([font(Self.backward)])).strip("\u{301}")
        expectEqual(art(strip.bitmap), ".#.\n#..\n...\n...\n...")
        expectEqual(strip.origin, 3)
        expectEqual(strip.advance, 0)
    }

    @Test("ten thousand marks on one letter are laid out, the first sixteen are drawn")
    func manyMarks() throws {
        let layout = LayoutTestFonts.layout(LayoutTestFonts.dots([0x65, 0x301]))
        let lines = try layout.lines(of: "e" + String(repeating: "\u{301}", count: 10_000), width: 0)
        expectEqual(lines.count, 1)
        expectEqual(lines[0].glyphs.count, 17)
    }

    @Test("variation selectors, joiners and control characters draw nothing; controls that a font has are drawn")
    func nothing() throws {
        let layout = LayoutTestFonts.layout(LayoutTestFonts.dots([0x61, 0x62, 0x263A]))
        try expectEqual(
            LayoutTestFonts.codes(layout, "a\u{FE0F}\u{1}\u{7F}\u{200D}\u{E0100}\u{9B}\u{263A}\u{FE0E}b"),
            [0x61, 0x263A, 0x62])
        // A skin tone belongs to the emoji before it.
        let emoji = LayoutTestFonts.layout(LayoutTestFonts.dots([0x1F44D, 0x1F3FD, 0x62]))
        try expectEqual(LayoutTestFonts.codes(emoji, "\u{1F44D}\u{1F3FD}\u{FE0F}b"), [0x1F44D, 0x62])
        expectEqual(CoverageReport(of: "\u{1F44D}\u{1F3FB}", fonts: emoji.fonts).missing.count, 0)
        let console = LayoutTestFonts.layout(LayoutTestFonts.dots([0x01, 0x61]))
        try expectEqual(LayoutTestFonts.codes(console, "\u{1}a"), [0x01, 0x61])
    }

    @Test("a no-break space is served by a space, and a hyphen by the hyphen-minus")
    func equivalents() throws {
        let layout = LayoutTestFonts.layout(LayoutTestFonts.dots([0x20, 0x2D, 0x61]))
        try expectEqual(
            LayoutTestFonts.codes(layout, "a\u{A0}a\u{2011}\u{3000}"), [0x61, 0x20, 0x61, 0x2D, 0x20])
    }
}
