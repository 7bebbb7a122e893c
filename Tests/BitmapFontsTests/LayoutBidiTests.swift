import SignTestSupport
import Testing

@testable import BitmapFonts

/// Expected orders are worked out by hand from the rules of UAX #9; the rule that decides is named.
@Suite("Right-to-left and mixed text")
struct LayoutBidiTests {
    /// ASCII, Hebrew, Arabic letters and all Arabic presentation forms B.
    private static let full = LayoutTestFonts.dots(
        Array(0x20...0x7E) + Array(0x5D0...0x5EA) + Array(0x620...0x669) + Array(0xFE70...0xFEFC))
    /// The same without the lam-alef ligatures.
    private static let noLigatures = LayoutTestFonts.dots(
        Array(0x20...0x7E) + Array(0x620...0x669) + Array(0xFE70...0xFEF4))
    /// Only nominal letters.
    private static let nominal = LayoutTestFonts.dots(Array(0x20...0x7E) + Array(0x620...0x669))

    private func seen(
        _ text: String, _ direction: TextDirection = .automatic, font: BitmapFont = full
    ) throws -> [UInt32] {
        let layout = LayoutTestFonts.layout(font, style: TextStyle(direction: direction))
        return try LayoutTestFonts.codes(layout, text)
    }

    private func codes(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    @Test("Hebrew in a left-to-right line: the word and the number behind it are one run from the right (W2, N1, L2)")
    func hebrewAndNumber() throws {
        // Read: a b c _ shin lamed vav final-mem _ 1 2 3
        let expected: [UInt32] = [
            0x61, 0x62, 0x63, 0x20, 0x31, 0x32, 0x33, 0x20, 0x5DD, 0x5D5, 0x5DC, 0x5E9,
        ]
        try expectEqual(seen("abc \u{5E9}\u{5DC}\u{5D5}\u{5DD} 123"), expected)
    }

    @Test("the direction of a text is that of its first paragraph with a strong letter outside of isolates (P2, P3)")
    func textDirection() {
        let layout = LayoutTestFonts.layout(Self.full)
        let cases: [(String, TextDirection)] = [
            ("", .automatic), ("12:30 -", .automatic), ("abc", .leftToRight), ("\u{5E9}abc", .rightToLeft),
            ("12 \u{627}abc", .rightToLeft), ("\u{661}\u{662}", .automatic), ("\u{661} a", .leftToRight),
            ("1\n2\n\u{5E9}", .rightToLeft), ("1\r\na\n\u{5E9}", .leftToRight), ("\u{200F}abc", .rightToLeft),
            ("\u{202B}abc", .leftToRight), ("\u{2067}\u{5E9}\u{2069} a", .leftToRight),
            ("\u{2066}a\u{2067}b\u{2069}c\u{2069} \u{5E9}", .rightToLeft), ("\u{2069}\u{5E9}", .rightToLeft),
            ("\u{2068}a", .automatic), ("\u{1E900}", .rightToLeft), ("\u{1F35E}", .automatic),
        ]
        for (text, direction) in cases { expectEqual(layout.direction(of: text), direction, "\(text)") }
        let forced = LayoutTestFonts.layout(Self.full, style: TextStyle(direction: .rightToLeft))
        expectEqual(forced.direction(of: "abc"), .rightToLeft)
    }

    @Test("the first strong letter gives the direction (P2), and a given direction overrules it")
    func paragraphDirection() throws {
        let text = "\u{5E9}\u{5DC} ab"
        try expectEqual(seen(text), [0x61, 0x62, 0x20, 0x5DC, 0x5E9])
        try expectEqual(seen(text, .rightToLeft), [0x61, 0x62, 0x20, 0x5DC, 0x5E9])
        try expectEqual(seen(text, .leftToRight), [0x5DC, 0x5E9, 0x20, 0x61, 0x62])
        // A trailing neutral goes to the paragraph's end (N2).
        try expectEqual(seen("abc!", .rightToLeft), codes("!abc"))
        try expectEqual(seen("abc!", .leftToRight), codes("abc!"))
        #expect(try LayoutTestFonts.layout(Self.full).lines(of: text)[0].isRightToLeft)
        #expect(try !LayoutTestFonts.layout(Self.full).lines(of: "ab \u{5E9}")[0].isRightToLeft)
    }

    @Test("brackets are mirrored where they run from right to left (N0, L4)")
    func mirroring() throws {
        try expectEqual(seen("\u{5E9}(a)"), [0x28, 0x61, 0x29, 0x5E9])
        try expectEqual(seen("a(\u{5E9})"), [0x61, 0x28, 0x5E9, 0x29])
    }

    @Test("Arabic letters join and lam-alef becomes one ligature")
    func arabicJoining() throws {
        // seen initial, lam-alef final, meem isolated, from the right.
        try expectEqual(seen("\u{633}\u{644}\u{627}\u{645}"), [0xFEE1, 0xFEFC, 0xFEB3])
        // beh initial, beh medial, beh final.
        try expectEqual(seen("\u{628}\u{628}\u{628}"), [0xFE90, 0xFE92, 0xFE91])
        // dal does not join to what follows: dal isolated, reh isolated.
        try expectEqual(seen("\u{62F}\u{631}"), [0xFEAD, 0xFEA9])
        // A zero width non-joiner parts two letters, and is not drawn itself.
        try expectEqual(seen("\u{628}\u{200C}\u{628}"), [0xFE8F, 0xFE8F])
    }

    @Test("a font without the ligature draws the joined letters, a font without forms the nominal ones")
    func fallbackForms() throws {
        let text = "\u{633}\u{644}\u{627}\u{645}"
        // alef final FE8E, lam medial FEE0.
        try expectEqual(seen(text, font: Self.noLigatures), [0xFEE1, 0xFE8E, 0xFEE0, 0xFEB3])
        try expectEqual(seen(text, font: Self.nominal), [0x645, 0x627, 0x644, 0x633])
    }

    @Test("European digits after Arabic letters keep their order (W2, L2)")
    func arabicNumber() throws {
        let text = "\u{62F} 25"
        try expectEqual(seen(text), [0x32, 0x35, 0x20, 0xFEA9])
    }

    @Test("each line of a wrapped paragraph is put in order by itself")
    func wrapped() throws {
        let layout = LayoutTestFonts.layout(Self.full)
        // Read: alef bet | gimel dalet | ab
        let lines = try layout.lines(of: "\u{5D0}\u{5D1} \u{5D2}\u{5D3} ab", width: 2)
        expectEqual(lines.map { $0.glyphs.map(\.glyph.code) }, [[0x5D1, 0x5D0], [0x5D3, 0x5D2], [0x61, 0x62]])
        expectEqual(lines.map(\.scalars), [0..<3, 3..<6, 6..<8])
    }

    @Test("letter spacing does not tear joined letters apart")
    func spacing() throws {
        let layout = LayoutTestFonts.layout(Self.full, style: TextStyle(letterSpacing: 3))
        let joined = try layout.lines(of: "\u{628}\u{628}\u{62F}\u{628}")[0]
        // From the right: beh initial, beh medial, dal final (all joined), then a gap of 3, beh isolated.
        expectEqual(joined.glyphs.map(\.glyph.code), [0xFE8F, 0xFEAA, 0xFE92, 0xFE91])
        expectEqual(joined.glyphs.map(\.x), [0, 4, 5, 6])
        expectEqual(joined.advance, 7)
    }

    @Test("marks stay with their base where the order is turned round")
    func marks() throws {
        // alef + qamats, bet: seen bet, alef, qamats (drawn behind its base).
        let font = LayoutTestFonts.dots([0x5D0, 0x5D1, 0x5B8])
        try expectEqual(seen("\u{5D0}\u{5B8}\u{5D1}", font: font), [0x5D1, 0x5D0, 0x5B8])
    }

    @Test("direction marks, embeddings and isolates steer and are never drawn, even where a font has pictures of them")
    func controls() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x5D0...0x5EA, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xAD...0xAD, 0xFEFF...0xFEFF,
            0x61C...0x61C,
        ]
        let font = LayoutTestFonts.dots(ranges.flatMap { Array($0) })
        try expectEqual(seen("\u{202E}abc\u{202C}d", font: font), codes("cbad"))
        try expectEqual(
            seen("a\u{200F}\u{200E}\u{2067}\u{2069}\u{FEFF}\u{61C}b", .leftToRight, font: font), codes("ab"))
    }

    @Test("every scalar that the fast path takes is one that keeps a line at level 0")
    func plainScalars() throws {
        let plain = (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }.filter {
            BidiParagraph.isPlain([$0]) && !$0.endsLine
        }
        #expect(plain.count > 1_000_000)
        for direction in [TextDirection.automatic, .leftToRight] {
            let paragraph = try #require(BidiParagraph(plain[...], direction: direction))
            #expect(paragraph.levels.allSatisfy { $0 == 0 })
        }
    }

    @Test("the fast path lays plain text out as FriBidi's path does")
    func fastPath() throws {
        var random = SeededRandom(seed: 77)
        let alphabet = Array("abcXYZ 019.,-()[]{}\"'!?/\t<>+éß→Жя日本\u{301}\u{AD}\u{200B}")
        let font = LayoutTestFonts.dots(Array(0x20...0x7E) + [0xE9, 0xDF, 0x2192, 0x416, 0x44F, 0x65E5, 0x672C, 0x301])
        let layout = LayoutTestFonts.layout(font, style: TextStyle(letterSpacing: 1))
        for _ in 0..<500 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            // A pop without a push changes nothing, but is beyond the fast path.
            let slow = text + "\u{202C}"
            let fast = try layout.lines(of: text)
            let full = try layout.lines(of: slow)
            expectEqual(fast.map { $0.glyphs.map(\.x) }, full.map { $0.glyphs.map(\.x) }, "\(text.debugDescription)")
            expectEqual(fast.map { $0.glyphs.map(\.glyph.code) }, full.map { $0.glyphs.map(\.glyph.code) })
        }
    }

    @Test("isolates keep their inside together (X5a to X6a), and far too many of them take no more time")
    func isolates() throws {
        // Right to left: alef, then the isolate "a b" as one unit, then bet.
        let text = "\u{5D0}\u{2066}a b\u{2069}\u{5D1}"
        try expectEqual(seen(text), [0x5D1, 0x61, 0x20, 0x62, 0x5D0])
        let many = String(repeating: "\u{2068}", count: 60_000) + "ab"
        try expectEqual(seen(many), [0x61, 0x62])
        let pairs = String(repeating: "\u{2067}\u{2069}", count: 30_000) + "ab"
        try expectEqual(seen(pairs), [0x61, 0x62])
    }
}
