import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Text is placed by its ink")
struct InkExtentTests {
    private struct Letter {
        let advance: Int
        let left: Int
        let rows: [String]
    }

    /// A has a gap behind it, j reaches out to the left, f beyond its advance, B has a gap on both sides; 1 is narrower
    /// than 2 in a box of the same advance.
    private static let letters: [Character: Letter] = [
        "A": Letter(advance: 4, left: 0, rows: [".#.", "###", "#.#"]),
        "B": Letter(advance: 4, left: 1, rows: ["##", "#.", "##"]),
        "f": Letter(advance: 2, left: 0, rows: [".##", "#..", "#.."]),
        "i": Letter(advance: 2, left: 0, rows: ["#", "#", "#"]),
        "j": Letter(advance: 2, left: -1, rows: [".#", ".#", "#."]),
        "1": Letter(advance: 4, left: 0, rows: [".#.", ".#.", ".#."]),
        "2": Letter(advance: 4, left: 0, rows: ["##.", ".#.", ".##"]),
        " ": Letter(advance: 3, left: 0, rows: []),
    ]

    private static let fonts: FontChain = {
        var builder = BitmapFontBuilder()
        builder.font.ascent = 3
        for (character, letter) in letters {
            guard let code = character.unicodeScalars.first?.value else { continue }
            _ = builder.add(
                code: code, advance: letter.advance, left: letter.left, top: 3,
                picture: bitmap(letter.rows.joined(separator: "\n")))
        }
        // The other digits, so that all have one width.
        for code in UInt32(0x33)...0x39 {
            _ = builder.add(code: code, advance: 4, left: 0, top: 3, picture: bitmap("###\n#.#\n###"))
        }
        _ = builder.add(code: 0x30, advance: 4, left: 0, top: 3, picture: bitmap("###\n#.#\n###"))
        return FontChain([builder.finished()])
    }()

    private func content(
        _ text: String, _ width: Int, height: Int = 3, _ change: (inout Message) -> Void = { _ in }
    ) throws -> MessageContent {
        var message = Message(text, fonts: Self.fonts)
        message.motion.pace = .speed(Speed(1))
        message.motion.spacing = 2
        change(&message)
        return try MessageContent(message, size: Size(width: width, height: height))
    }

    private func shown(_ content: MessageContent, after time: Nanoseconds = .zero) -> String {
        var frame = Frame(size: content.size, format: .mono)
        content.draw(at: .zero + time, into: &frame)
        return art(frame.canvas)
    }

    /// The lit pixels of a line, letter by letter, counted from the first column with ink; and the columns they span.
    private func plain(_ text: some StringProtocol) throws -> (pixels: Set<Point>, width: Int) {
        var pixels: Set<Point> = []
        var pen = 0
        for character in text {
            let letter = try #require(Self.letters[character])
            for (y, row) in letter.rows.enumerated() {
                for (x, pixel) in row.enumerated() where pixel == "#" {
                    pixels.insert(Point(x: pen + letter.left + x, y: y))
                }
            }
            pen += letter.advance
        }
        let (left, right) = (pixels.map(\.x).min() ?? 0, pixels.map(\.x).max() ?? -1)
        return (Set(pixels.map { Point(x: $0.x - left, y: $0.y) }), right - left + 1)
    }

    private func pixels(of art: String) -> Set<Point> {
        var pixels: Set<Point> = []
        for (y, row) in art.split(separator: "\n").enumerated() {
            for (x, pixel) in row.enumerated() where pixel == "#" { pixels.insert(Point(x: x, y: y)) }
        }
        return pixels
    }

