import Foundation
import SignTestSupport
import Testing

@testable import BitmapFonts

@Suite("Fallback fonts and the coverage report")
struct LayoutCoverageTests {
    typealias Letter = LayoutTestFonts.Letter

    private func font(_ letters: [Letter], _ defaultCharacter: UInt32? = nil) -> BitmapFont {
        LayoutTestFonts.font(letters, ascent: 4, descent: 0, defaultCharacter: defaultCharacter)
    }

    @Test("the first font that has a character draws it")
    func order() throws {
        let first = font([Letter(code: 0x61, advance: 1, top: 1, art: "#")])
        let second = font([
            Letter(code: 0x61, advance: 2, top: 1, art: "#"), Letter(code: 0x62, advance: 3, top: 1, art: "#"),
        ])
        let chain = FontChain([first, second])
        expectEqual(chain.glyph(for: 0x61)?.advance, 1)
        expectEqual(chain.glyph(for: 0x62)?.advance, 3)
        #expect(chain.glyph(for: 0x63) == nil)
    }

    @Test("a font whose codes are not Unicode is asked for ASCII only")
    func otherCharset() {
        var builder = BitmapFontBuilder()
        builder.font.isUnicode = false
        builder.font.charset = "KOI8-R"
        for code in [UInt32(0x41), 0xC1, 0x7E] {
            builder.add(code: code, advance: 2, left: 0, top: 0, picture: .init(width: 1, height: 1))
        }
        let chain = FontChain([builder.finished()])
        #expect(chain.findEquivalent(Unicode.Scalar("A").value) != nil)
        #expect(chain.findEquivalent(Unicode.Scalar("~").value) != nil)
        #expect(chain.findEquivalent(Unicode.Scalar("\u{C1}").value) == nil)
    }

    @Test("the replacement is the first font's own: DEFAULT_CHAR, then U+FFFD, blank ones left out")
    func replacement() {
        let mark = Letter(code: 0xFFFD, advance: 3, top: 1, art: "##")
        let query = Letter(code: 0x3F, advance: 2, top: 1, art: "#")
        let blank = Letter(code: 0x20, advance: 5, top: 1, art: ".")
        expectEqual(FontChain([font([mark, query, blank], 0x3F)]).replacement.code, 0x3F)
        expectEqual(FontChain([font([mark, query, blank])]).replacement.code, 0xFFFD)
        expectEqual(FontChain([font([mark, query, blank], 0x20)]).replacement.code, 0xFFFD)
        expectEqual(FontChain([font([mark], 0x12345)]).replacement.code, 0xFFFD)
        expectEqual(FontChain([font([query]), font([mark])]).replacement.advance, 3)
    }

    @Test("where no font has a replacement, a box of a capital letter's size is drawn")
    func box() throws {
        let strip = try LayoutTestFonts.layout(LayoutTestFonts.tiny).strip("\u{1F600}")
        expectEqual(art(strip.bitmap), "###.\n#.#.\n#.#.\n###.\n....")
        let none = try TextLayout(fonts: FontChain([])).strip("a")
        expectEqual(
            art(none.bitmap), "#####.\n#...#.\n#...#.\n#...#.\n#...#.\n#...#.\n#####.")
    }

    @Test("the report names each missing scalar with its count and first place, and the font of every other")
    func report() {
        let first = font([
            Letter(code: 0x61, advance: 1, top: 1, art: "#"), Letter(code: 0x20, advance: 1, top: 0, art: ""),
        ])
        let second = font([Letter(code: 0x5D0, advance: 1, top: 1, art: "#")])
        let report = CoverageReport(
            of: "aa \u{5D0}\n\u{1F600}a\u{416}\u{1F600}\u{200D}", fonts: FontChain([first, second]))
        #expect(!report.isComplete)
        expectEqual(report.missing.map(\.scalar), ["\u{1F600}", "\u{416}"])
        expectEqual(report.missing.map(\.count), [2, 1])
        expectEqual(report.missing.map(\.firstIndex), [5, 7])
        expectEqual(report.services.map(\.fontIndex), [0, 1])
        expectEqual(report.services.map(\.scalars), [[" ", "a"], ["\u{5D0}"]])
        expectEqual(report.services.map(\.count), [4, 1])
        expectEqual(
            report.description,
            """
            tiny: 4 characters: U+0020 a
            tiny: 1 character: \u{5D0}
            missing: U+1F600 \u{1F600} GRINNING FACE, 2 times, first at character 6
            missing: U+0416 \u{416} CYRILLIC CAPITAL LETTER ZHE, once, first at character 8
            2 of 5 different characters have no glyph; add a font that has them as a fallback
            """)
        expectEqual(
            CoverageReport(of: "aa\n", fonts: FontChain([first])).description,
            "tiny: 2 characters: a\nevery character has a glyph")
    }

    @Test("joined Arabic letters and ligatures count as the letters of the text")
    func arabic() {
        let font = LayoutTestFonts.dots([0x627, 0x633, 0x644, 0x645, 0xFEB3, 0xFEFC, 0xFEE1])
        let report = CoverageReport(of: "\u{633}\u{644}\u{627}\u{645}", fonts: FontChain([font]))
        #expect(report.isComplete)
        expectEqual(report.services.map(\.scalars), [["\u{627}", "\u{633}", "\u{644}", "\u{645}"]])
    }

    @Test("a text of many scripts is drawn whole with Debian's Unifont behind our own font, and with boxes without it")
    func manyScripts() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let own = try FontFile.load(path: root + "/fonts/ledsign-8.bdf")
        let unifont = try FontFile.load(path: "/usr/share/fonts/X11/misc/unifont.pcf.gz")
        let text = "Ж é ß → 21°C \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{633}\u{644}\u{627}\u{645}"
        let both = FontChain([own, unifont])
        #expect(CoverageReport(of: text, fonts: both).isComplete)
        // From the left: the plain part, then the right-to-left run with its last letter first.
        let seen = try TextLayout(fonts: both).lines(of: text)[0].glyphs.map(\.glyph.code).filter { $0 > 0x500 }
        expectEqual(seen, [0x2192, 0xFEE1, 0xFEFC, 0xFEB3, 0x5DD, 0x5D5, 0x5DC, 0x5E9])
        let alone = CoverageReport(of: text, fonts: FontChain([own]))
        expectEqual(
            alone.missing.map(\.scalar),
            Array("\u{5E9}\u{5DC}\u{5D5}\u{5DD}\u{633}\u{644}\u{627}\u{645}".unicodeScalars))
        let boxes = try TextLayout(fonts: FontChain([own])).lines(of: text)[0].glyphs
            .filter { $0.glyph.code == FontChain([own]).replacement.code }
        expectEqual(boxes.count, 8)
    }
}
