import BitmapFonts
import Foundation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// What styled texts of tests are set in.
enum StyledFonts {
    /// The letters A (`##` over `#.`), B (`#.` over `##`), digits (two columns full), a narrow i (one column); each with a
    /// blank column behind; the blank is two columns wide.
    static let fonts: FontChain = {
        var builder = BitmapFontBuilder()
        builder.font.ascent = 2
        _ = builder.add(code: 0x41, advance: 3, left: 0, top: 2, picture: bitmap("##\n#."))
        _ = builder.add(code: 0x42, advance: 3, left: 0, top: 2, picture: bitmap("#.\n##"))
        _ = builder.add(code: 0x69, advance: 2, left: 0, top: 2, picture: bitmap("#\n#"))
        for digit in UInt32(0x30)...0x39 {
            _ = builder.add(code: digit, advance: 3, left: 0, top: 2, picture: bitmap("##\n##"))
        }
        _ = builder.add(code: 0x20, advance: 2, left: 0, top: 1, picture: bitmap("."))
        return FontChain([builder.finished()])
    }()

    /// A run with a changed look.
    static func run(_ text: String, _ change: (inout TextLook) -> Void = { _ in }) -> StyledText.Run {
        var look = TextLook()
        change(&look)
        return StyledText.Run(text, look: look)
    }

    static let red = Color(rawValue: 0xFF0000)
    static let blue = Color(rawValue: 0x0000FF)

    /// The canvas with a letter for each colour: red, green, blue, white, other ones as `?`, dark as `.`.
    static func colors(_ canvas: Canvas) -> String {
        (0..<canvas.size.height).map { y in
            String(
                (0..<canvas.size.width).map { x -> Character in
                    switch canvas.rgb[x, y].rawValue {
                    case 0: return "."
                    case 0xFF0000: return "r"
                    case 0x00FF00: return "g"
                    case 0x0000FF: return "b"
                    case 0xFFFFFF: return "w"
                    default: return "?"
                    }
                })
        }.joined(separator: "\n")
    }
}

@Suite("Styled texts")
struct StyledTextTests {
    private func content(
        _ runs: [StyledText.Run], _ size: Size, _ change: (inout Message) -> Void = { _ in }
    ) throws -> MessageContent {
        var message = Message(StyledText(runs), fonts: StyledFonts.fonts)
        message.motion.pace = .speed(Speed(1))
        message.motion.spacing = 2
        change(&message)
        return try MessageContent(message, size: size)
    }

    private func run(_ text: String, _ change: (inout TextLook) -> Void = { _ in }) -> StyledText.Run {
        StyledFonts.run(text, change)
    }

    private func colors(_ content: MessageContent, after time: Nanoseconds = .zero) -> String {
        StyledFonts.colors(picture(content, at: .zero + time, content.size, .rgb))
    }

