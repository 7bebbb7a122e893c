import BitmapFonts
import SignTestSupport
import Testing

@Suite("Lines, wrapping and pages")
struct LayoutWrapTests {
    /// Every character is one column with ink, advance 1.
    private static let dots = LayoutTestFonts.dots(characters)
    /// The same with an advance of 2.
    private static let wideDots = LayoutTestFonts.dots(characters, advance: 2)
    private static let characters: [UInt32] = [
        Array(0x20...0x7E), Array(0x5D0...0x5EA), Array(0x621...0x64A), Array(0x4E00...0x4E10),
        Array(0xE01...0xE3A), Array(0xE40...0xE4E), Array(0xE81...0xEBD), Array(0xEC0...0xECD), Array(0xF40...0xF47),
        [0xF0B, 0x1200, 0x1361, 0x3001, 0x3002, 0x300C, 0x300D, 0x2010, 0xA0, 0x301],
    ].flatMap { $0 }
    private let layout = LayoutTestFonts.layout(dots)

    /// The parts of the text that the lines stand for.
    private func parts(_ text: String, width: Int?) throws -> [String] {
        let scalars = Array(text.unicodeScalars)
        return try layout.lines(of: text, width: width).map { line in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[line.scalars])
            return String(view)
        }
    }

    @Test("B0: a newline starts a line, in every spelling")
    func newlines() throws {
        try expectEqual(
            parts("a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g", width: nil),
            [
                "a\n", "b\r\n", "c\r", "d\u{2028}", "e\u{2029}", "f\u{85}", "g",
            ])
        try expectEqual(parts("", width: nil), [""])
        try expectEqual(parts("\n\n", width: nil), ["\n", "\n", ""])
        try expectEqual(parts("\n\n", width: 3), ["\n", "\n", ""])
    }

    @Test("B0: lines break at spaces, which hang out of the line")
    func spaces() throws {
        try expectEqual(parts("aa bb cc", width: 5), ["aa bb ", "cc"])
        try expectEqual(parts("aa bb cc", width: 4), ["aa ", "bb ", "cc"])
        try expectEqual(parts("aa   bb", width: 2), ["aa   ", "bb"])
        try expectEqual(layout.lines(of: "aa   bb", width: 2).map(\.advance), [2, 2])
        // Without a width, spaces count.
        try expectEqual(layout.lines(of: "aa   ").map(\.advance), [5])
        // A no-break space does not break.
        try expectEqual(parts("a bb\u{A0}cc", width: 5), ["a ", "bb\u{A0}cc"])
    }

    @Test(
        "Thai and Lao, which have no spaces, break where a syllable begins with its vowel; Tibetan and Ethiopic at their signs"
    )
    func syllables() throws {
        // ka, ke, kai; the last vowel belongs to what is before it.
        try expectEqual(
            parts("\u{E01}\u{E32}\u{E40}\u{E01}\u{E44}\u{E01}", width: 5),
            ["\u{E01}\u{E32}\u{E40}\u{E01}", "\u{E44}\u{E01}"])
        try expectEqual(parts("\u{E81}\u{EB2}\u{EC0}\u{E81}", width: 3), ["\u{E81}\u{EB2}", "\u{EC0}\u{E81}"])
        // A word without such a vowel is broken where it is longer than the line, as any other.
        try expectEqual(parts("a \u{E01}\u{E32}\u{E01}\u{E32}", width: 3), ["a ", "\u{E01}\u{E32}\u{E01}", "\u{E32}"])
        try expectEqual(
            parts("\u{F40}\u{F0B}\u{F41}\u{F42}\u{F0B}", width: 4), ["\u{F40}\u{F0B}", "\u{F41}\u{F42}\u{F0B}"])
        try expectEqual(parts("\u{1200}\u{1361}\u{1200}\u{1200}", width: 3), ["\u{1200}\u{1361}", "\u{1200}\u{1200}"])
    }

    @Test("lines break after hyphens, but not before a number and not inside a run of them")
    func hyphens() throws {
        try expectEqual(parts("over-night", width: 7), ["over-", "night"])
        try expectEqual(parts("at -5 C", width: 4), ["at ", "-5 C"])
        try expectEqual(parts("covid-19", width: 7), ["covid-1", "9"])
        try expectEqual(parts("ab--cd", width: 4), ["ab--", "cd"])
        try expectEqual(parts("a -b", width: 3), ["a ", "-b"])
    }

    @Test("a soft hyphen is seen only where the word is broken, and a zero width space never")
    func softHyphens() throws {
        try expectEqual(parts("abc\u{AD}def", width: 4), ["abc\u{AD}", "def"])
        let lines = try layout.lines(of: "abc\u{AD}def", width: 4)
        expectEqual(lines[0].glyphs.map(\.glyph.code), [0x61, 0x62, 0x63, 0x2010])
        expectEqual(lines[0].advance, 4)
        try expectEqual(layout.lines(of: "abc\u{AD}def", width: 6)[0].glyphs.count, 6)
        // No room for the hyphen: the word is broken where it must.
        #expect(
            try parts("abc\u{AD}def", width: 3) == ["abc\u{AD}", "def"]
                || parts("abc\u{AD}def", width: 3) == ["abc", "\u{AD}def"])
        try expectEqual(parts("ab\u{200B}cd", width: 3), ["ab\u{200B}", "cd"])
    }

    @Test("ideographs break anywhere but before closing and after opening marks")
    func ideographs() throws {
        try expectEqual(parts("\u{4E00}\u{4E01}\u{4E02}", width: 2), ["\u{4E00}\u{4E01}", "\u{4E02}"])
        try expectEqual(
            parts("\u{4E00}\u{4E01}\u{3002}\u{4E02}", width: 2), ["\u{4E00}", "\u{4E01}\u{3002}", "\u{4E02}"])
        try expectEqual(parts("\u{4E00}\u{300C}\u{4E01}\u{300D}", width: 3), ["\u{4E00}", "\u{300C}\u{4E01}\u{300D}"])
        try expectEqual(parts("ab\u{4E00}", width: 2), ["ab", "\u{4E00}"])
    }

    @Test("a word longer than the line is broken between characters, never between a base and its marks")
    func longWords() throws {
        try expectEqual(parts("abcdefg", width: 3), ["abc", "def", "g"])
        try expectEqual(parts("x abcdefg", width: 3), ["x ", "abc", "def", "g"])
        try expectEqual(parts("ae\u{301}\u{301}b", width: 1), ["a", "e\u{301}\u{301}", "b"])
    }

    @Test("no width makes it endless: every line has a character", arguments: [0, -1, Int.min, 1])
    func narrow(width: Int) throws {
        try expectEqual(parts("ab c", width: width), ["a", "b ", "c"])
        try expectEqual(parts("   ", width: width), ["   "])
        try expectEqual(layout.lines(of: String(repeating: "a", count: 5000), width: width).count, 5000)
    }

    @Test("the last letter's gap need not fit")
    func trailingGap() throws {
        let layout = LayoutTestFonts.layout(LayoutTestFonts.dots(Array(0x20...0x7E), advance: 3))
        // Ink ends in column 3 * 3 + 1 = 10 of an advance of 12.
        try expectEqual(layout.lines(of: "abcd", width: 10).count, 1)
        try expectEqual(layout.lines(of: "abcd", width: 9).count, 2)
    }

    @Test("seeded: lines cover the text, are no wider than the width, and break nothing needlessly")
    func properties() throws {
        var random = SeededRandom(seed: 31)
        let alphabet = Array("aabbccdd   -,.()\u{AD}\u{200B}\t\n\u{A0}一、「」\u{5D0}\u{5D1}\u{644}\u{627}\u{301}12")
            .flatMap { $0.unicodeScalars }
        for _ in 0..<1500 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                alphabet.randomElement(using: &random)!
            }
            let width = Int.random(in: -2...12, using: &random)
            let style = TextStyle(
                letterSpacing: Int.random(in: -1...2, using: &random),
                direction: TextDirection.allCases.randomElement(using: &random)!)
            let layout = LayoutTestFonts.layout(Self.wideDots, style: style)
            let lines = try layout.lines(of: String(String.UnicodeScalarView(scalars)), width: width)
            var next = 0
            for line in lines {
                expectEqual(line.scalars.lowerBound, next)
                next = line.scalars.upperBound
                let bases = line.glyphs.filter { $0.glyph.code != 0x301 }.count
                #expect(
                    line.columns.count <= width || bases <= 1 || isOneCluster(scalars[line.scalars]),
                    "\(String(String.UnicodeScalarView(scalars[line.scalars])).debugDescription) \(width) \(line.columns.count) \(style)"
                )
            }
            expectEqual(next, scalars.count)
        }
    }

    /// A lam with its alef is one cluster even where the font draws two letters.
    private func isOneCluster(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.filter { ![" ", "\t", "\n", "\u{AD}", "\u{200B}", "\u{301}"].contains($0) }.count <= 1
    }

    @Test("B0: pages hold as many lines as fit their height")
    func pages() throws {
        let layout = LayoutTestFonts.layout(LayoutTestFonts.tiny, style: TextStyle(lineSpacing: 1))
        func counts(_ height: Int) throws -> [Int] {
            try layout.pages(of: layout.lines(of: "H\nH\nH\nH\nH"), height: height).map(\.count)
        }
        // Lines are 5 rows high with 1 between: two take 11, three take 17.
        try expectEqual(counts(11), [2, 2, 1])
        try expectEqual(counts(16), [2, 2, 1])
        try expectEqual(counts(17), [3, 2])
        try expectEqual(counts(5), [1, 1, 1, 1, 1])
        try expectEqual(counts(0), [1, 1, 1, 1, 1])
        try expectEqual(counts(-8), [1, 1, 1, 1, 1])
        try expectEqual(counts(1000), [5])
        try expectEqual(layout.pages(of: layout.lines(of: "", width: 8), height: 8).map(\.count), [1])
    }
}
