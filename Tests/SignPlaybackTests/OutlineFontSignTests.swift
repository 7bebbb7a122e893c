import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Outline fonts in sign files.
@Suite struct OutlineFontSignTests {
    private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// The rows of the lit pixels of a text that stands still.
    private func rows(_ text: String, width: Int, height: Int) throws -> Range<Int> {
        let sign = try SignStage(text, size: Size(width: width, height: height))
        let rows = sign.picture(at: 0).split(separator: "\n")
        let lit = rows.indices.filter { rows[$0].contains("#") }
        return (lit.first ?? 0)..<(lit.last ?? -1) + 1
    }

    @Test("a height in pixels is that of capitals; without it letters are as large as the area allows with Ä and g")
    func sizes() throws {
        try expectEqual(rows("message: {text: \"H\", font: \(Self.font)@12px}", width: 64, height: 32).count, 12)
        // FreeType's letters of 10 rows take 16 with the Ä and the g, those of 12 take 19.
        try expectEqual(rows("message: {text: \"H\", font: \(Self.font)}", width: 64, height: 16).count, 10)
        try expectEqual(rows("message: {text: \"Äg\", font: \(Self.font)}", width: 64, height: 16).count, 16)
    }

    @Test("letters whose line is higher than the area are seen whole where their own rows have room")
    func rowsWithRoom() throws {
        // A line has 15 rows above the base line and 3 below it; H and g take 12 and 3 of them.
        let font = "font: \(Self.font)@12px"
        try expectEqual(rows("message: {text: \"Hg\", \(font)}", width: 64, height: 16), 1..<16)
        try expectEqual(rows("message: {text: \"Hg\", \(font), valign: top}", width: 64, height: 16), 1..<16)
        try expectEqual(rows("message: {text: \"H\", \(font), valign: bottom}", width: 64, height: 16), 1..<13)
        try expectEqual(rows("message: {rows: [{text: \"Hg\", \(font), height: 16}]}", width: 64, height: 16), 1..<16)
        try expectEqual(rows("message: {parts: [{clock: \"HH:mm\", \(font)}]}", width: 64, height: 13).count, 12)
    }

    @Test("smooth letters look the same on a background, over a part, in rows, in moving parts and after an effect")
    func soft() throws {
        let look = "text: \"H\", font: \(Self.font)@19px, edges: smooth, color: red, align: center"
        func picture(_ message: String) throws -> [Color] {
            let file = try SignFile(parsing: "message: " + message, path: "s.yaml")
            let size = Size(width: 32, height: 32)
            let player = try SignPlayer(file, size: size, fonts: TestFonts.fonts, start: .zero)
            var frame = Frame(size: size, format: .rgb)
            player.draw(at: Instant.zero + Nanoseconds.seconds(3), into: &frame)
            return frame.canvas.rgb.pixels
        }
        let expected = try picture("{\(look), background: yellow}")
        let (red, yellow) = (Color(rawValue: 0xFF0000), Color(rawValue: 0xFFFF00))
        // Edges lie between both colours, and nothing is darker than either.
        let edges = expected.filter { $0 != red && $0 != yellow }
        #expect(!edges.isEmpty && edges.allSatisfy { $0.red == 255 && $0.green > 0 && $0.blue == 0 })
        let box = "{shape: box, color: yellow}"
        for message in [
            "{parts: [\(box), {\(look)}]}", "{rows: [{\(look), box: yellow, width: fill, height: fill}]}",
            "{parts: [{parts: [\(box), {parts: [{\(look)}]}]}]}",
            "{parts: [\(box), {\(look), key-frames: [{x: 5}, {offset: 1s, x: 0}, {offset: 1h}]}]}",
            "{\(look), background: yellow, in: wipe}",
            "{columns: [{\(look), box: yellow, width: fill, height: fill, change: dissolve}]}",
        ] {
            try expectEqual(picture(message), expected, "\(message)")
        }
    }

