import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// What new values do to rows.
@Suite struct ListChangeTests {
    private static let board = """
        fields: {rows: {variable: "0"}}
        message:
          rows:
            - each: rows
              key: item
              change: {effect: slide, duration: 800ms, easing: linear}
              text: "{item}"
        """

    private func sign(_ text: String, _ values: [String]) throws -> SignStage {
        let sign = try SignStage(text, size: Size(width: 12, height: 24))
        take(values, sign, at: 0)
        return sign
    }

    private func take(_ values: [String], _ sign: SignStage, at milliseconds: Int64) {
        let list = LiveReading(.list(values.map { .text($0) }))
        sign.player.take([LiveChange(name: "rows", reading: list)], at: sign.instant(milliseconds))
    }

    /// The row of pixels in which a letter begins that is a bar from top to bottom of its seven rows; nil if it is not seen.
    private func top(_ letter: String, _ sign: SignStage, at milliseconds: Int64) throws -> Int? {
        let alone = try SignStage("message: {text: \(letter)}", size: Size(width: 12, height: 8))
        let rows = alone.picture(at: 0).split(separator: "\n").dropLast()
        let picture = sign.picture(at: milliseconds).split(separator: "\n")
        return (0...(picture.count - rows.count)).first { Array(picture[$0..<$0 + rows.count]) == Array(rows) }
    }

    @Test("rows that stay slide to their new place, pixel by pixel, and the picture is the same afterwards")
    func slide() throws {
        let sign = try sign(Self.board, ["A", "B", "C"])
        expectEqual(try top("C", sign, at: 0), 16)
        take(["A", "C"], sign, at: 1_000)
        // 8 rows in 800 ms: a row of pixels every 100 ms, in its middle.
        expectEqual(try top("C", sign, at: 1_000), 16)
        expectEqual(try top("C", sign, at: 1_080), 15)
        expectEqual(try top("C", sign, at: 1_410), 12)
        expectEqual(try top("C", sign, at: 1_800), 8)
        #expect(sign.player.nextChange(after: sign.instant(1_800)) == nil)
        let still = try self.sign(Self.board, ["A", "C"])
        expectEqual(sign.picture(at: 1_800), still.picture(at: 0))
    }

    @Test("a new row slides in along with the one before it")
    func slideIn() throws {
        let sign = try sign(Self.board, ["A", "B"])
        take(["B", "C"], sign, at: 1_000)
        for (time, first, second) in [(1_000, 8, 16), (1_410, 4, 12), (1_800, 0, 8)] {
            expectEqual(try top("B", sign, at: Int64(time)), first)
            expectEqual(try top("C", sign, at: Int64(time)), second)
        }
    }

    @Test("a text that is repeated shows its elements and nothing else")
    func texts() throws {
        let sign = try sign(Self.board, ["A", " ", "C"])
        let rows = try ["A", " ", "C"].map { letter in
            try SignStage("message: {text: \"\(letter)\"}", size: Size(width: 12, height: 8)).picture(at: 0)
        }
        expectEqual(sign.picture(at: 0), rows.joined(separator: "\n"))
    }

    @Test("a second change begins where the first one is")
    func again() throws {
        let sign = try sign(Self.board, ["A", "B", "C"])
        take(["A", "C"], sign, at: 1_000)
        expectEqual(try top("C", sign, at: 1_410), 12)
        take(["A", " ", "C"], sign, at: 1_410)
        expectEqual(try top("C", sign, at: 1_411), 12)
        // 4 rows in 800 ms.
        expectEqual(try top("C", sign, at: 1_820), 14)
        expectEqual(try top("C", sign, at: 2_210), 16)
    }

    @Test("with reduced motion a row is at its new place at once")
    func reduced() throws {
        let sign = try sign("calm: {reduced-motion: yes}\n" + Self.board, ["A", "B", "C"])
        take(["A", "C"], sign, at: 1_000)
        expectEqual(try top("C", sign, at: 1_000), 8)
    }

    @Test("a text with a new value goes out and comes back three times, and others do not")
    func flash() throws {
        let text = """
            fields: {rows: {variable: "0"}}
            message: {rows: [{text: "{rows[0]}", change: flash}, "{rows[1]}"]}
            """
        let sign = try sign(text, ["A", "B"])
        let fresh = try self.sign(text, ["C", "B"])
        take(["C", "B"], sign, at: 1_000)
        let lit = fresh.picture(at: 0)
        let dark = lit.split(separator: "\n").enumerated()
            .map { $0.offset < 8 ? String(repeating: ".", count: 12) : String($0.element) }.joined(separator: "\n")
        for (time, isLit) in [
            (1_000, false), (1_149, false), (1_150, true), (1_300, false), (1_450, true), (1_600, false), (1_750, true),
            (3_000, true),
        ] { expectEqual(sign.picture(at: Int64(time)), isLit ? lit : dark, "\(time)") }
    }
}

/// Texts as large as fits, and charts that scroll.
@Suite struct ListFitTests {
    @Test(
        "the largest of the fonts and factors is taken in which the text and its sample fit",
        arguments: [
            (32, 16, "88", "ledsign-8@2"), (32, 8, "88", "ledsign-8"), (14, 16, "88", "ledsign-8"),
            (64, 24, "8", "ledsign-8@3"), (20, 40, "8", "ledsign-8@4"), (4, 4, "8", "ledsign-8"),
        ])
    func largest(width: Int, height: Int, sample: String, font: String) throws {
        let size = Size(width: width, height: height)
        let large = try SignStage(
            "message: {rows: [{text: \"1\", fit: largest, sample: \"\(sample)\", height: fill}]}", size: size)
        let given = try SignStage("message: {text: \"1\", font: \(font), scroll: never}", size: size)
        expectEqual(large.picture(at: 0), given.picture(at: 0))
    }

    @Test("bars stand in a list that scrolls, and their values change in place")
    func scrollingChart() throws {
        let text = """
            fields: {v: {variable: "0"}}
            message:
              overflow: scroll
              speed: 10
              spacing: 3
              columns: [{bar: "{v}", width: 10, height: 8}, {pixels: "#", width: 10}]
            """
        let sign = try SignStage(text, size: Size(width: 16, height: 8))
        for (value, lit) in [(50, 5), (100, 10), (0, 0)] {
            let reading = LiveReading(.number(LiveNumber(value)))
            sign.player.take([LiveChange(name: "v", reading: reading)], at: sign.instant(0))
            let row = String(repeating: "#", count: lit) + String(repeating: ".", count: 16 - lit)
            expectEqual(sign.picture(at: 0).split(separator: "\n").first.map(String.init), row)
        }
    }
}
