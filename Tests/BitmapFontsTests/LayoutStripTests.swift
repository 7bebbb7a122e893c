import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Strips")
struct LayoutStripTests {
    private let layout = LayoutTestFonts.layout(LayoutTestFonts.tiny)

    private func lines(_ art: String) -> String {
        art.split(separator: "\n").map { $0.filter { $0 != " " } }.joined(separator: "\n")
    }

    @Test("a text is drawn letter by letter on its base line")
    func plain() throws {
        let strip = try layout.strip("HAi")
        expectEqual(
            art(strip.bitmap),
            lines(
                """
                #.#..#..#.
                ###.#.#...
                #.#.###.#.
                #.#.#.#.#.
                ..........
                """))
        expectEqual(strip.advance, 10)
        expectEqual(strip.origin, 0)
        expectEqual(strip.bitmap.width, 10)
    }

    @Test("ink left of the pen and beyond the advance is kept, and the origin tells where the pen starts")
    func overhang() throws {
        let strip = try layout.strip("jf")
        expectEqual(
            art(strip.bitmap),
            lines(
                """
                .#..##
                ...#..
                .#.##.
                .#.#..
                #.....
                """))
        expectEqual(strip.origin, 1)
        expectEqual(strip.advance, 4)
        // One column to the left of the pen, four of advance, and one beyond it.
        expectEqual(strip.bitmap.width, 6)
        expectEqual(strip.columns, -1..<5)
        try expectEqual(layout.columns(of: "jf"), 6)
    }

    @Test("a blank box that reaches out does not widen the strip")
    func blankBox() throws {
        let font = LayoutTestFonts.font(
            [LayoutTestFonts.Letter(code: 0x61, advance: 2, left: -3, top: 2, art: "........\n....#...")], ascent: 1,
            descent: 0)
        let strip = try LayoutTestFonts.layout(font).strip("a")
        expectEqual(art(strip.bitmap), ".#")
        let line = try LayoutTestFonts.layout(font).lines(of: "a")[0]
        expectEqual(line.ascent, 1)
        expectEqual(line.inkColumns, 1..<2)
    }

    @Test("letter spacing goes between letters, also as a negative number, and not behind the last")
    func letterSpacing() throws {
        func drawn(_ spacing: Int) throws -> String {
            let strip = try LayoutTestFonts.layout(
                LayoutTestFonts.tiny, style: TextStyle(letterSpacing: spacing)
            ).strip("ii")
            return art(strip.bitmap).split(separator: "\n").first.map(String.init) ?? ""
        }
        try expectEqual(drawn(2), "#...#.")
        try expectEqual(drawn(0), "#.#.")
        try expectEqual(drawn(-1), "##.")
        // Never below an advance of zero.
        try expectEqual(drawn(-1000), "#.")
    }

    @Test("lines stack with their spacing and lie left, in the middle or right")
    func stack() throws {
        func drawn(_ alignment: TextAlignment, _ spacing: Int) throws -> String {
            let style = TextStyle(lineSpacing: spacing, alignment: alignment)
            return art(try LayoutTestFonts.layout(LayoutTestFonts.tiny, style: style).strip("H\ni").bitmap)
        }
        let left = lines(
            """
            #.#.
            ###.
            #.#.
            #.#.
            ....
            ....
            #...
            ....
            #...
            #...
            ....
            """)
        try expectEqual(drawn(.left, 1), left)
        let middle = lines(
            """
            #.#.
            ###.
            #.#.
            #.#.
            ....
            .#..
            ....
            .#..
            .#..
            ....
            """)
        try expectEqual(drawn(.center, 0), middle)
        let right = lines(
            """
            #.#.
            ###.
            #.#.
            #.#.
            ..#.
            ....
            ..#.
            ..#.
            ....
            """)
        try expectEqual(drawn(.right, -1), right)
    }

