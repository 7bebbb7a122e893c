import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// Lines for which an area has no room.
@Suite("Lines that do not fit")
struct LineFittingTests {
    /// Four letters of two columns and two rows with a blank column behind, and a blank of two columns; in a line of three
    /// rows, whose lowest one no letter reaches.
    private static let fonts: FontChain = {
        var builder = BitmapFontBuilder()
        (builder.font.ascent, builder.font.descent) = (2, 1)
        for (code, picture) in [(0x41, "##\n#."), (0x42, "#.\n##"), (0x43, ".#\n##"), (0x44, "##\n.#")] {
            _ = builder.add(code: UInt32(code), advance: 3, left: 0, top: 2, picture: bitmap(picture))
        }
        _ = builder.add(code: 0x20, advance: 2, left: 0, top: 1, picture: bitmap("."))
        return FontChain([builder.finished()])
    }()

    private static let letters: [Character: [String]] = [
        "A": ["##", "#."], "B": ["#.", "##"], "C": [".#", "##"], "D": ["##", ".#"],
    ]

    private func content(
        _ text: String, _ size: Size, _ change: (inout Message) -> Void = { _ in }
    ) throws -> MessageContent {
        var message = Message(text, fonts: Self.fonts)
        message.motion.pace = .speed(Speed(10))
        message.motion.spacing = 2
        change(&message)
        return try MessageContent(message, size: size)
    }

    private func rows(_ content: MessageContent, after time: Nanoseconds = .zero) -> [String] {
        var frame = Frame(size: content.size, format: .mono)
        content.draw(at: .zero + time, into: &frame)
        return art(frame.canvas).split(separator: "\n").map(String.init)
    }

    /// The letters of a text that are seen as a whole at some time within 20 s, on rows one below the other.
    private func seen(_ content: MessageContent) -> Set<Character> {
        var seen: Set<Character> = []
        for step in 0..<400 {
            let rows = rows(content, after: .milliseconds(Int64(step) * 50))
            for (upper, lower) in zip(rows, rows.dropFirst()) {
                for (letter, picture) in Self.letters {
                    for x in 0..<max(0, upper.count - 1) {
                        let pair = [upper, lower].map { String($0.dropFirst(x).prefix(2)) }
                        if pair == picture { seen.insert(letter) }
                    }
                }
            }
        }
        return seen
    }

    @Test("B0: lines for which there is no room move up, from the first one on")
    func movesUp() throws {
        let moving = try content("A\nB\nC\nD", Size(width: 6, height: 6))
        expectEqual(rows(moving), ["##....", "#.....", "......", "#.....", "##....", "......"])
        expectEqual(
            rows(moving, after: .milliseconds(300)), ["#.....", "##....", "......", ".#....", "##....", "......"])
        // Behind the last line comes the gap, then the first one again.
        expectEqual(
            rows(moving, after: .milliseconds(1_100)), ["......", "......", "......", "##....", "#.....", "......"])
        #expect(moving.marquee?.isMoving == true)
    }

    @Test(
        "B0: every line is seen at some time, however the text stands and moves",
        arguments: [Direction.left, .right, .up, .down], [false, true])
    func everyLine(direction: Direction, bounces: Bool) throws {
        var cases = SampledCases(oneIn: 23, from: direction.isHorizontal == bounces ? 0 : 11)
        for size in [Size(width: 6, height: 6), Size(width: 3, height: 3), Size(width: 5, height: 4)] {
            for text in ["A\nB\nC\nD", "A B C D", "A B\nC D", "AB\nCD", "A B C\nD"] {
                for align in VerticalAlignment.allCases {
                    for (overflow, reduces) in [
                        (Overflow.scroll, false), (.wrap, false), (.pages, false), (.scroll, true),
                    ] where cases.next() {
                        let content = try content(text, size) {
                            ($0.motion.direction, $0.motion.bounces, $0.motion.verticalAlign) = (
                                direction, bounces, align
                            )
                            ($0.overflow, $0.reducesMotion, $0.pageTime) = (overflow, reduces, .milliseconds(200))
                        }
                        expectEqual(
                            seen(content), ["A", "B", "C", "D"], "\(text) on \(size), \(align), \(overflow), \(reduces)"
                        )
                    }
                }
            }
        }
        #expect(cases.tried >= 7)
    }

