import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Rows and columns of a message.
@Suite struct ListContentTests {
    private func picture(_ text: String, _ width: Int, _ height: Int) throws -> String {
        shown(try PartsSigns.content(text, width, height), at: 0, width, height)
    }

    @Test("columns stand side by side, rows below each other, and what fills takes the rest")
    func pixels() throws {
        let text = """
            gap: 1
            rows:
              - columns: [{pixels: "#"}, {width: fill}, {pixels: "##"}]
              - {pixels: "###", align: right}
              - columns: [{pixels: "#", width: 3}, {pixels: "#\\n#"}, {shape: box, width: fill}]
                gap: [1, 0]
            """
        expectEqual(
            try picture(text, 9, 6),
            """
            #......##
            .........
            ......###
            .........
            .#..#.###
            ....#.###
            """)
    }

    @Test("boxes stand behind parts, with padding within them, and texts on them are dark where they are brighter")
    func boxes() throws {
        let text = """
            columns:
              - {pixels: "#", box: blue, filled: no, padding: [2, 1]}
              - {width: 2}
              - {pixels: "..", box: white}
            """
        expectEqual(try picture(text, 9, 3), "#####..##\n#.#.#..##\n#####..##")
        let dark = try SignStage(
            "message: {rows: [{text: T, color: black, box: white, align: center}]}", size: Size(width: 9, height: 8))
        let lit = try SignStage("message: {text: T, align: center}", size: Size(width: 9, height: 8))
        let inverted = String(lit.picture(at: 0).map { $0 == "#" ? "." : $0 == "." ? "#" : $0 })
        expectEqual(dark.picture(at: 0), inverted)
    }

    @Test("rows and columns in rows and columns move by key frames of their own")
    func keyFrames() throws {
        let text = """
            rows:
              - {pixels: "#", align: left}
              - key-frames: [{x: 0}, {offset: 1s, x: 4}]
                loop: no
                columns: [{pixels: "#."}, {pixels: "#"}]
            """
        let content = try PartsSigns.content(text, 7, 2)
        expectEqual(shown(content, at: 0, 7, 2), "#......\n#.#....")
        expectEqual(shown(content, at: 1_000, 7, 2), "#......\n....#.#")
    }

    @Test("what is smaller than its list stands where it is aligned across it")
    func across() throws {
        let text = """
            columns:
              - {shape: box, width: 2, height: 2}
              - {shape: box, width: 2, height: 2, padding: [0, 1]}
              - {pixels: "#", height: 1, valign: bottom}
              - {pixels: "#", height: 3, valign: top}
              - rows: [{shape: box, width: 1, height: 1}, {pixels: "#", width: 1, align: right}]
                width: 3
                align: right
            """
        expectEqual(try picture(text, 9, 6), ".....#..#\n........#\n##.......\n##.......\n.........\n....#....")
    }

    @Test("clocks, hands and turns measure what they show")
    func measured() throws {
        let text = """
            columns:
              - {clock: "HH:mm", font: ledsign-8}
              - {pixels: "#", valign: top}
              - {analog-clock: {rim: white}}
              - {pixels: "#", valign: top}
              - turns: [{pixels: "#"}, {pixels: "###"}]
                order: in-turn
              - {pixels: "#", valign: top}
            """
        // The time is not known; four dashes of 5 columns, a colon of 2 and 4 columns between them.
        expectEqual(
            try picture(text, 48, 8),
            """
            ..........................#..####..#...#........
            ............##..............#....#..............
            ............##.............#......#.............
            .###...###......###...###..#......#..#..........
            ...........................#......#.............
            ............##.............#......#.............
            ............##..............#....#..............
            .............................####...............
            """)
    }

    @Test("the font of a text suits the rows that it fills")
    func filledRows() throws {
        let text = "rows: [{pixels: \"#\"}, {text: H, height: fill}]"
        let plain = try SignStage("message: {text: H}", size: Size(width: 16, height: 16)).picture(at: 0)
        expectEqual(try picture(text, 16, 17).split(separator: "\n").dropFirst().joined(separator: "\n"), plain)
    }

