import Foundation
import LinuxSystem
import SignTestSupport
import Synchronization
import Testing

@testable import BitmapFonts

/// Outline fonts as letters of whole pixels.
@Suite struct OutlineFontTests {
    @Test(
        "A size is the rows of the capitals: these, the dots of an Ä and the tail of a g are whole rows",
        arguments: ["plain.ttf", "plain.otf"])
    func shapes(name: String) throws {
        let font = try OutlineFonts.font(name, .capitals(7))
        expectEqual([font.capitals, font.ascent, font.descent], [7, 9, 2])
        expectEqual(font.name, "Plain")
        expectEqual(font.glyphCount, 5)
        try expectEqual(
            art(TextLayout(fonts: FontChain([font])).strip("HÄgx").bitmap),
            """
            ........#...#...............
            ............................
            .#...#..#####...............
            .#...#..#####...............
            .#...#..#####..#####..#####.
            .#####..#####..#####..#####.
            .#...#..#####..#####..#####.
            .#...#..#####..#####..#####.
            .#...#..#####..#####..#####.
            ...............#####........
            ...............#####........
            """)
    }

    @Test("Without a height the largest letters are taken of which an Ä and a g fit into the rows")
    func rows() throws {
        // 900 and 200 units of an em in which capitals have 700.
        for (rows, capitals) in [(11, 7), (16, 10), (10, 6)] {
            let font = try OutlineFonts.font("plain.ttf", .rows(rows))
            expectEqual(font.capitals, capitals)
            #expect(font.lineHeight <= rows)
            let next = try OutlineFonts.font("plain.ttf", .capitals(capitals + 1))
            #expect(next.lineHeight > rows)
        }
        try expectEqual(OutlineFonts.font("plain.ttf", .rows(1)).capitals, 3)
        try expectEqual(OutlineFonts.font("plain.ttf", .rows(4096)).capitals, 256)
    }

