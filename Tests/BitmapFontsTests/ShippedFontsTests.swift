import BitmapFonts
import Foundation
import SignTestSupport
import Testing

/// What people can read on a sign in the fonts drawn for this project.
@Suite struct ShippedFontsTests {
    private static func load(_ name: String) throws -> BitmapFont {
        try FontFile.load(path: FontTools.root.appendingPathComponent("fonts/\(name).bdf").path)
    }

    /// The cells of a text, one after the other, as art of as many rows as a line has.
    private func picture(_ text: String, _ font: BitmapFont) throws -> String {
        let glyphs = try text.unicodeScalars.map { try #require(font.glyph(for: $0.value), "\($0)") }
        return (0..<font.lineHeight).map { row in
            glyphs.map { glyph in
                (0..<glyph.advance).map { lit(glyph, $0, row, font) ? "#" : "." }.joined()
            }.joined()
        }.joined(separator: "\n")
    }

    private func lit(_ glyph: Glyph, _ column: Int, _ row: Int, _ font: BitmapFont) -> Bool {
        let (x, y) = (column - glyph.left, row - font.ascent + glyph.top)
        return (0..<glyph.width).contains(x) && (0..<glyph.height).contains(y) && glyph[x, y]
    }

    private func isDark(row: Int, of glyph: Glyph, _ font: BitmapFont) -> Bool {
        !(0..<glyph.advance).contains { lit(glyph, $0, row, font) }
    }

    /// Texts whose letters make up the alphabets of their languages.
    private static let alphabets = [
        "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻaąbcćdeęfghijklłmnńoóprsśtuwyzźż",
        "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýžÄĹĽÔŔäĺľôŕ", "ŐŰőűÖÜöü", "ĂÂÎȘȚăâîșț", "ÇĞIİÖŞÜçğıiöşü",
        "ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūžĄĖĘĮŲąėęįų", "ĈĜĤĴŜŬĉĝĥĵŝŭ",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆΈΉΊΌΎΏάέήίόύώΪΫϊϋΐΰ",
        "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя", "ҐЄІЇґєіїЎў",
        "ЂЉЊЋЏЈЅЃЌђљњћџјѕѓќ",
    ]

    @Test(
        "every text font has the letters of the languages written in Latin, Greek and Cyrillic script",
        arguments: ["ledsign-6-condensed", "ledsign-8", "ledsign-16-bold"])
    func alphabets(name: String) throws {
        let font = try Self.load(name)
        for text in Self.alphabets {
            let missing = text.unicodeScalars.filter { font.glyph(for: $0.value) == nil }
            #expect(missing.isEmpty, "\(name) lacks \(String(String.UnicodeScalarView(missing)))")
        }
    }

    @Test("the font of 16 rows has every character of the one of 8, so that no word mixes heights")
    func sameCoverage() throws {
        let large = try Set(Self.load("ledsign-16-bold").glyphs.map(\.code))
        let small = try Self.load("ledsign-8").glyphs.map(\.code)
        #expect(small.filter { !large.contains($0) }.isEmpty)
    }

    @Test("a capital under an accent keeps six of its seven rows in ledsign-8")
    func accentedCapitals() throws {
        let font = try Self.load("ledsign-8")
        try expectEqual(
            picture("ŚÜÉЁÄ", font),
            """
            ...##...#.#......##..#.#..#...#.
            .###..#.....#.####..#####...#...
            #.....#.....#.#.....#......#.#..
            .###..#.....#.####..####..#...#.
            ....#.#.....#.#.....#.....#...#.
            ....#.#.....#.#.....#.....#####.
            ####...#####..#####.#####.#...#.
            ................................
            """)
        let letters =
            "ÀÁÂÃÄÅĀĂĆĈĊČĎÈÉÊËĔĖĚĜĞĠĤĴĹŃÑŇÒÓÔÕÖŎŐŔŘŚŜŠŤÙÚÛŨÜŪŬŮŰŴÝŶŸŹŻŽÌÍΫЀЁЃЌЍЎЙ"
        for letter in letters.unicodeScalars {
            let glyph = try #require(font.glyph(for: letter.value), "\(letter)")
            for row in 0..<7 { #expect(!isDark(row: row, of: glyph, font), "\(letter), row \(row)") }
        }
    }

    @Test("a mark below a capital stays above the descender row in ledsign-8, clear of the accents of the next line")
    func marksBelow() throws {
        let font = try Self.load("ledsign-8")
        try expectEqual(
            picture("ĄĘÇŅ", font),
            """
            .###..#####..###..#...#.
            #...#.#.....#...#.##..#.
            #...#.####..#.....#.#.#.
            #####.#.....#.....#..##.
            #...#.#.....#...#.#...#.
            #...#.#####..###..#...#.
            ...##....##...##....#...
            ........................
            """)
        for letter in "ĄĘĮŲÇŞȘŢȚĢĶĻŅŖ".unicodeScalars {
            let glyph = try #require(font.glyph(for: letter.value), "\(letter)")
            #expect(isDark(row: 7, of: glyph, font), "\(letter)")
        }
    }

    @Test(
        "2, 3, 8 and 9 have shapes of their own in ledsign-6-condensed: slanted, open to the left, waisted, with a leg")
    func condensedDigits() throws {
        let font = try Self.load("ledsign-6-condensed")
        try expectEqual(
            picture("2389", font),
            """
            ##..##..###.###.
            ..#...#.#.#.#.#.
            .#..##...#..###.
            #.....#.#.#...#.
            ###.##..###...#.
            ................
            """)
    }

    @Test("taxi, men, women, walk and pizza as looked at from afar")
    func icons() throws {
        try expectEqual(
            picture("\u{1F695}\u{1F6B9}\u{1F6BA}\u{1F6B6}\u{E10E}", Self.load("ledsign-icons-8")),
            """
            ..####.....###.....###.......##...######..
            ...........###.....###.......##..#......#.
            .######....................####..########.
            .#....#..#######...###....#.##.#..##.###..
            ########.#.###.#..#####..#..##....######..
            #.####.#...###...#######...#.##....#.##...
            ########...#.#.....#.#....#....#...####...
            .#....#....#.#.....#.#...#.....#....##....
            """)
    }

    @Test(
        "the full, the low and the empty battery stand on the same rows and differ by eight pixels or more",
        arguments: ["ledsign-icons-8", "ledsign-icons-16"])
    func batteries(name: String) throws {
        let font = try Self.load(name)
        let glyphs = try [0x1F50B, 0xE105, 0xE106].map { try #require(font.glyph(for: $0)) }
        #expect(Set(glyphs.map(\.top)).count == 1 && Set(glyphs.map(\.height)).count == 1)
        let charges = glyphs.map { glyph in
            (0..<glyph.height).reduce(0) { sum, y in sum + (0..<glyph.width).filter { glyph[$0, y] }.count }
        }
        #expect(charges[0] >= charges[1] + 8 && charges[1] >= charges[2] + 8, "\(charges)")
    }
}
