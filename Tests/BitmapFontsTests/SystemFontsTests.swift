import BitmapFonts
import Foundation
import SignTestSupport
import Testing

/// The fonts of Debian's packages: all load, and are the same read in two formats.
@Suite struct SystemFontsTests {
    private static let x11 = "/usr/share/fonts/X11"

    @Test(
        "PCF fonts of xfonts-base, xfonts-75dpi, xfonts-terminus and xfonts-unifont load",
        arguments: [("misc", 600), ("75dpi", 190)])
    func everyPCF(folder: String, count: Int) throws {
        for path in sample(try FontTools.files(in: "\(Self.x11)/\(folder)", ending: ".pcf.gz", atLeast: count), 60) {
            let font = try FontFile.load(path: path)
            #expect(font.glyphCount > 0 && font.ascent >= 0 && font.lineHeight > 0, "\(path)")
            #expect(!font.name.isEmpty && !font.fullName.isEmpty, "\(path)")
        }
    }

    @Test("Console fonts load, and every one that has a Unicode table knows the letters or is a part of a set")
    func everyConsoleFont() throws {
        var unicode = 0
        let paths = sample(try FontTools.files(in: "/usr/share/consolefonts", ending: ".psf.gz", atLeast: 400), 100)
        for path in paths {
            let font = try FontFile.load(path: path)
            #expect([256, 512].contains(font.glyphCount) || font.isUnicode, "\(path)")
            #expect(font.ascent > 0 && font.descent >= 0, "\(path)")
            if font.isUnicode { unicode += 1 }
        }
        #expect(unicode > paths.count / 2)
    }

    @Test("Unifont reads alike as PCF and as hex")
    func unifont() throws {
        let hex = try #require(
            try? FontFile.load(path: "/usr/share/unifont/unifont.hex"), "unifont.hex is missing: \(FontTools.fix)")
        let pcf = try FontFile.load(path: "\(Self.x11)/misc/unifont.pcf.gz")
        expectEqual(hex.glyphCount, pcf.glyphCount)
        expectEqual(hex.ascent, pcf.ascent)
        expectEqual(hex.descent, pcf.descent)
        // Some of the 57,000: the box of the PCF is cut to the ink, so compare the ink against the base line.
        for position in sample(0..<hex.glyphCount, 1_000) {
            let (one, other) = (hex.glyphs[position], pcf.glyphs[position])
            expectEqual(one.code, other.code)
            expectEqual(ink(one, by: one.left), ink(other, by: other.left), "U+\(String(one.code, radix: 16))")
        }
    }

    /// The lit pixels by their column, moved so that the left-most is 0, and their row above the base line.
    private func ink(_ glyph: Glyph, by left: Int) -> Set<[Int]> {
        let lit = (0..<glyph.width).flatMap { x in
            (0..<glyph.height).filter { glyph[x, $0] }.map { [x, glyph.top - $0] }
        }
        let first = lit.map { $0[0] }.min() ?? 0
        return Set(lit.map { [$0[0] - first, $0[1]] })
    }

    /// Fonts of all sizes and shapes: fixed, proportional, with marks, of one and two bytes a code, no Unicode.
    static let converted = [
        "misc/4x6", "misc/5x8-ISO8859-5", "misc/6x13", "misc/9x18", "misc/cursor", "misc/clR6x12",
        "misc/ter-u12b_iso-8859-1",
        "misc/ter-u32n_iso-8859-1", "75dpi/helvR12", "75dpi/timI24", "75dpi/charBI18", "75dpi/symb14", "75dpi/luRS08",
    ]

    @Test("A PCF turned into BDF by pcf2bdf is the same font, glyph by glyph", arguments: sample(converted, 5))
    func pcf2bdf(name: String) throws {
        let path = "\(Self.x11)/\(name).pcf.gz"
        let pcf = try FontFile.load(path: path)
        try FontTools.withFolder { folder in
            _ = try FontTools.run("pcf2bdf", ["-o", "\(folder)/font.bdf", path])
            expectSame(try FontFile.load(path: "\(folder)/font.bdf"), pcf)
        }
    }

    @Test("A BDF turned into PCF by bdftopcf is the same font in every order of bytes and bits")
    func bdftopcf() throws {
        let path = FontTools.root.appendingPathComponent("Fuzz/Seeds/FuzzBDF/tiny.bdf").path
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing("-1 7", with: "-1\nSWIDTH 0 0")
        let bdf = try FontFile.read(bytes: Array(text.utf8), name: "tiny")
        try FontTools.withFolder { folder in
            try text.write(toFile: "\(folder)/tiny.bdf", atomically: true, encoding: .utf8)
            // Not padding 8: bdftopcf leaves rows out there; PCFReaderTests has it.
            for (bits, bytes) in [("-m", "-M"), ("-m", "-L"), ("-l", "-M"), ("-l", "-L")] {
                for (padding, unit) in [(1, 1), (2, 1), (2, 2), (4, 2), (4, 4)] {
                    let file = "\(folder)/tiny.pcf"
                    let options = [bits, bytes, "-p\(padding)", "-u\(unit)", "-o", file, "\(folder)/tiny.bdf"]
                    _ = try FontTools.run("bdftopcf", options)
                    expectSame(try FontFile.load(path: file), bdf)
                }
            }
        }
    }

    private func expectSame(_ one: BitmapFont, _ other: BitmapFont) {
        expectEqual([one.name, one.fullName, one.charset], [other.name, other.fullName, other.charset])
        expectEqual(one.ascent, other.ascent)
        expectEqual(one.descent, other.descent)
        expectEqual(one.isUnicode, other.isUnicode)
        expectEqual(one.glyphs.map(\.code), other.glyphs.map(\.code))
        for (left, right) in zip(one.glyphs, other.glyphs)
        where metrics(left) != metrics(right) || left.columns != right.columns {
            Issue.record("\(metrics(left))\n\(art(left.bitmap))\n\(metrics(right))\n\(art(right.bitmap))")
            return
        }
    }
}