    @Test("A style is a face of a collection or a named style of a variable font")
    func styles() throws {
        func stem(_ style: String?) throws -> Int {
            let letter = try OutlineFonts.font("variable.ttf", .capitals(14), style: style).glyph(for: 0x48)
            return try #require((0..<20).first { letter?[$0, 0] == false && letter?[$0 + 1, 0] == false })
        }
        // Stems of 100 and 200 units of an em of 20 pixels.
        try expectEqual([stem(nil), stem("Light"), stem("bold"), stem("Plain Bold")], [2, 2, 4, 4])
        let second = try OutlineFonts.font("pair.ttc", .capitals(7), style: "Second")
        expectEqual([second.name, second.fullName], ["Second", "Second Regular"])
        #expect(second.glyph(for: 0x78) != nil)
        try #expect(OutlineFonts.font("pair.ttc", .capitals(7)).glyph(for: 0x78) == nil)
        #expect {
            try OutlineFonts.font("variable.ttf", .capitals(7), style: "Heavy")
        } throws: {
            "\($0)" == "variable.ttf: the font has no style \"Heavy\"; it has \"Regular\", \"Light\" and \"Bold\""
        }
    }

    @Test("Fonts of one file are the same in the same style, size and edges only")
    func sameness() throws {
        let plain = try OutlineFonts.font("variable.ttf", .capitals(14))
        let bold = try OutlineFonts.font("variable.ttf", .capitals(14), style: "Bold")
        expectEqual([plain.source, "\(plain.lineHeight)"], [bold.source, "\(bold.lineHeight)"])
        try #expect(plain.isSame(as: OutlineFonts.font("variable.ttf", .capitals(14))))
        #expect(!plain.isSame(as: bold))
        try #expect(!plain.isSame(as: OutlineFonts.font("variable.ttf", .capitals(15))))
        let smooth = try #require(plain.smooth())
        #expect(!plain.isSame(as: smooth))
        #expect(smooth.isSame(as: smooth))
    }

    @Test("The heights that the hints do not allow are those of FreeType; the next lower one is taken")
    func heights() throws {
        let missing = try OutlineFonts.run("outline_sheet.py", [OutlineFonts.dejaVu, "--heights"])
            .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(!missing.isEmpty)
        for rows in 5...40 {
            var expected = rows
            while missing.contains(expected) { expected -= 1 }
            try expectEqual(FontFile.load(path: OutlineFonts.dejaVu, size: .capitals(rows)).capitals, expected)
        }
    }

    @Test(
        "Letters are those of FreeType, but for few pixels that its versions draw differently", arguments: [9, 12, 22])
    func letters(rows: Int) throws {
        let codes = Array("HamburgÄg15:42kW&Q".unicodeScalars).map(\.value)
        let font = try FontFile.load(path: OutlineFonts.dejaVu, size: .capitals(rows))
        let printed = try OutlineFonts.run(
            "outline_sheet.py", [OutlineFonts.dejaVu, String(rows)] + codes.map { String($0) })
        var (pixels, different) = (0, 0)
        for block in printed.components(separatedBy: "\n\n") where !block.isEmpty {
            let lines = block.split(separator: "\n").map(String.init)
            let numbers = lines[0].split(separator: " ").compactMap { Int($0) }
            let glyph = try #require(font.glyph(for: UInt32(numbers[0])))
            #expect(abs(glyph.advance - numbers[1]) <= 1)
            for (y, line) in lines.dropFirst().enumerated() {
                for (x, character) in line.enumerated() {
                    pixels += 1
                    let lit = glyph[x + numbers[2] - glyph.left, y + glyph.top - numbers[3]]
                    if lit != (character == "#") { different += 1 }
                }
            }
        }
        #expect(pixels > 500)
        #expect(different * 100 <= pixels, "\(different) of \(pixels)")
    }

    @Test(
        "Stems are equally wide, capitals stand on the base line, and digits have one advance",
        arguments: [8, 9, 12, 18, 30])
    func structure(rows: Int) throws {
        let font = try FontFile.load(path: OutlineFonts.dejaVu, size: .capitals(rows))
        let capital = try #require(font.glyph(for: 0x48))
        expectEqual([capital.top, capital.height], [rows, rows])
        // The runs of lit pixels in the top row of an H are its stems.
        let row = (0..<capital.width).map { capital[$0, 0] }
        let stems = row.split(separator: false).map(\.count)
        expectEqual(stems.count, 2)
        expectEqual(stems[0], stems[1])
        let advances = (UInt32(0x30)...0x39).compactMap { font.glyph(for: $0)?.advance }
        expectEqual(Set(advances).count, 1)
        expectEqual(font.glyph(for: 0x4E00)?.advance, nil)
    }

    @Test("Smooth letters cover the area of their outlines, and have heights of whole rows")
    func smooth() throws {
        let font = try #require(OutlineFonts.font("plain.ttf", .capitals(20)).smooth())
        // The dots of an Ä end at 25.7 rows, the tail of a g at 5.7.
        #expect(font.capitals == 20 && (25...26).contains(font.ascent) && font.descent == 6)
        let glyph = try #require(font.glyph(for: 0x48))
        expectEqual([glyph.top, glyph.height, glyph.shares.count], [20, 20, 20 * glyph.width])
        // Two stems of 100 x 700 units and a bar of 300 x 100, of an em of 20 / 0.7 pixels.
        let area = 170_000 * (20 / 700.0) * (20 / 700.0)
        let covered = glyph.shares.reduce(0) { $0 + Double($1) } / 255
        #expect(abs(covered - area) < 0.1 * area, "\(covered) instead of \(area)")
        // The mask is what is covered at all; stems of 2.86 pixels have edges that are covered in part.
        let lit = (0..<glyph.height).map { y in (0..<glyph.width).map { glyph[$0, y] } }.flatMap { $0 }
        expectEqual(lit, glyph.shares.map { $0 > 0 })
        #expect(glyph.shares.contains { $0 > 0 && $0 < 255 })
        #expect(try OutlineFonts.font("plain.ttf", .capitals(20)).glyph(for: 0x48)?.shares.isEmpty ?? false)
        #expect(LayoutTestFonts.tiny.smooth() == nil)
    }

    @Test("A strip has the shares of its letters at their places, and those of fonts of pixels whole")
    func smoothStrip() throws {
        let font = try #require(OutlineFonts.font("plain.ttf", .capitals(20)).smooth())
        let layout = TextLayout(fonts: FontChain([font, LayoutTestFonts.tiny]))
        let strip = try layout.strip("HA")
        let line = try layout.lines(of: "HA")[0]
        expectEqual(strip.shares.count, strip.bitmap.width * strip.bitmap.height)
        for placed in line.glyphs {
            for y in 0..<placed.glyph.height {
                for x in 0..<placed.glyph.width {
                    let (column, row) = (
                        strip.origin + placed.x + placed.glyph.left + x, line.ascent - placed.glyph.top + y
                    )
                    let share = strip.shares[row * strip.bitmap.width + column]
                    let own = placed.glyph.shares
                    expectEqual(share, own.isEmpty ? (placed.glyph[x, y] ? 255 : 0) : own[y * placed.glyph.width + x])
                    expectEqual(strip.bitmap[column, row], share > 0)
                }
            }
        }
        try #expect(TextLayout(fonts: FontChain([LayoutTestFonts.tiny])).strip("A").shares.isEmpty)
    }

    @Test("An outline font without a size is an error that says how to give one")
    func withoutSize() {
        #expect {
            try FontFile.load(path: OutlineFonts.dejaVu)
        } throws: {
            "\($0)" == OutlineFonts.dejaVu
                + ": an outline font needs the height of its capitals in pixels, such as DejaVuSans.ttf@12px"
        }
    }

    @Test("A family finds its plain style, and a style of it; file names come first")
    func families() throws {
        try FontTools.withFolder { folder in
            for (name, source) in [("a.ttf", "variable.ttf"), ("b.ttc", "pair.ttc")] {
                try Data(OutlineFonts.files[source] ?? []).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let search = FontSearch(folders: [folder])
            func names(_ name: String) throws -> [String] {
                let font = try search.load(name + "@7px")
                return [(font.source as NSString).lastPathComponent, font.name, String(font.glyph(for: 0x78) != nil)]
            }
            try expectEqual(names("plain"), ["a.ttf", "Plain", "true"])
            try expectEqual(names("Second"), ["b.ttc", "Second", "true"])
            try expectEqual(names("First:Regular"), ["b.ttc", "First", "false"])
            try expectEqual(names("a"), ["a.ttf", "Plain", "true"])
            func width(_ name: String) throws -> Int? {
                let glyph = try search.load(name).glyph(for: 0x48)
                return (0..<20).first { glyph?[$0, 0] == false && glyph?[$0 + 1, 0] == false }
            }
            try expectEqual([width("Plain@14px"), width("Plain:Bold@14px")], [2, 4])
            #expect { try search.load("Third@7px") } throws: { "\($0)".hasPrefix("unknown font \"Third\"") }
            #expect { try search.load("Plain:Heavy@7px") } throws: {
                "\($0)".hasSuffix("the font has no style \"Heavy\"; it has \"Regular\", \"Light\" and \"Bold\"")
            }
        }
    }

    @Test("Several threads may lay out texts in one font at once")
    func threads() throws {
        let font = try FontFile.load(path: OutlineFonts.dejaVu, size: .capitals(12))
        let fonts = FontChain([font])
        let texts = ["Hamburg Äg 15:42", "מזג אוויר", "Щёлково", "مرحبا"]
        let expected = try texts.map { try TextLayout(fonts: fonts).strip($0) }
        // The glyphs of a font that was not used before are drawn by whoever asks first.
        let fresh = FontChain([try FontFile.load(path: OutlineFonts.dejaVu, size: .capitals(12))])
        let strips = Mutex<[Int: Strip]>([:])
        DispatchQueue.concurrentPerform(iterations: 32) { index in
            let strip = try? TextLayout(fonts: fresh).strip(texts[index % texts.count])
            strips.withLock { $0[index] = strip }
        }
        let found = strips.withLock { $0 }
        for index in 0..<32 { expectEqual(found[index], expected[index % texts.count]) }
    }

    @Test("A file that becomes shorter while it is open has blank letters")
    func truncated() throws {
        try FontTools.withFolder { folder in
            let path = folder + "/font.ttf"
            let bytes = try Data(contentsOf: URL(fileURLWithPath: OutlineFonts.dejaVu))
            try bytes.write(to: URL(fileURLWithPath: path))
            let font = try FontFile.load(path: path, size: .capitals(12))
            #expect(font.glyph(for: 0x48)?.hasInk ?? false)
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.truncate(atOffset: 100)
            try file.close()
            expectEqual(font.glyph(for: 0x58)?.hasInk, false)
            #expect(font.glyph(for: 0x48)?.hasInk ?? false)
        }
    }

    @Test(
        "Cut and changed fonts are fonts or errors, and never end the process",
        arguments: ["plain.ttf", "plain.otf", "variable.ttf", "pair.ttc"])
    func hostile(name: String) throws {
        let bytes = try #require(OutlineFonts.files[name])
        var random = SeededRandom(seed: 11)
        var errors = 0
        func read(_ bytes: [UInt8]) {
            do throws(FontError) {
                let font = try FontFile.read(bytes: bytes, name: name, size: .capitals(9), style: nil)
                for code in UInt32(0x20)...0xFF { _ = font.glyph(for: code) }
                #expect(font.lineHeight >= 0 && font.lineHeight <= 2 * FontLimits.boxExtent)
            } catch {
                errors += 1
                #expect(!error.problems.isEmpty)
            }
        }
        for count in sample(Array(0..<bytes.count), 100) { read(Array(bytes[..<count])) }
        for _ in sample(Array(0..<2_000), 200) {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            read(changed)
        }
        #expect(errors > 0)
    }
}
