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

    @Test("the name of an outline font may have a height of capitals, rows and a style, and reads as it is written")
    func outlineNames() {
        let names: [(String, FontName)] = [
            ("a.ttf@12px", FontName(name: "a.ttf", size: .capitals(12))),
            ("/f/a.ttf:Semi Bold@256px", FontName(name: "/f/a.ttf", style: "Semi Bold", size: .capitals(256))),
            ("a@16rows", FontName(name: "a", size: .rows(16))), ("a.ttf:Bold", FontName(name: "a.ttf", style: "Bold")),
            ("c:/a.ttf", FontName(name: "c:/a.ttf")), ("a:b.bdf@2", FontName(name: "a:b.bdf", factor: 2)),
            ("a@2px", FontName(name: "a@2px")), ("a@257px", FontName(name: "a@257px")),
            ("a@px", FontName(name: "a@px")),
            ("a@0rows", FontName(name: "a@0rows")), ("a@12pt", FontName(name: "a@12pt")), ("a:", FontName(name: "a:")),
        ]
        for (text, name) in names {
            expectEqual(FontName(text), name)
            expectEqual(name.description, text)
        }
    }

    @Test("a size that the font cannot have is an error that names those that it can have")
    func refusals() throws {
        let search = FontSearch(folders: [FontTools.root.appendingPathComponent("fonts").path])
        let cases = [
            (
                "ledsign-8@12px",
                "\"ledsign-8\" is a font of pixels, which has one size; a factor enlarges it, such as ledsign-8@2"
            ),
            ("ledsign-8:Bold", "\"ledsign-8\" is a font of pixels and has no style \"Bold\"; remove it"),
            (
                "ledsign-8@0px",
                "the factor behind the @ of \"ledsign-8@0px\" is a whole number from 1 to 16, such as ledsign-8@2"
            ),
            (
                OutlineFonts.dejaVu + "@0px",
                "the height of the capitals behind the @ of \"\(OutlineFonts.dejaVu)@0px\" is a whole number of pixels "
                    + "from 3 to 256, such as \(OutlineFonts.dejaVu)@12px"
            ),
            (
                OutlineFonts.dejaVu + "@2",
                OutlineFonts.dejaVu
                    + ": an outline font needs the height of its capitals in pixels, such as DejaVuSans.ttf@12px"
            ),
        ]
        for (name, words) in cases {
            #expect { try search.load(name) } throws: { "\($0)" == words }
        }
    }
}
