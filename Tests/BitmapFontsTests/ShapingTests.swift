import Foundation
import SignTestSupport
import Testing

@testable import BitmapFonts

/// Texts of many scripts, glyph by glyph as hb-shape gives them.
@Suite struct ShapingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let script: String
        let font: String
        let text: String
        var isRightToLeft = false

        var testDescription: String { script }
    }

    private static let noto = "/usr/share/fonts/truetype/noto/"

    static let samples = [
        Sample(script: "Devanagari", font: "NotoSansDevanagari-Regular", text: "दिल्ली क्षत्रिय र्क स्त्री ज्ञान हिन्दी में १२३"),
        Sample(script: "Bengali", font: "NotoSansBengali-Regular", text: "ঢাকা বাংলাদেশ কৃষ্ণ স্বাধীনতা র্ক"),
        Sample(script: "Tamil", font: "NotoSansTamil-Regular", text: "தமிழ்நாடு கொடுத்தான் ஸ்ரீ"),
        Sample(script: "Thai", font: "NotoSansThai-Regular", text: "สวัสดีครับ น้ำ ที่นี่ ปิ่น กุ้ง"),
        Sample(script: "Lao", font: "NotoSansLao-Regular", text: "ສະບາຍດີ ນ້ຳ ຫຼວງ ພະບາງ"),
        Sample(script: "Khmer", font: "NotoSansKhmer-Regular", text: "ភ្នំពេញ ខ្មែរ ស្ត្រី កម្ពុជា"),
        Sample(
            script: "Hebrew with points", font: "NotoSansHebrew-Regular", text: "שָׁלוֹם בְּרֵאשִׁית", isRightToLeft: true),
        Sample(script: "Arabic", font: "NotoSansArabic-Regular", text: "السلام عليكم لا إله كِتَابٌ", isRightToLeft: true),
        Sample(script: "Urdu", font: "NotoNastaliqUrdu-Regular", text: "پاکستان اردو ہے", isRightToLeft: true),
        Sample(script: "Vietnamese", font: "NotoSans-Regular", text: "Tiếng Việt Nguyễn e\u{302}\u{323} đường"),
    ]

    /// A glyph of hb-shape: its number in the font, and the first character that it stands for.
    private struct Named: Decodable {
        let g: Int
        let cl: Int
    }

    /// The glyphs of a text as they are seen from the left; marks behind their letters.
    private func shaped(_ text: String, path: String, isRightToLeft: Bool) throws -> [Int] {
        let printed = try FontTools.run(
            "hb-shape",
            ["--no-glyph-names", "--no-positions", "--output-format=json", "--remove-default-ignorables", path, text])
        let glyphs = try JSONDecoder().decode([Named].self, from: Data(printed.utf8))
        var groups: [[Named]] = []
        for glyph in glyphs {
            if let last = groups.last?.last, last.cl == glyph.cl {
                groups[groups.count - 1].append(glyph)
            } else {
                groups.append([glyph])
            }
        }
        return groups.flatMap { isRightToLeft ? $0.reversed() : $0 }.map(\.g)
    }

    @Test("Glyphs and their order are those of hb-shape", arguments: samples)
    func glyphs(sample: Sample) throws {
        let path = Self.noto + sample.font + ".ttf"
        let font = try FontFile.load(path: path, size: .capitals(14))
        // Spaces part the words, each of which is of one script.
        for word in sample.text.split(separator: " ").map(String.init) {
            let line = try TextLayout(fonts: FontChain([font])).lines(of: word)[0]
            let expected = try shaped(word, path: path, isRightToLeft: sample.isRightToLeft)
                .map { font.glyph(at: $0, code: 0) }.filter { $0.width > 0 }
            expectEqual(line.glyphs.map { Array($0.glyph.columns) }, expected.map { Array($0.columns) }, "\(word)")
            // Each glyph lies within the line, and the pen moves by what the glyphs say, but for less than a pixel each.
            let advance = expected.reduce(0) { $0 + $1.advance }
            #expect(line.advance > 0 && line.advance <= advance + expected.count, "\(word)")
            #expect(CoverageReport(of: word, fonts: FontChain([font])).isComplete, "\(word)")
        }
    }

    @Test("Letters that join or are put in order are not those of the single characters")
    func differs() throws {
        let font = try FontFile.load(path: Self.noto + "NotoSansDevanagari-Regular.ttf", size: .capitals(14))
        func columns(_ text: String) throws -> [[UInt64]] {
            try TextLayout(fonts: FontChain([font])).lines(of: text)[0].glyphs.map { Array($0.glyph.columns) }
        }
        // The vowel sign i stands in front of its consonant.
        let pair = try columns("\u{926}\u{93F}")
        expectEqual(pair.count, 2)
        expectEqual(pair.last, try columns("\u{926}").first)
        // ksha is one letter.
        try expectEqual(columns("\u{915}\u{94D}\u{937}").count, 1)
    }

    @Test("Fonts of pixels are joined and put in order, too: Unifont as hb-shape has it")
    func pixels() throws {
        let font = try FontFile.load(path: "/usr/share/fonts/X11/misc/unifont.pcf.gz")
        func codes(_ text: String) throws -> [UInt32] {
            try TextLayout(fonts: FontChain([font])).lines(of: text)[0].glyphs.map(\.glyph.code)
        }
        // marhaban: meem initial, reh final, hah initial, beh medial, alef final; from the left.
        try expectEqual(codes("مرحبا"), [0xFE8E, 0xFE92, 0xFEA3, 0xFEAE, 0xFEE3])
        try expectEqual(codes("لا"), [0xFEFB])
        // The vowel sign i before its consonant; Thai am as two signs; Jamo as one syllable.
        try expectEqual(codes("दि"), [0x93F, 0x926])
        try expectEqual(codes("น้ำ"), [0xE19, 0xE4D, 0xE49, 0xE32])
        try expectEqual(codes("\u{1112}\u{1161}\u{11AB}"), [0xD55C])
        // Vowel marks stay marks, and ligatures of the text itself are drawn.
        try expectEqual(codes("مَّ"), [0xFEE1, 0x651, 0x64E])
        try expectEqual(codes("\u{FDFA}\u{FC86}"), [0xFC86, 0xFDFA])
        // Persian letters of the presentation forms A.
        try expectEqual(codes("پچ"), [0xFB7B, 0xFB58])
    }

    @Test("The font is chosen for each letter, and a text of several scripts and directions is shaped in parts")
    func mixed() throws {
        let latin = try FontFile.load(path: Self.noto + "NotoSans-Regular.ttf", size: .capitals(14))
        let hindi = try FontFile.load(path: Self.noto + "NotoSansDevanagari-Regular.ttf", size: .capitals(14))
        let fonts = FontChain([latin, hindi])
        func columns(_ text: String, _ font: BitmapFont) throws -> [[UInt64]] {
            try TextLayout(fonts: FontChain([font])).lines(of: text)[0].glyphs.map { Array($0.glyph.columns) }
        }
        let line = try TextLayout(fonts: fonts).lines(of: "Delhi दिल्ली 12")[0]
        try expectEqual(
            line.glyphs.map { Array($0.glyph.columns) },
            columns("Delhi", latin) + columns("दिल्ली", hindi) + columns("12", latin))
    }

    @Test("Fonts without Latin letters are as large as the Latin font of their family")
    func sizes() throws {
        let latin = try FontFile.load(path: Self.noto + "NotoSans-Regular.ttf", size: .capitals(14))
        for name in ["NotoSansArabic", "NotoSansThai", "NotoSansDevanagari", "NotoSansHebrew"] {
            let font = try FontFile.load(path: Self.noto + name + "-Regular.ttf", size: .capitals(14))
            let (own, other) = (try #require(font.outlines?.emSize), try #require(latin.outlines?.emSize))
            // In 64ths of a pixel; the hinter moves the edges of an H by less than a pixel.
            #expect(abs(own - other) <= 64, "\(name): \(own), \(other)")
            expectEqual(font.capitals, 14)
        }
    }

    @Test("A ligature is not made where letters are spaced, and is made where they are not")
    func ligatures() throws {
        let font = try FontFile.load(path: OutlineFonts.dejaVu, size: .capitals(20))
        let plain = try TextLayout(fonts: FontChain([font])).lines(of: "fi")[0]
        let spaced = try TextLayout(fonts: FontChain([font]), style: TextStyle(letterSpacing: 1)).lines(of: "fi")[0]
        expectEqual([plain.glyphs.count, spaced.glyphs.count], [1, 2])
    }

    @Test(
        "A text of 200 letters is laid out in a few milliseconds of processor time, also without optimization",
        arguments: samples)
    func speed(sample: Sample) throws {
        let font = try FontFile.load(path: Self.noto + sample.font + ".ttf", size: .capitals(14))
        let layout = TextLayout(fonts: FontChain([font]))
        let text = String(String(repeating: sample.text + " ", count: 20).unicodeScalars.prefix(200))
        _ = try layout.strip(text)
        // The best of several: what other programs cost the processor does not count.
        let best = try (0..<5).map { _ in try processorTime { _ = try layout.strip(text) } }.min()
        #expect(try #require(best) < .milliseconds(50))
    }
}