    @Test("B0: text that moves up or down is wrapped where it is too wide, and stands where its lines have room then")
    func vertical() throws {
        let moving = try content("A B C", Size(width: 3, height: 6)) { $0.motion.direction = .down }
        expectEqual(rows(moving), ["##.", "#..", "...", "#..", "##.", "..."])
        #expect(moving.marquee?.isMoving == true)
        let standing = try content("A B", Size(width: 3, height: 6)) { $0.motion.direction = .up }
        expectEqual(rows(standing), ["##.", "#..", "...", "#..", "##.", "..."])
        #expect(standing.nextChange(after: .zero) == nil)
    }

    @Test("B0: lines of which every row with ink has room stand where they stand, or move along the line")
    func fits() throws {
        // The lines need six rows, and their letters five.
        let standing = try content("A\nB", Size(width: 3, height: 5)) { $0.motion.verticalAlign = .top }
        expectEqual(rows(standing), ["##.", "#..", "...", "#..", "##."])
        #expect(standing.nextChange(after: .zero) == nil)
        let along = try content("A A\nB", Size(width: 4, height: 5)) { $0.motion.verticalAlign = .top }
        expectEqual(rows(along, after: .milliseconds(100)), ["#...", "....", "....", "....", "#..."])
        // At the bottom the first row of the first line would be cut off.
        let moving = try content("A\nB", Size(width: 3, height: 5)) { $0.motion.verticalAlign = .bottom }
        #expect(moving.marquee?.isMoving == true)
        expectEqual(moving.marquee?.style.direction, .up)
    }

    @Test("B1: what never moves keeps its picture, and what it does not show is known")
    func never() throws {
        let still = try content("A\nB\nC\nD", Size(width: 3, height: 6)) { $0.motion.scroll = .never }
        expectEqual(rows(still), ["#..", "##.", "...", ".#.", "##.", "..."])
        #expect(still.nextChange(after: .zero) == nil)
        func cut(_ text: String, _ size: Size, _ change: (inout Message) -> Void) throws -> Message.Cut? {
            try content(text, size, change).message.cut(in: size)
        }
        let small = Size(width: 3, height: 6)
        expectEqual(try cut("A\nB\nC\nD", small) { $0.motion.scroll = .never }, .rows(12))
        expectEqual(try cut("A B C", small) { ($0.motion.scroll, $0.overflow) = (.never, .wrap) }, .rows(9))
        expectEqual(try cut("A\nB\nC", small) { $0.motion.pace = .speed(Speed(0)) }, .rows(9))
        expectEqual(try cut("A B", small) { $0.motion.scroll = .never }, .columns(7))
        #expect(try cut("A\nB", small) { $0.motion.scroll = .never } == nil)
        #expect(try cut("A\nB\nC\nD", small) { _ in } == nil)
        #expect(try cut("A\nB\nC\nD", small) { ($0.motion.scroll, $0.reducesMotion) = (.never, true) } == nil)
        #expect(try cut("A\nB\nC\nD", small) { ($0.motion.scroll, $0.overflow) = (.never, .pages) } == nil)
    }

    @Test("B4: a style that lets lines move, or keeps them from it, lays them out again")
    func apply() throws {
        let content = try content("A\nB\nC\nD", Size(width: 3, height: 6)) { $0.motion.scroll = .never }
        var style = content.message.motion
        style.scroll = .auto
        try content.apply(style, at: .zero + .seconds(1))
        expectEqual(content.marquee?.style.direction, .up)
        style.scroll = .never
        try content.apply(style, at: .zero + .seconds(2))
        expectEqual(rows(content, after: .seconds(2)), ["#..", "##.", "...", ".#.", "##.", "..."])
        #expect(content.nextChange(after: .zero + .seconds(2)) == nil)
    }

    @Test("B0: on a line that it shares, a text with too many lines is on one line")
    func sharedLine() throws {
        var message = Message("A\nB\r\nC", fonts: Self.fonts)
        expectEqual(try message.forSharedLine(Size(width: 30, height: 8)).text, "A B C")
        expectEqual(try message.forSharedLine(Size(width: 30, height: 9)).text, "A\nB\r\nC")
        message.styled = StyledText([StyledText.Run("A\n"), StyledText.Run("B")])
        expectEqual(try message.forSharedLine(Size(width: 30, height: 3)).styled.runs.map(\.text), ["A ", "B"])
    }

    @Test("a text that looks the same on one line or several needs no more room than its ink")
    func blankLines() throws {
        // The blank lines have no ink to be seen.
        let content = try content("\nA\n", Size(width: 3, height: 4))
        expectEqual(rows(content), ["##.", "#..", "...", "..."])
        #expect(content.nextChange(after: .zero) == nil)
    }
}