    @Test("ink of another font above or below the line makes the line higher and moves the base line")
    func higherFallback() throws {
        let tall = LayoutTestFonts.font(
            [
                LayoutTestFonts.Letter(
                    code: 0x416, advance: 2, top: 7,
                    art: """
                        .
                        #
                        #
                        #
                        #
                        #
                        #
                        #
                        #
                        .
                        """)
            ], ascent: 7, descent: 3)
        let layout = LayoutTestFonts.layout(LayoutTestFonts.tiny, tall)
        let strip = try layout.strip("H\u{416}")
        expectEqual(
            art(strip.bitmap),
            lines(
                """
                ....#.
                ....#.
                #.#.#.
                ###.#.
                #.#.#.
                #.#.#.
                ....#.
                ....#.
                """))
    }

    @Test("strips of more than 64 rows are drawn over the words' edges")
    func tall() throws {
        let font = LayoutTestFonts.font(
            [LayoutTestFonts.Letter(code: 0x61, advance: 1, top: 50, art: String(repeating: "#\n", count: 50))],
            ascent: 60, descent: 3)
        let strip = try LayoutTestFonts.layout(font).strip("a\na\na")
        expectEqual(strip.bitmap.height, 189)
        let lit = (0..<189).filter { strip.bitmap[0, $0] }
        expectEqual(lit, Array(10..<60) + Array(73..<123) + Array(136..<186))
    }

    @Test("an empty text is one empty line and an empty strip of the line's height")
    func empty() throws {
        let strip = try layout.strip("")
        #expect(strip.advance == 0 && strip.bitmap.width == 0)
        expectEqual(strip.bitmap.height, 5)
        try expectEqual(layout.strip(of: []).bitmap.height, 0)
    }

    @Test("tabs go to the next stop")
    func tabs() throws {
        let layout = LayoutTestFonts.layout(LayoutTestFonts.tiny)
        // A space is 2 wide, so stops are at 16, 32, ...
        try expectEqual(layout.lines(of: "H\tH")[0].glyphs.map(\.x), [0, 16])
        try expectEqual(layout.lines(of: "HH\tH")[0].glyphs.map(\.x), [0, 4, 16])
        try expectEqual(layout.lines(of: "\t\tH")[0].glyphs.map(\.x), [32])
        try expectEqual(layout.lines(of: "H i\tH")[0].glyphs.map(\.x), [0, 6, 16])
    }

    @Test("texts and strips beyond their limits are refused with the numbers")
    func limits() throws {
        let million = String(repeating: "a", count: 1_000_000)
        #expect(throws: LayoutError.textTooLong(limit: 131_072)) { try layout.strip(million) }
        #expect(throws: LayoutError.textTooLong(limit: 131_072)) { try layout.lines(of: million, width: 0) }
        let wide = LayoutTestFonts.dots([0x61], advance: 4096)
        #expect(throws: LayoutError.stripTooLarge(columns: 40_960_000, rows: 1, limit: 2_097_152)) {
            try LayoutTestFonts.layout(wide).strip(String(repeating: "a", count: 10_000))
        }
        expectEqual(
            LayoutError.textTooLong(limit: 5).description,
            "the text has more than 5 characters; split it into several texts")
        let longest = String(repeating: "i", count: TextLayout.maximumLength)
        try expectEqual(layout.strip(longest).advance, 2 * TextLayout.maximumLength)
    }

    @Test("a random text's strip equals its letters drawn pixel by pixel")
    func pixelByPixel() throws {
        var random = SeededRandom(seed: 5)
        let letters = Array("HAijfe- ")
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in letters.randomElement(using: &random)! }
            var pixels: Set<Point> = []
            var pen = 0
            for letter in text {
                let code = letter.unicodeScalars.first!.value
                let glyph = try #require(LayoutTestFonts.tiny.glyph(for: code))
                for x in 0..<glyph.width {
                    for y in 0..<glyph.height where glyph[x, y] {
                        pixels.insert(Point(x: pen + glyph.left + x, y: 4 - glyph.top + y))
                    }
                }
                pen += glyph.advance
            }
            let strip = try layout.strip(String(text))
            var drawn: Set<Point> = []
            for x in 0..<strip.bitmap.width {
                for y in 0..<strip.bitmap.height where strip.bitmap[x, y] {
                    drawn.insert(Point(x: x - strip.origin, y: y))
                }
            }
            expectEqual(drawn, pixels, "\(String(text))")
            expectEqual(strip.advance, pen)
        }
    }
}