    @Test("B1: seeded: a text stands still exactly where its ink fits, at the side asked for, and loses no pixel")
    func seeded() throws {
        var random = SeededRandom(seed: 38)
        for _ in 0..<360 {
            let count = Int.random(in: 1...9, using: &random)
            let text = String((0..<count).map { _ in "ABfij".randomElement(using: &random) ?? "A" })
            let (pixels, ink) = try plain(text)
            let free = [0, 0, 1, 2, 7].randomElement(using: &random) ?? 0
            for (align, start) in [(HorizontalAlignment.left, 0), (.center, free / 2), (.right, free)] {
                let still = try content(text, ink + free) { $0.motion.align = align }
                #expect(still.nextChange(after: .zero) == nil, "\(text) \(align) \(free)")
                let expected = Set(pixels.map { Point(x: $0.x + start, y: $0.y) })
                expectEqual(self.pixels(of: shown(still)), expected, "\(text) \(align) \(free)")
            }
            if ink > 1 { #expect(try content(text, ink - 1).nextChange(after: .zero) != nil, "\(text)") }
        }
    }

    @Test("B0: seeded: centred lines of a wrapped text lose no pixel, and each is in the middle of the widest")
    func seededLines() throws {
        var random = SeededRandom(seed: 83)
        for _ in 0..<360 {
            let words = (0..<Int.random(in: 2...5, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in "ABfij".randomElement(using: &random) ?? "A"
                    })
            }
            let width = Int.random(in: 12...20, using: &random)
            let text = words.joined(separator: " ")
            guard try plain(text).width > width else { continue }
            let lines = try wrapped(words, width: width)
            let wrapped = try content(text, width, height: 3 * lines.count) {
                ($0.overflow, $0.motion.align) = (.wrap, .center)
            }
            let widest = try lines.reduce(0) { max($0, try plain($1).width) }
            var expected: Set<Point> = []
            for (number, line) in lines.enumerated() {
                let (pixels, ink) = try plain(line)
                let start = (width - widest) / 2 + (widest - ink) / 2
                for point in pixels { expected.insert(Point(x: start + point.x, y: 3 * number + point.y)) }
            }
            expectEqual(pixels(of: shown(wrapped)), expected, "\(text) \(width)")
        }
    }

    /// Fills lines with as many words as their ink has room for.
    private func wrapped(_ words: [String], width: Int) throws -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, try plain(last + " " + word).width <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }

    @Test("ink left of the first pen is seen where the text stands")
    func leftOfThePen() throws {
        expectEqual(shown(try content("jA", 8)), ".#..#...\n.#.###..\n#..#.#..")
    }

    @Test("A1: a looping text has its whole first letter in the window at the start of every cycle")
    func loopStart() throws {
        let loop = try content("jA", 4) { $0.motion.scroll = .always }
        // The period is the way of the pen, 6, and the spacing, 2.
        expectEqual(shown(loop), ".#..\n.#.#\n#..#")
        expectEqual(shown(loop, after: .seconds(8)), shown(loop))
        expectEqual(shown(loop, after: .seconds(1)), "#..#\n#.##\n..#.")
    }

    @Test("A1: without spacing the copies of a loop follow each other like letters")
    func loopPeriod() throws {
        let loop = try content("AB", 16) { ($0.motion.scroll, $0.motion.spacing) = (.always, 0) }
        expectEqual(shown(loop), ".#...##..#...##.\n###..#..###..#..\n#.#..##.#.#..##.")
    }

    @Test("A6: the ink of a bouncing text reaches both edges")
    func bounces() throws {
        let bounce = try content("BA", 4) { ($0.motion.bounces, $0.motion.scroll) = (true, .always) }
        // The ink of BA is 6 columns wide: 2 of them are hidden at either end.
        expectEqual(shown(bounce), "##..\n#..#\n##.#")
        expectEqual(shown(bounce, after: .seconds(2)), "..#.\n.###\n.#.#")
    }

    @Test("white space that was typed at an end counts in full")
    func typedSpaces() throws {
        expectEqual(shown(try content("i ", 8) { $0.motion.align = .right }), "...#....\n...#....\n...#....")
        expectEqual(shown(try content(" i", 8)), "...#....\n...#....\n...#....")
        #expect(try content("i ", 4).nextChange(after: .zero) != nil)
        #expect(try content("i ", 5).nextChange(after: .zero) == nil)
    }

    @Test("a number at an end does not move its neighbours when its digits change")
    func figures() throws {
        expectEqual(shown(try content("A2", 9) { $0.motion.align = .right }), "...#..##.\n..###..#.\n..#.#..##")
        expectEqual(shown(try content("A1", 9) { $0.motion.align = .right }), "...#...#.\n..###..#.\n..#.#..#.")
    }

    @Test("a number that fits by its own ink alone stands still and whole")
    func tightFigures() throws {
        // Ink of 6 columns; with another last digit it would be 7.
        let tight = try content("A1", 6) { $0.motion.align = .right }
        #expect(tight.nextChange(after: .zero) == nil)
        expectEqual(shown(tight), ".#...#\n###..#\n#.#..#")
    }

    @Test("a text with the same advance and different ink is aligned when it replaces another one")
    func exchanged() throws {
        let content = try content("A", 6) { $0.motion.align = .right }
        expectEqual(shown(content), "....#.\n...###\n...#.#")
        var next = content.message
        next.text = "B"
        try content.replace(next, swap: .now, at: .zero)
        expectEqual(shown(content), "....##\n....#.\n....##")
    }
}
