import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Enlarged fonts")
struct FontScalingTests {
    @Test("every pixel becomes a square, and all distances grow with it")
    func pixels() throws {
        let layout = LayoutTestFonts.layout(try LayoutTestFonts.tiny.scaled(by: 2))
        let strip = try layout.strip("jf")
        expectEqual(
            art(strip.bitmap),
            """
            ..##....####
            ..##....####
            ......##....
            ......##....
            ..##..####..
            ..##..####..
            ..##..##....
            ..##..##....
            ##..........
            ##..........
            """)
        expectEqual(strip.origin, 2)
        expectEqual(strip.advance, 8)
        let font = try LayoutTestFonts.tiny.scaled(by: 3)
        expectEqual([font.ascent, font.descent], [12, 3])
        try expectEqual(LayoutTestFonts.tiny.scaled(by: 1).glyphCount, LayoutTestFonts.tiny.glyphCount)
        try expectEqual(LayoutTestFonts.tiny.scaled(by: -5).ascent, 4)
    }

    @Test("a font that would be too large is an error that says so")
    func limits() throws {
        let wide = LayoutTestFonts.font(
            [LayoutTestFonts.Letter(code: 0x61, advance: 1, top: 1, art: String(repeating: "#", count: 600))],
            ascent: 1, descent: 0)
        let problem = FontError.Finding(
            place: .file, reason: .tooLarge(what: "a glyph at 2 times its size", limit: 1024))
        #expect(throws: FontError(source: "tiny.bdf", problems: [problem])) { try wide.scaled(by: 2) }
        expectEqual(
            problem.description, "a glyph at 2 times its size is more than the limit of 1024; use a smaller font")
        #expect(throws: FontError.self) { try LayoutTestFonts.tiny.scaled(by: 5_000) }
        #expect(throws: FontError.self) { try LayoutTestFonts.tiny.scaled(by: Int.max) }
    }

    @Test(
        "a name may have a factor from 1 to 16 behind its last @",
        arguments: [
            ("ledsign-8", "ledsign-8", 1), ("ledsign-8@2", "ledsign-8", 2), ("a@b@16", "a@b", 16), ("x@1", "x", 1),
            ("x@0", "x@0", 1), ("x@17", "x@17", 1), ("x@", "x@", 1), ("@3", "", 3), ("x@+2", "x@+2", 1),
            ("./my font.bdf@3", "./my font.bdf", 3),
        ])
    func names(text: String, name: String, factor: Int) {
        expectEqual(FontName(text), FontName(name: name, factor: factor))
    }
}
