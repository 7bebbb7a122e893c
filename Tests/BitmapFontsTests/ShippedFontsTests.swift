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
        "emoji that show the same thing as an icon are drawn as that icon",
        arguments: ["ledsign-icons-8", "ledsign-icons-16"])
    func emoji(name: String) throws {
        let font = try Self.load(name)
        let same: [(emoji: String, icon: UInt32)] = [
            ("🍕", 0xE10E), ("🥨", 0xE10F), ("🍷", 0xE110), ("🐟🐠", 0xE10C), ("🍦🍨", 0xE10D), ("🏆", 0xE111),
            ("🚩🏁🏳", 0xE112), ("⚽", 0xE113), ("🚪", 0xE114), ("⚙", 0xE115), ("🔍🔎", 0xE116), ("👤", 0xE117),
            ("👾", 0xE118), ("💀☠", 0xE119), ("🌅🌄", 0xE11A), ("🛜", 0xE100), ("💶", 0xE101), ("💵💲", 0xE102),
            ("💷", 0xE103), ("🪫", 0xE105), ("🔌", 0xE107), ("📷📸", 0xE108), ("🔓", 0xE109), ("🔼", 0xE10A),
            ("🔽", 0xE10B), ("🌞", 0x2600), ("☔", 0x2602), ("💨", 0x1F32C), ("🚍", 0x1F68C), ("🚋", 0x1F68A),
            ("🚂🚄🚉", 0x1F686), ("🚖", 0x1F695), ("🚘🚙", 0x1F697), ("⛴", 0x1F6A2), ("🚾", 0x1F6BB), ("⬅", 0x2190),
            ("⬆", 0x2191), ("➡", 0x2192), ("⬇", 0x2193), ("↩", 0x21BA), ("↪", 0x21BB), ("🔄", 0x1F503), ("❔", 0x2753),
            ("❕", 0x2757), ("✅☑✓", 0x2714), ("❌❎✕", 0x2716), ("⭐", 0x2605), ("🧡💛💚💙💜🖤🤍🤎", 0x2764), ("🏡", 0x1F3E0),
            ("⏰🕰", 0x1F552), ("📆🗓", 0x1F4C5), ("📧📩", 0x2709), ("☎", 0x1F4DE), ("🔐", 0x1F512), ("🔉🔈", 0x1F50A),
            ("🗝", 0x1F511), ("🍰", 0x1F382), ("🍵", 0x2615), ("🍻", 0x1F37A), ("🍽", 0x1F374), ("🎶", 0x266B), ("🎵", 0x266A),
            ("🎄", 0x1F332), ("🐈", 0x1F431), ("🐕", 0x1F436), ("🙂😊", 0x263A), ("😃😄😁", 0x1F600), ("🙁", 0x2639),
            ("😭", 0x1F622), ("😡", 0x1F620), ("😯😲", 0x1F62E), ("😑", 0x1F610),
        ]
        for (emoji, icon) in same {
            let picture = try #require(font.glyph(for: icon))
            for scalar in emoji.unicodeScalars where scalar.value != 0xFE0F {
                let glyph = try #require(font.glyph(for: scalar.value), "\(scalar)")
                #expect(glyph.columns == picture.columns && glyph.top == picture.top, "\(scalar)")
                expectEqual(glyph.advance, picture.advance, "\(scalar)")
            }
        }
        // Those that Unicode has for icons themselves.
        for scalar in "🍞☀☁⛅🌧🌨⛈🌫🌙🔥💧🚌🚆🚲🚀⚠⛔ℹ❓❗❤👍👎🏠🔔📅✉🔑🔒💡🔋🎂☕🍺🎁🌳🐱🐶☺😀😉😍😐☹😢😠😮😴".unicodeScalars {
            #expect(font.glyph(for: scalar.value) != nil, "\(scalar)")
        }
    }

    @Test("the faces of 16 rows are round, with mouths that stand clear of the chin")
    func faces() throws {
        for name in ["ledsign-icons-16", "ledsign-16-bold"] {
            let font = try Self.load(name)
            let smile = try #require(font.glyph(for: 0x263A))
            let rows = (0..<smile.height).map { y in
                String((0..<smile.width).map { smile[$0, y] ? "#" : "." as Character })
            }
            expectEqual(
                rows.joined(separator: "\n"),
                """
                .....######.....
                ...##########...
                ..####....####..
                .###........###.
                .##.##....##.##.
                ###.##....##.###
                ##..##....##..##
                ##............##
                ##............##
                ##.##......##.##
                ###.##....##.###
                .##..######..##.
                .###..####..###.
                ..####....####..
                ...##########...
                .....######.....
                """)
        }
        // All faces have the same outline, and none has ink between it and the mouth.
        let font = try Self.load("ledsign-icons-16")
        for code: UInt32 in [0x263A, 0x1F600, 0x1F609, 0x1F610, 0x2639, 0x1F622, 0x1F620, 0x1F62E, 0x1F634] {
            let glyph = try #require(font.glyph(for: code))
            let rows = (0..<glyph.height).map { y in
                String((0..<glyph.width).map { glyph[$0, y] ? "#" : "." as Character })
            }
            expectEqual(rows.first, ".....######.....", "\(code)")
            expectEqual(rows[13], "..####....####..", "\(code)")
            expectEqual(rows.suffix(2), ["...##########...", ".....######....."], "\(code)")
        }
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