    @Test("a text without tags is pixel for pixel the plain one, in every shipped font, cut into runs anywhere")
    func plainEquality() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("fonts")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "bdf" }
        #expect(files.count >= 5)
        let texts = [
            "Fresh bread until noon! 08:30-17:45", "Größe Łódź Ґанок ☀️21°C 🌧", "a\u{301}e\u{301} שלום abc (12) عليكم",
            "tabs\tand\nlines\n\nÅngström", "",
        ]
        var random = SeededRandom(seed: 7)
        for file in files {
            let fonts = FontChain([try FontFile.load(path: file.path)])
            for text in texts {
                let plain = try Message(text, fonts: fonts).picture()
                try expectEqual(Message(StyledText(text), fonts: fonts).picture(), plain, "\(file.lastPathComponent)")
                var runs: [StyledText.Run] = []
                var rest = Substring(text)
                while !rest.isEmpty {
                    let count = Int.random(in: 1...4, using: &random)
                    runs.append(StyledText.Run(String(rest.prefix(count))))
                    rest = rest.dropFirst(count)
                }
                try expectEqual(
                    Message(StyledText(runs), fonts: fonts).picture(), plain, "\(file.lastPathComponent): \(text)"
                )
                // Of two colours, both of which a mono panel lights.
                for index in runs.indices where index % 2 == 1 { runs[index].look.color = StyledFonts.red }
                try expectEqual(
                    Message(StyledText(runs), fonts: fonts).picture(), plain, "\(file.lastPathComponent): \(text)"
                )
            }
        }
    }

    @Test("A1: parts in colours move as one text; a mono panel lights all of them")
    func colorsMove() throws {
        let parts = [run("A") { $0.color = StyledFonts.red }, run("B"), run("A") { $0.color = StyledFonts.blue }]
        let text = try content(parts, Size(width: 7, height: 2))
        expectEqual(colors(text), "rr.w..b\nr..ww.b")
        expectEqual(colors(text, after: .seconds(1)), "r.w..bb\n..ww.b.")
        expectEqual(drawn(text, at: .zero + .seconds(1), text.size), "#.#..##\n..##.#.")
        expectEqual(text.nextChange(after: .zero), .zero + .seconds(1))
    }

    @Test("a part with a background stands on a box that begins a column before it; mono panels light the brighter one")
    func backgrounds() throws {
        let parts = [run("A"), run("B") { ($0.color, $0.background) = (.black, StyledFonts.red) }]
        let text = try content(parts, Size(width: 8, height: 2))
        expectEqual(colors(text), "wwr.rr..\nw.r..r..")
        expectEqual(drawn(text, at: .zero, text.size), "###.##..\n#.#..#..")
        let dark = try content(
            [run("A"), run("B") { ($0.color, $0.background) = (.white, StyledFonts.blue) }], Size(width: 8, height: 2))
        expectEqual(colors(dark), "wwbwbb..\nw.bwwb..")
        expectEqual(drawn(dark, at: .zero, dark.size), "##.#....\n#..##...")
    }

    @Test("blinking parts come and go at exact instants, while the others move on undisturbed")
    func blinking() throws {
        let parts = [run("A"), run("B") { $0.blink = Blink(period: .milliseconds(800)) }, run("A")]
        let text = try content(parts, Size(width: 6, height: 2))
        let still = try content([run("ABA")], Size(width: 6, height: 2))
        var instant = Instant.zero
        var edges: [Int64] = []
        while instant < Instant.seconds(5) {
            instant = try #require(text.nextChange(after: instant))
            edges.append(instant.nanoseconds / 1_000_000)
        }
        expectEqual(edges, [400, 800, 1000, 1200, 1600, 2000, 2400, 2800, 3000, 3200, 3600, 4000, 4400, 4800, 5000])
        expectEqual(drawn(text, at: .zero, text.size), drawn(still, at: .zero, still.size))
        expectEqual(drawn(text, at: .milliseconds(399), text.size), "##.#..\n#..##.")
        expectEqual(drawn(text, at: .milliseconds(400), text.size), "##....\n#.....")
        expectEqual(drawn(text, at: .milliseconds(800), text.size), "##.#..\n#..##.")
        expectEqual(drawn(text, at: .milliseconds(1000), text.size), "#.#..#\n..##.#")
        expectEqual(drawn(text, at: .milliseconds(1200), text.size), "#....#\n.....#")
        // Wherever the text stands, it stands where the one that does not blink does.
        for step in 0..<200 {
            let instant = Instant(nanoseconds: Int64(step) * 37_000_000)
            let whole = drawn(still, at: instant, still.size)
            let seen = drawn(text, at: instant, text.size)
            let isLit = instant.nanoseconds / 400_000_000 % 2 == 0
            #expect(isLit ? seen == whole : zip(seen, whole).allSatisfy { $0 == $1 || $0 == "." })
        }
    }

    @Test("a blinking text that stands still changes at the edges alone")
    func blinkingStill() throws {
        let text = try content([run("AB") { $0.blink = Blink() }], Size(width: 6, height: 2))
        expectEqual(text.nextChange(after: .zero), .milliseconds(500))
        expectEqual(text.nextChange(after: .milliseconds(500)), .milliseconds(1000))
        expectEqual(text.nextChange(after: Instant(nanoseconds: -1)), .zero)
        expectEqual(drawn(text, at: .milliseconds(500), text.size), "......\n......")
        #expect(text.nextChange(after: Instant(nanoseconds: .max - 5)) == nil)
    }

    @Test("B0: a text of parts is shown in pages and lines like a plain one, and blinks there")
    func pagesAndLines() throws {
        let parts = [run("AB ") { $0.color = StyledFonts.red }, run("BA") { $0.blink = Blink() }]
        let paged = try content(parts, Size(width: 6, height: 2)) { ($0.overflow, $0.pageTime) = (.pages, .seconds(3)) }
        expectEqual(colors(paged), "rr.r..\nr..rr.")
        expectEqual(colors(paged, after: .seconds(3)), "w..ww.\nww.w..")
        expectEqual(colors(paged, after: .milliseconds(3500)), "......\n......")
        expectEqual(paged.nextChange(after: .seconds(3)), .milliseconds(3500))
        let wrapped = try content(parts, Size(width: 6, height: 4)) { $0.overflow = .wrap }
        expectEqual(colors(wrapped), "rr.r..\nr..rr.\nw..ww.\nww.w..")
    }

    @Test("F1: with reduced motion parts with speeds stand in pages like all texts")
    func reducedMotion() throws {
        let parts = [run("AB "), run("BA") { $0.speed = Speed(5) }]
        let calm = try content(parts, Size(width: 6, height: 2)) {
            ($0.reducesMotion, $0.pageTime) = (true, .seconds(2))
        }
        expectEqual(calm.nextChange(after: .zero), .seconds(2))
        expectEqual(drawn(calm, at: .seconds(2), calm.size), "#..##.\n##.#..")
    }

    @Test("a picture of a file stands in the text, in its own colours")
    func pictures() throws {
        var image = RGBBitmap(size: Size(width: 2, height: 2), color: StyledFonts.blue)
        image[0, 0] = StyledFonts.red
        let mask = bitmap("##\n.#")
        let parts = [run("A"), StyledText.Run("*", picture: ImageAnimation(frames: [(image, mask, .zero)])), run("A")]
        let text = try content(parts, Size(width: 9, height: 2))
        expectEqual(colors(text), "ww.rb.ww.\nw...b.w..")
        expectEqual(text.message.text, "A*A")
    }

    @Test("drawing a text of parts that blink, move and change their speed allocates nothing")
    func allocationFree() throws {
        let parts = [
            run("AB") { $0.color = StyledFonts.red }, run("BA") { ($0.blink, $0.speed) = (Blink(), Speed(3)) },
            run("AAAA"),
        ]
        let text = try content(parts, Size(width: 6, height: 2))
        for format in [Canvas.Format.mono, .rgb] {
            var frame = Frame(size: text.size, format: format)
            text.draw(at: .zero, into: &frame)
            let count = allocations {
                for step in 0..<200 {
                    let instant = Instant(nanoseconds: Int64(step) * 61_000_000)
                    text.draw(at: instant, into: &frame)
                    _ = text.nextChange(after: instant)
                }
            }
            expectEqual(count, 0)
        }
    }
}

extension Instant {
    static func milliseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000) }
}

extension Message {
    /// The whole text as a mono picture, with where it begins.
    fileprivate func picture() throws -> String {
        let strip = try strip(of: try laid())
        var canvas = Canvas(size: Size(width: strip.size.width + 20, height: strip.size.height + 8), format: .mono)
        strip.draw(at: Point(x: 8, y: 4), into: &canvas)
        return "\(strip.size)\n" + art(canvas)
    }
}
