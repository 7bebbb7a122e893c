import BitmapFonts
import SignTestSupport
import Testing

@Suite struct HexReaderTests {
    @Test("A line of 32 digits is 8 wide, of 64, 96 and 128 digits 16, 24 and 32 wide", arguments: [1, 2, 3, 4])
    func widths(bytesPerRow: Int) throws {
        let first = "8" + String(repeating: "0", count: 2 * bytesPerRow - 2) + "1"
        let rest = String(repeating: "0", count: 2 * bytesPerRow * 15)
        let font = try font("0041:\(first)\(rest)\n")
        let width = 8 * bytesPerRow
        expectEqual(metrics(font.glyph(for: 0x41)), [0x41, width, 0, 14, width, 16])
        let columns = [1] + [UInt64](repeating: 0, count: width - 2) + [1]
        expectEqual(Array(try #require(font.glyph(for: 0x41)).columns), columns)
    }

    @Test("Unifont's A looks like an A")
    func letterA() throws {
        let font = try font("0041:0000000018242442427E424242420000\n")
        let expected = """
            ........
            ........
            ........
            ........
            ...##...
            ..#..#..
            ..#..#..
            .#....#.
            .#....#.
            .######.
            .#....#.
            .#....#.
            .#....#.
            .#....#.
            ........
            ........
            """
        try expectEqual(art(font, 0x41), expected)
        expectEqual(font.ascent, 14)
        expectEqual(font.descent, 2)
        #expect(font.isUnicode)
        expectEqual(font.charset, "ISO10646-1")
        expectEqual(font.name, "test")
    }

    @Test("Marks that Unicode draws over letters advance by nothing and lie over the letter before")
    func marks() throws {
        let digits = String(repeating: "0F", count: 16)
        let font = try font("0301:\(digits)\n20DD:\(digits)\(digits)\n0903:\(digits)\n")
        expectEqual(metrics(font.glyph(for: 0x301)), [0x301, 0, -8, 14, 8, 16])
        expectEqual(metrics(font.glyph(for: 0x20DD)), [0x20DD, 0, -16, 14, 16, 16])
        expectEqual(metrics(font.glyph(for: 0x903)), [0x903, 8, 0, 14, 8, 16])
    }

    @Test("Windows line ends, comments, blank lines, small letters, long codes and any order are read")
    func tolerated() throws {
        let digits = String(repeating: "aB", count: 16)
        let font = try font("# note\r\n\r\n1f600:\(digits)\r\n #\r\n00000041:\(digits)\r\n41:\(digits.lowercased())")
        expectEqual(font.glyphs.map(\.code), [0x41, 0x1F600])
    }

    @Test("Every bad line is an error with its number")
    func errors() {
        let zeros = String(repeating: "00", count: 15)
        let good = "41:00\(zeros)"
        let lines = [
            good, "\(good)0", "\(good)00", "42", ":00", "110000:00\(zeros)", "4G:00\(zeros)", "41:\(zeros)0g",
            "123456789:00\(zeros)", good,
        ]
        let error = fontError(lines.joined(separator: "\n"))
        expectEqual(error?.problems.map(\.place), (2...9).map { .line($0) })
        expectEqual(error?.problemCount, 8)
        expectEqual(error?.problems[4].reason, .outOfRange(what: "the code", value: 0x110000, allowed: 0...0x10FFFF))
        let expected =
            "test:4: a line must be a hexadecimal code, a colon and digits, found '42'; "
            + "correct the file or export the font again"
        expectEqual(error?.description.split(separator: "\n")[2], expected[...])
    }
}