    @Test("elements that fill share the rows that the others leave, and the fonts of their texts suit their shares")
    func filledElements() throws {
        let fields = "fields: {list: {variable: \"0\"}}\n"
        func sign(_ rows: String) throws -> SignStage {
            try SignStage("\(fields)message: {rows: [\(rows)]}", size: Size(width: 40, height: 40))
        }
        let elements = try sign("{pixels: \"#\", height: 8}, {each: list, height: fill, columns: [\"{item}\"]}")
        func take(_ values: [LiveValue], at time: Int64) {
            let reading = LiveReading(.list(values))
            elements.player.take([LiveChange(name: "list", reading: reading)], at: elements.instant(time))
        }
        take(["A", "B"], at: 0)
        let two = try sign("{pixels: \"#\", height: 8}, {text: A, height: 16}, {text: B, height: 16}")
        expectEqual(elements.picture(at: 0), two.picture(at: 0))
        take(["A"], at: 10)
        let one = try sign("{pixels: \"#\", height: 8}, {text: A, height: 32}")
        expectEqual(elements.picture(at: 10), one.picture(at: 10))
        take(["A", "B", "C", "D"], at: 20)
        let four = try sign(
            "{pixels: \"#\", height: 8}, {text: A, height: 8}, {text: B, height: 8}, {text: C, height: 8}, "
                + "{text: D, height: 8}")
        expectEqual(elements.picture(at: 20), four.picture(at: 20))
    }

    // MARK: - Values

    /// A board of buses on 40x16: a line, a destination, minutes.
    private static let board = """
        fields: {buses: {variable: "0"}}
        message:
          rows:
            - each: buses max 9 empty "none"
              key: id
              hold: 3s
              gap: [2, 0]
              columns:
                - "{line}"
                - {text: "{to}", width: fill, speed: 10}
                - {text: "{due}", align: right, sample: "88"}
        """

    private func bus(_ line: String, _ to: String, _ due: Int, id: Int) -> LiveValue {
        .record(["line": .text(line), "to": .text(to), "due": .number(LiveNumber(due)), "id": .number(LiveNumber(id))])
    }

    private func change(_ buses: [LiveValue]) -> [LiveChange] {
        [LiveChange(name: "buses", reading: LiveReading(.list(buses)))]
    }

    /// A text alone on a cell, after some milliseconds of its motion.
    private func cell(_ text: String, _ width: Int, _ keys: String = "", at milliseconds: Int64 = 0) throws -> [String]
    {
        let cell = try SignStage("message: {text: \"\(text)\"\(keys)}", size: Size(width: width, height: 8))
        return cell.picture(at: milliseconds).split(separator: "\n").map(String.init)
    }

    /// Cells side by side with two empty columns between them.
    private func row(_ cells: [[String]]) -> [String] {
        (0..<8).map { y in cells.map { $0[y] }.joined(separator: "..") }
    }

    private func rows(_ sign: SignStage, at milliseconds: Int64) -> [String] {
        sign.picture(at: milliseconds).split(separator: "\n").map(String.init)
    }

    @Test("a part is repeated for every element, and the columns of all rows are as wide as the widest")
    func table() throws {
        let sign = try SignStage(Self.board, size: Size(width: 40, height: 16))
        sign.player.take(change([bus("4", "Sea", 7, id: 1), bus("12", "Inn", 15, id: 2)]), at: sign.instant(0))
        // Digits are 5 wide with a gap of 1: two of them are 11.
        let expected =
            try row([cell("4", 11), cell("Sea", 14), cell("7", 11, ", align: right")])
            + row([cell("12", 11), cell("Inn", 14), cell("15", 11, ", align: right")])
        expectEqual(rows(sign, at: 0), expected)
    }