    @Test("fit: largest takes the largest letters in which the text and its sample fit")
    func largest() throws {
        func height(_ text: String, sample: String, width: Int, height: Int) throws -> Int {
            let part = "{text: \"\(text)\", font: \(Self.font), fit: largest, sample: \"\(sample)\", height: fill}"
            return try rows("message: {rows: [\(part)]}", width: width, height: height).count
        }
        // Where the width does not matter the rows of the area do: capitals take all of them, 31 because this font has none of 32.
        try expectEqual(height("H", sample: "H", width: 256, height: 32), 31)
        let accents = try height("Äg", sample: "Äg", width: 256, height: 32)
        try expectEqual(rows("message: {text: \"Äg\", font: \(Self.font)}", width: 256, height: 32).count, accents)
        let narrow = try height("H", sample: "HHHH", width: 64, height: 32)
        #expect(narrow < accents && narrow >= 12, "\(narrow) of \(accents)")
        // The next larger height does not fit.
        let wide = try SignStage(
            "message: {text: \"HHHH\", font: \(Self.font)@\(narrow + 2)px, scroll: never}",
            size: Size(width: 256, height: 64))
        let columns = wide.picture(at: 0).split(separator: "\n").compactMap { row in
            row.firstIndex(of: "#").flatMap { first in
                row.lastIndex(of: "#").map { row.distance(from: first, to: $0) + 1 }
            }
        }.max()
        #expect(columns ?? 0 > 64)
    }

    @Test("check says which height is used where the hints do not allow the wanted one")
    func missingHeight() throws {
        let file = try SignFile(parsing: "message:\n  text: Hi\n  font: \(Self.font)@11px\n", path: "sign.yaml")
        let inspection = SignInspection(
            file, size: Size(width: 64, height: 32), fonts: TestFonts.fonts, time: WallTime(seconds: 1_780_300_800))
        expectEqual(inspection.problems, [])
        expectEqual(
            inspection.warnings.map { "\($0)" },
            ["sign.yaml:3:9: \(Self.font) has no capitals of 11 rows; 10 are used"])
    }

    @Test("check says the same of the fonts of tags, at the text behind them")
    func missingHeightOfTag() throws {
        let text = "message: \"A <font=\(Self.font)@15px>B</font> C <font=\(Self.font)@14px>D</font>\"\n"
        let inspection = SignInspection(
            try SignFile(parsing: text, path: "sign.yaml"), size: Size(width: 64, height: 32), fonts: TestFonts.fonts,
            time: WallTime(seconds: 1_780_300_800))
        expectEqual(inspection.problems, [])
        expectEqual(
            inspection.warnings.map { "\($0)" },
            ["sign.yaml:1:72: \(Self.font) has no capitals of 15 rows; 14 are used"])
    }

    @Test("a style that the font lacks and a damaged font are problems at their place")
    func problems() throws {
        func problem(_ font: String) throws -> String {
            let file = try SignFile(parsing: "message: {text: Hi, font: \"\(font)\"}", path: "sign.yaml")
            return SignInspection(
                file, size: Size(width: 64, height: 32), fonts: TestFonts.fonts, time: WallTime(seconds: 1_780_300_800)
            ).problems.map { "\($0)" }.joined(separator: "\n")
        }
        try expectEqual(
            problem(Self.font + ":Heavy@12px"),
            "sign.yaml:1:27: \(Self.font): the font has no style \"Heavy\"; it has \"Book\"")
    }

    @Test("edges are smooth from capitals of 18 rows on, on panels with colours, unless the key says otherwise")
    func edges() throws {
        func hasGreys(_ keys: String, format: Canvas.Format = .rgb) throws -> Bool {
            let size = Size(width: 96, height: 48)
            let file = try SignFile(parsing: "message: {text: \"S\", font: \"\(Self.font)@\(keys)}", path: "s.yaml")
            let player = try SignPlayer(file, size: size, fonts: TestFonts.fonts.on(format), start: .zero)
            var frame = Frame(size: size, format: .rgb)
            player.direct(at: .zero)
            player.draw(at: .zero, into: &frame)
            let colors = Set(frame.canvas.rgb.pixels)
            #expect(colors.contains(.white) && colors.contains(.black))
            return colors.count > 2
        }
        try expectEqual(
            [
                hasGreys("17px\""), hasGreys("18px\""), hasGreys("18px\", edges: crisp"),
                hasGreys("12px\", edges: smooth"),
                hasGreys("30px\", edges: smooth", format: .mono),
            ], [false, true, false, true, false])
    }
}
