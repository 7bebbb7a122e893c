import PixelGraphics
import SignTestSupport
import Testing

@testable import BitmapFonts

@Suite("Layout: runs")
struct LayoutRunsTests {
    /// A font of letters that are blocks `width` wide and `height` high, each with a blank column behind.
    private static func blocks(_ letters: String, width: Int, height: Int) -> FontChain {
        var builder = BitmapFontBuilder()
        builder.font.ascent = height
        for scalar in letters.unicodeScalars {
            _ = builder.add(
                code: scalar.value, advance: width + 1, left: 0, top: height,
                picture: MonoBitmap(width: width, height: height, fill: true))
        }
        _ = builder.add(code: 0x20, advance: 2, left: 0, top: 1, picture: bitmap("."))
        return FontChain([builder.finished()])
    }

    private static let small = blocks("ab\u{5D0}\u{5D1}", width: 1, height: 2)
    private static let large = blocks("ab-", width: 2, height: 4)
    private let layout = TextLayout(fonts: small)

    /// All letters of lines as one picture.
    private func shown(_ runs: [TextRun], width: Int? = nil) throws -> String {
        let lines = try layout.lines(of: runs, width: width)
        let parts = try layout.parts(of: lines, layers: runs.map { _ in 0 })
        return art(parts[0].picture.mask)
    }

    @Test("runs of different fonts stand on one base line, in a line as high as the higher font")
    func baseLine() throws {
        let runs = [TextRun("a", fonts: Self.small), TextRun("b", fonts: Self.large), TextRun("a", fonts: Self.small)]
        try expectEqual(shown(runs), "..##..\n..##..\n#.##.#\n#.##.#".padded(7))
    }

    @Test("a run has its own letter spacing, also behind its last letter")
    func spacing() throws {
        let runs = [TextRun("aa", fonts: Self.small, letterSpacing: 2), TextRun("aa", fonts: Self.small)]
        let line = try layout.lines(of: runs)[0]
        expectEqual(line.glyphs.map(\.x), [0, 4, 8, 10])
        expectEqual(line.glyphs.map(\.run), [0, 0, 1, 1])
        expectEqual(line.spans, [RunSpan(run: 0, columns: 0..<6), RunSpan(run: 1, columns: 8..<12)])
        expectEqual(line.advance, 12)
    }

    @Test("the order of bidirectional text is that of the whole, whatever the runs")
    func bidirectional() throws {
        // Alef and bet in two runs within a left-to-right text: bet is seen first.
        let runs = [
            TextRun("a ", fonts: Self.small), TextRun("\u{5D0}", fonts: Self.small),
            TextRun("\u{5D1}", fonts: Self.small), TextRun(" b", fonts: Self.small),
        ]
        let line = try layout.lines(of: runs)[0]
        expectEqual(line.spans.map(\.run), [0, 2, 1, 3])
        expectEqual(line.glyphs.map(\.glyph.code), [0x61, 0x20, 0x5D1, 0x5D0, 0x20, 0x62])
    }

    @Test("B0: a line is broken within and between runs as in a plain text")
    func wrapping() throws {
        let text = "aa b-a ab baba a"
        for width in 1...40 {
            let plain = try layout.lines(of: text, width: width)
            var random = SeededRandom(seed: UInt64(width))
            var runs: [TextRun] = []
            var rest = Substring(text)
            while !rest.isEmpty {
                let count = Int.random(in: 0...3, using: &random)
                runs.append(TextRun(String(rest.prefix(count)), fonts: Self.small))
                rest = rest.dropFirst(count)
            }
            let styled = try layout.lines(of: runs, width: width)
            expectEqual(styled.map(\.scalars), plain.map(\.scalars))
            expectEqual(styled.map(\.advance), plain.map(\.advance))
            expectEqual(styled.map { $0.glyphs.map(\.x) }, plain.map { $0.glyphs.map(\.x) })
        }
    }

    @Test("a line has the rows of the fonts on it; an empty line those of the first run")
    func rows() throws {
        let runs = [
            TextRun("a\n", fonts: Self.small), TextRun("b\n\n", fonts: Self.large), TextRun("a", fonts: Self.small),
        ]
        try expectEqual(layout.lines(of: runs).map(\.height), [2, 4, 2, 2])
        try expectEqual(layout.lines(of: [TextRun]()).map(\.height), [2])
        try expectEqual(layout.lines(of: [TextRun("", fonts: Self.large)]).map(\.height), [4])
    }

    @Test("a picture stands in the text like a letter, in the middle of the line")
    func picture() throws {
        let picture = Glyph(picture: bitmap("###\n#.#"), advance: 4, top: 2)
        let runs = [
            TextRun("a", fonts: Self.small), TextRun("heart", fonts: Self.small, picture: picture),
            TextRun("a", fonts: Self.small),
        ]
        try expectEqual(shown(runs), "#.###.#\n#.#.#.#".padded(8))
        try expectEqual(layout.lines(of: runs)[0].scalars, 0..<3)
    }

    @Test("letters of several layers are a picture for each stretch of neighbours on a line; nil is left out")
    func parts() throws {
        let runs = ["a", "b", "a", "ab"].map { TextRun($0, fonts: Self.small) }
        let lines = try layout.lines(of: runs)
        let parts = try layout.parts(of: lines, layers: [0, 1, 1, nil])
        expectEqual(parts.map(\.layer), [0, 1])
        expectEqual(parts.map { art($0.picture.mask) }, ["#\n#", "#.#\n#.#"])
        expectEqual(parts.map(\.origin), [Point(x: 0, y: 0), Point(x: 2, y: 0)])
    }

    @Test("a text of runs that is too long is refused, whatever it is made of")
    func tooLong() {
        let half = String(repeating: "a", count: TextLayout.maximumLength / 2)
        let runs = [half, half, "a"].map { TextRun($0, fonts: Self.small) }
        #expect(throws: LayoutError.textTooLong(limit: TextLayout.maximumLength)) { try layout.lines(of: runs) }
    }
}

extension String {
    /// Rows of ASCII art with dark columns added behind, up to a width.
    fileprivate func padded(_ width: Int) -> String {
        split(separator: "\n").map { $0 + String(repeating: ".", count: max(0, width - $0.count)) }.joined(
            separator: "\n")
    }
}