    @Test("a list without a value or elements says so; the picture is a function of values, whenever they came")
    func empty() throws {
        let sign = try SignStage(Self.board, size: Size(width: 40, height: 16))
        let blank = [String](repeating: String(repeating: ".", count: 40), count: 8)
        try expectEqual(rows(sign, at: 0), cell("--", 40) + blank)
        sign.player.take(change([]), at: sign.instant(100))
        try expectEqual(rows(sign, at: 100), cell("none", 40) + blank)
        let buses = [bus("4", "Sea", 7, id: 1), bus("12", "Inn", 15, id: 2)]
        sign.player.take(change(buses), at: sign.instant(200))
        let late = try SignStage(Self.board, size: Size(width: 40, height: 16))
        late.player.take(change(buses), at: late.instant(0))
        expectEqual(rows(sign, at: 200), rows(late, at: 200))
    }

    @Test("a row that moves up when the first one leaves goes on scrolling where it was")
    func identity() throws {
        let sign = try SignStage(Self.board, size: Size(width: 40, height: 16))
        let far = bus("12", "Central Station", 15, id: 2)
        sign.player.take(change([bus("10", "Sea", 7, id: 1), far]), at: sign.instant(0))
        let before = rows(sign, at: 5_030)[8...]
        #expect(before != rows(sign, at: 0)[8...])
        sign.player.take(change([far]), at: sign.instant(5_040))
        expectEqual(rows(sign, at: 5_040)[..<8], before)
        sign.player.take(change([bus("99", "Zoo", 1, id: 7), far]), at: sign.instant(5_050))
        expectEqual(rows(sign, at: 5_050)[8...], before)
    }

    @Test("rows that do not fit come on pages of whole rows, each for the time of hold")
    func pages() throws {
        let sign = try SignStage(Self.board, size: Size(width: 40, height: 20))
        sign.player.take(change((1...5).map { bus("\($0)", "Sea", $0, id: $0) }), at: sign.instant(0))
        func lines(_ numbers: [Int]) throws -> [String] {
            let blank = String(repeating: ".", count: 40)
            let lit = try numbers.flatMap { number in
                try row([cell("\(number)", 5), cell("Sea", 20), cell("\(number)", 11, ", align: right")])
            }
            return lit + [String](repeating: blank, count: 20 - lit.count)
        }
        for (time, shown) in [(0, [1, 2]), (2_999, [1, 2]), (3_000, [3, 4]), (6_000, [5]), (9_000, [1, 2])] {
            try expectEqual(rows(sign, at: Int64(time)), lines(shown), "\(time)")
        }
        #expect(sign.player.nextChange(after: sign.instant(10)) == sign.instant(3_000))
    }

    @Test("what overflows is the elements together, not the columns of each one", arguments: ["pages", "cut"])
    func overflowOfElements(_ overflow: String) throws {
        let buses = [bus("1", "Central Station", 1, id: 1), bus("2", "Harbour", 2, id: 2)]
        let pictures = try [Self.board, Self.board.replacing("key: id", with: "key: id\n      overflow: \(overflow)")]
            .map {
                let sign = try SignStage($0, size: Size(width: 40, height: 16))
                sign.player.take(change(buses), at: sign.instant(0))
                return [0, 2_000, 7_000].map { sign.picture(at: $0) }
            }
        #expect(pictures[0][0] != pictures[0][2])
        expectEqual(pictures[1], pictures[0])
    }

    @Test("a page stays until a text that scrolls on it has been seen whole")
    func scrollingPages() throws {
        let sign = try SignStage(Self.board, size: Size(width: 40, height: 8))
        sign.player.take(
            change([bus("1", "Central Station", 1, id: 1), bus("2", "Sea", 2, id: 2)]), at: sign.instant(0))
        let second = try row([cell("2", 5), cell("Sea", 20), cell("2", 11, ", align: right")])
        // 15 letters need more than 6 s at 10 pixels a second.
        let turn = try #require((0..<200).first { rows(sign, at: Int64($0) * 100) == second })
        #expect(turn > 60)
        expectEqual(rows(sign, at: Int64(turn) * 200), rows(sign, at: 0))
    }

