import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Message")
struct MessageContentTests {
    /// A font of two letters, two rows high: A is `##` over `#.`, B is `#.` over `##`, each with a blank column behind;
    /// the blank is two columns wide.
    private static let fonts: FontChain = {
        var builder = BitmapFontBuilder()
        builder.font.ascent = 2
        _ = builder.add(code: 0x41, advance: 3, left: 0, top: 2, picture: bitmap("##\n#."))
        _ = builder.add(code: 0x42, advance: 3, left: 0, top: 2, picture: bitmap("#.\n##"))
        _ = builder.add(code: 0x20, advance: 2, left: 0, top: 1, picture: bitmap("."))
        return FontChain([builder.finished()])
    }()

    private func content(
        _ text: String, _ size: Size, _ change: (inout Message) -> Void = { _ in }
    ) throws -> MessageContent {
        var message = Message(text, fonts: Self.fonts)
        message.motion.pace = .speed(Speed(1))
        message.motion.spacing = 2
        change(&message)
        return try MessageContent(message, size: size)
    }

    private func shown(_ content: MessageContent, after time: Nanoseconds = .zero) -> String {
        var frame = Frame(size: content.size, format: .mono)
        content.draw(at: .zero + time, into: &frame)
        return art(frame.canvas)
    }

    @Test("B0: a text that does not fit is wrapped into lines at blanks, which stand in the middle")
    func wraps() throws {
        let wrapped = try content("AB BA", Size(width: 6, height: 6)) { $0.overflow = .wrap }
        expectEqual(shown(wrapped), "......\n##.#..\n#..##.\n#..##.\n##.#..\n......")
        #expect(wrapped.nextChange(after: .zero) == nil)
        let top = try content("AB BA", Size(width: 6, height: 6)) {
            ($0.overflow, $0.motion.verticalAlign) = (.wrap, .top)
        }
        #expect(shown(top).hasPrefix("##.#..\n#..##.\n#..##.\n##.#.."))
        let bottom = try content("AB BA", Size(width: 6, height: 6)) {
            ($0.overflow, $0.motion.verticalAlign) = (.wrap, .bottom)
        }
        #expect(shown(bottom).hasPrefix("......\n......\n##.#.."))
    }

    @Test("B0: lines that do not fit the height move up; a newline starts a line; what fits stays on its line")
    func wrapsAndMoves() throws {
        let moving = try content("AB BA AA", Size(width: 6, height: 4)) { $0.overflow = .wrap }
        expectEqual(shown(moving), "##.#..\n#..##.\n#..##.\n##.#..")
        expectEqual(shown(moving, after: .seconds(2)), "#..##.\n##.#..\n##.##.\n#..#..")
        expectEqual(moving.nextChange(after: .zero), .zero + .seconds(1))
        let lines = try content("A\nB", Size(width: 3, height: 4))
        expectEqual(shown(lines), "##.\n#..\n#..\n##.")
        let fits = try content("AB", Size(width: 6, height: 2)) { $0.overflow = .wrap }
        #expect(shown(fits) == "##.#..\n#..##." && fits.nextChange(after: .zero) == nil)
    }

    @Test("B0: pages show a text that does not fit, one after the other and round again; each for its time")
    func pages() throws {
        let paged = try content("AB BA", Size(width: 6, height: 2)) {
            ($0.overflow, $0.pageTime) = (.pages, .seconds(3))
        }
        expectEqual(shown(paged), "##.#..\n#..##.")
        expectEqual(paged.nextChange(after: .zero), .zero + .seconds(3))
        expectEqual(shown(paged, after: .seconds(3)), "#..##.\n##.#..")
        expectEqual(shown(paged, after: .seconds(6)), "##.#..\n#..##.")
        #expect(paged.marquee == nil)
        // Without a time given: a second, and 60 ms for each of the two letters.
        let read = try content("AB BA", Size(width: 6, height: 2)) { $0.overflow = .pages }
        expectEqual(read.nextChange(after: .zero), .zero + .milliseconds(1120))
    }

    @Test("F1: with reduced motion a text that would move is cut into pages between words; nothing moves")
    func reducedMotion() throws {
        let calm = try content("A B AB", Size(width: 8, height: 2)) {
            ($0.reducesMotion, $0.pageTime) = (true, .seconds(2))
        }
        // "A B" is 3 + 2 + 3 columns wide, so that AB comes on a page of its own.
        expectEqual(shown(calm), "##...#..\n#....##.")
        expectEqual(shown(calm, after: .milliseconds(1999)), shown(calm))
        expectEqual(shown(calm, after: .seconds(2)), "##.#....\n#..##...")
        expectEqual(calm.nextChange(after: .zero + .milliseconds(5)), .zero + .seconds(2))
    }

    @Test("F1: with reduced motion a text that fits stands still, even where it would always move")
    func reducedMotionStill() throws {
        let calm = try content("AB", Size(width: 8, height: 2)) {
            ($0.reducesMotion, $0.motion.scroll) = (true, .always)
        }
        #expect(calm.nextChange(after: .zero) == nil)
        expectEqual(shown(calm, after: .seconds(100)), "##.#....\n#..##...")
    }

    @Test("B4: a text and its looks can be changed while running, and the layout follows at once")
    func replacement() throws {
        let content = try content("AB", Size(width: 8, height: 2))
        let before = content.revision
        var message = content.message
        message.text = "BA"
        message.motion.align = .right
        try content.replace(message, at: .zero + .seconds(5))
        #expect(content.revision > before)
        expectEqual(shown(content, after: .seconds(5)), "...#..##\n...##.#.")
        // From still to pages and back the revision keeps growing, or nothing would be drawn again.
        var revisions = [content.revision]
        for overflow in [Overflow.pages, .scroll, .pages] {
            message.text = "AB BA AB"
            message.overflow = overflow
            try content.replace(message, at: .zero + .seconds(6))
            revisions.append(content.revision)
        }
        #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("a text that is refused leaves the old one as it was")
    func refusal() throws {
        let content = try content("AB", Size(width: 8, height: 2))
        var message = content.message
        message.text = String(repeating: "A", count: TextLayout.maximumLength + 1)
        #expect(throws: LayoutError.self) { try content.replace(message, at: .zero) }
        #expect(content.message.text == "AB" && shown(content) == "##.#....\n#..##...")
    }

    @Test("on a mono panel the brighter of text and background is lit")
    func contrast() throws {
        let inverse = try content("A", Size(width: 4, height: 2)) { ($0.color, $0.background) = (.black, .white) }
        expectEqual(shown(inverse), "..##\n.###")
        let usual = try content("A", Size(width: 4, height: 2)) {
            ($0.color, $0.background) = (.white, Color(rawValue: 0x0000FF))
        }
        expectEqual(shown(usual), "##..\n#...")
    }
}