    @Test("a list that scrolls gives every part its width, and moves as one")
    func ticker() throws {
        let text = """
            fields: {shares: {variable: "0"}}
            message:
              overflow: scroll
              speed: 10
              spacing: 4
              gap: 2
              columns:
                - each: shares
                  gap: 1
                  columns: ["{item}", {pixels: "##\\n##"}]
            """
        let sign = try SignStage(text, size: Size(width: 16, height: 8))
        let values: [LiveValue] = ["AB", "CD"].map { .text($0) }
        sign.player.take([LiveChange(name: "shares", reading: LiveReading(.list(values)))], at: sign.instant(0))
        let wide = try SignStage(
            text.replacing("overflow: scroll", with: "overflow: cut"), size: Size(width: 60, height: 8))
        wide.player.take([LiveChange(name: "shares", reading: LiveReading(.list(values)))], at: wide.instant(0))
        let columns = wide.columns(at: 0)
        expectEqual(sign.columns(at: 0), Array(columns[..<16]))
        expectEqual(sign.columns(at: 1_000), Array(columns[10..<26]))
    }

    @Test("nothing changes between two answers of nextChange, and draws of known pictures take no memory")
    func exact() throws {
        let sign = try SignStage(Self.board, size: Size(width: 40, height: 8), format: .rgb)
        sign.player.take(
            change([bus("1", "Central Station", 1, id: 1), bus("2", "Harbour", 2, id: 2)]), at: sign.instant(0))
        var next = sign.player.nextChange(after: sign.instant(0))
        var picture = sign.picture(at: 0)
        for time in stride(from: Int64(10), through: 30_000, by: 10) {
            let shown = sign.picture(at: time)
            if let due = next, due > sign.instant(time) { expectEqual(shown, picture) }
            (picture, next) = (shown, sign.player.nextChange(after: sign.instant(time)))
        }
        var frame = Frame(size: sign.player.size, format: .rgb)
        let count = allocations {
            for time in stride(from: Int64(0), through: 30_000, by: 50) {
                sign.player.draw(at: sign.instant(time), into: &frame)
            }
        }
        expectEqual(count, 0)
    }
}

/// What is wrong with rows and columns, each at its place.
@Suite struct ListProblemTests {
    private func check(_ text: String, _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        expectEqual(PartsSigns.problems(text), expected, sourceLocation: sourceLocation)
    }

    @Test("widths, heights and places are checked where they stand")
    func extents() {
        check(
            "columns: [{width: 20}, {width: 10}, {pixels: \"#\", width: 16}]\n",
            "1:58: a width of 16 does not fit: 30 of 32 pixels are taken")
        check(
            "rows:\n  - A\n  - B\n",
            "3:5: this row needs 8 rows of pixels, but 0 of 8 are left; give the rows \"overflow\" or this one a smaller font"
        )
        check("rows: [A, B]\noverflow: pages\n")
        check(
            "rows: [{text: A, width: fitt}]\n",
            "1:25: \"width\" is one of pixels, fit, fill, not \"fitt\"; did you mean \"fit\"?")
        check(
            "rows: [{text: A, area: {width: 3, height: 3}}]\n",
            "1:18: \"area\" has no effect in rows and columns; use \"width\", \"height\" and \"align\"")
        check(
            "parts: [{text: A, sample: b}]\n",
            "1:19: \"sample\" works only within \"rows\" and \"columns\"; put this into one of them, or use \"area\""
        )
    }

    @Test("parts beyond the limit of rows and columns are a problem at the first one that is too much")
    func tooMany() {
        func rows(_ count: Int) -> String {
            let columns =
                "  - columns: [" + [String](repeating: "{width: 0}", count: 99).joined(separator: ", ") + "]\n"
            return "gap: 0\nrows:\n" + [String](repeating: columns + "    height: 0\n", count: count).joined()
        }
        check(rows(20))
        // 20 rows are 2,000 parts; the next one is that of line 43.
        check(
            rows(25),
            "43:5: the parts have more than 4194304 pixels or 2000 copies in total; make them smaller or fewer")
    }
}
