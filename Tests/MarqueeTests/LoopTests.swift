import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Endless loop")
struct LoopTests {
    static let size = Size(width: 32, height: 8)

    private func expectColumns(
        _ marquee: Marquee, _ model: StripModel, offset: Int128, at instant: Instant, comment: String
    ) {
        let picture = picture(marquee, at: instant, Self.size).mono
        let columns = (0..<Self.size.width).map { picture.word(column: $0) }
        let expected = (0..<Self.size.width).map { model.column($0, offset: offset) }
        expectEqual(columns, expected, "\(comment)\n\(art(picture))")
    }

    static let speeds: [(text: String, numerator: Int64, denominator: Int64)] = [
        ("0.5", 5, 10), ("12.3", 123, 10), ("37.3", 373, 10), ("30", 30, 1),
    ]

    @Test(
        "A3: every column is the one that arithmetic says after 1 s, 1 h, 1 day and 30 years, either way",
        arguments: [(100, 16), (7, 5), (32, 0), (1, 0), (1, 3), (0, 0), (40, -40), (31, 2)])
    func columns(width: Int, spacing: Int) {
        var random = SeededRandom(seed: UInt64(width * 100 + spacing + 50))
        let columns = ColoredStrip.random(width, using: &random)
        let model = StripModel(columns: columns, spacing: spacing)
        for speed in Self.speeds {
            for direction in [Direction.left, .right] {
                let start = Instant(nanoseconds: 987_654_321)
                let style = MarqueeStyle(speed.text, direction: direction, spacing: spacing)
                let marquee = Marquee(ColoredStrip(columns: columns), style: style, size: Self.size, start: start)
                var clock = ManualClock(now: start)
                for seconds in [0, 1, 3600, 86_400, 946_728_000] as [Int64] {
                    clock.advance(to: start + .seconds(seconds))
                    guard width + spacing > 0 else {
                        _ = picture(marquee, at: clock.now, Self.size)
                        continue
                    }
                    let offset = StripModel.offset(
                        numerator: direction == .left ? speed.numerator : -speed.numerator,
                        denominator: speed.denominator, nanoseconds: (clock.now - start).count)
                    expectColumns(
                        marquee, model, offset: offset, at: clock.now, comment: "\(direction) \(speed.text) \(seconds)")
                }
            }
        }
    }

    @Test("A3: columns of vertical motion are rows: up and down show what arithmetic says")
    func vertical() {
        var random = SeededRandom(seed: 5)
        let rows = (0..<19).map { _ in UInt64.random(in: 1...0xFFFF_FFFF, using: &random) }
        var mask = MonoBitmap(width: 32, height: 19)
        for y in 0..<19 { for x in 0..<32 where rows[y] >> UInt64(x) & 1 == 1 { mask[x, y] = true } }
        let model = StripModel(columns: rows, spacing: 3)
        for direction in [Direction.up, .down] {
            let marquee = Marquee(
                ColoredStrip(mask: mask, ink: .white), style: MarqueeStyle("12.3", direction: direction, spacing: 3),
                size: Self.size)
            for nanoseconds in [0, 1, 81_300_813, 81_300_814, 86_400_000_000_000, 946_728_000_123_456_789] as [Int64] {
                let offset = StripModel.offset(
                    numerator: direction == .up ? 123 : -123, denominator: 10, nanoseconds: nanoseconds)
                let picture = picture(marquee, at: Instant(nanoseconds: nanoseconds), Self.size).mono
                for y in 0..<8 {
                    let row = (0..<32).reduce(UInt64(0)) { $0 | (picture[$1, y] ? 1 << UInt64($1) : 0) }
                    expectEqual(row, model.column(y, offset: offset), "\(direction) at \(nanoseconds) row \(y)")
                }
            }
        }
    }

    @Test("A1: a million random wake-up times give the same offsets and pictures as asking directly")
    func wakeUps() {
        var random = SeededRandom(seed: 77)
        let columns = ColoredStrip.random(100, using: &random)
        let model = StripModel(columns: columns, spacing: 16)
        let marquee = Marquee(ColoredStrip(columns: columns), style: MarqueeStyle("37.3"), size: Self.size)
        var differences = 0
        for number in 0..<1_000_000 {
            let nanoseconds = Int64.random(in: 0...946_728_000_000_000_000, using: &random)
            let instant = Instant(nanoseconds: nanoseconds)
            let offset = StripModel.offset(numerator: 373, denominator: 10, nanoseconds: nanoseconds)
            if Int128(marquee.offset(at: instant)) != offset { differences += 1 }
            if number % 2000 == 0 { expectColumns(marquee, model, offset: offset, at: instant, comment: "\(instant)") }
        }
        expectEqual(differences, 0)
    }

    @Test("A1: waking at every next change gives the same pictures as asking at every millisecond")
    func chain() throws {
        var random = SeededRandom(seed: 78)
        for direction in [Direction.left, .right] {
            let marquee = Marquee(
                ColoredStrip(columns: ColoredStrip.random(20, using: &random)),
                style: MarqueeStyle("37.3", direction: direction),
                size: Self.size)
            var change = try #require(marquee.nextChange(after: .zero - .one))
            var shown = picture(marquee, at: .zero, Self.size)
            for millisecond in 0..<1500 {
                let instant = Instant(nanoseconds: Int64(millisecond) * 1_000_000)
                while change <= instant {
                    shown = picture(marquee, at: change, Self.size)
                    change = try #require(marquee.nextChange(after: change))
                }
                #expect(same(shown, picture(marquee, at: instant, Self.size)), "\(direction) \(millisecond) ms")
            }
        }
    }

    @Test("A2: the area is always full: never a gap other than the spacing, also where content is narrower")
    func full() {
        for width in [1, 2, 5, 31, 32, 33, 70] {
            for spacing in [0, 1, 4] {
                let marquee = Marquee(
                    ColoredStrip(columns: [UInt64](repeating: 255, count: width)),
                    style: MarqueeStyle("10", spacing: spacing), size: Self.size)
                for step in 0..<120 {
                    let picture = picture(marquee, at: .seconds(Double(step) / 10), Self.size).mono
                    let dark = (0..<32).map { picture.word(column: $0) == 0 }
                    var run = 0
                    for x in 0..<32 {
                        run = dark[x] ? run + 1 : 0
                        #expect(run <= spacing, "C \(width) S \(spacing) at step \(step)")
                    }
                    #expect(dark.filter { $0 }.count < 32)
                }
            }
        }
    }

    @Test("A2: no content and a period of nothing do not divide by zero")
    func copies() {
        for spacing in [0, -5] {
            let marquee = Marquee(.empty, style: MarqueeStyle("10", spacing: spacing), size: Self.size)
            #expect(marquee.nextChange(after: .zero) == nil)
            expectEqual(picture(marquee, at: .seconds(1e6), Self.size).mono, MonoBitmap(size: Self.size))
        }
    }

    @Test("A4: whole-pixel steps are evenly spaced in time whatever the letters, for fractional speeds")
    func evenSteps() throws {
        var random = SeededRandom(seed: 79)
        for speed in Self.speeds {
            let marquee = Marquee(
                ColoredStrip(columns: ColoredStrip.random(50, using: &random) + [UInt64](repeating: 0, count: 9)),
                style: MarqueeStyle(speed.text), size: Self.size)
            var instant = Instant.zero
            for step in 1...200 as ClosedRange<Int64> {
                instant = try #require(marquee.nextChange(after: instant))
                let exact = (step * speed.denominator * 1_000_000_000 + speed.numerator - 1) / speed.numerator
                expectEqual(instant.nanoseconds, exact)
            }
        }
    }

    @Test("A5: just before and just after the wrap the pictures differ by a shift of one column")
    func wrap() throws {
        var random = SeededRandom(seed: 80)
        for direction in [Direction.left, .right] {
            let columns = ColoredStrip.random(50, using: &random)
            let marquee = Marquee(
                ColoredStrip(columns: columns), style: MarqueeStyle("25", direction: direction, spacing: 10),
                size: Self.size)
            let wrap = Instant.seconds(60 / 25)
            let change = direction == .left ? wrap : wrap + .one
            let before = picture(marquee, at: change - .one, Self.size).mono
            let after = picture(marquee, at: change, Self.size).mono
            for x in 1..<32 {
                let (new, old) = direction == .left ? (x - 1, x) : (x, x - 1)
                expectEqual(after.word(column: new), before.word(column: old), "\(direction) column \(x)")
            }
        }
    }

    @Test("A5: every step around the wrap comes at its regular instant")
    func wrapInstants() throws {
        let marquee = Marquee(
            ColoredStrip(columns: [UInt64](repeating: 3, count: 50)), style: MarqueeStyle("25", spacing: 10),
            size: Self.size)
        var instant = Instant.seconds(57.0 / 25)
        for step in 58...64 {
            instant = try #require(marquee.nextChange(after: instant))
            expectEqual(instant, .seconds(Double(step) / 25))
        }
    }

    @Test("A6: an arrow moves left, right, up and down as asked")
    func directions() {
        let arrow = ColoredStrip(art: "##..\n.#..\n....")
        let expected: [(Direction, String)] = [
            (.left, "#..#\n#...\n...."), (.right, ".##.\n..#.\n...."), (.up, ".#..\n....\n##.."),
            (.down, "....\n##..\n.#.."),
        ]
        for (direction, picture) in expected {
            let marquee = Marquee(
                arrow, style: MarqueeStyle("10", direction: direction, spacing: 0), size: Size(width: 4, height: 3))
            expectEqual(drawn(marquee, at: .seconds(0.1), Size(width: 4, height: 3)), picture, "\(direction)")
        }
    }

    @Test("A6: bouncing content goes back and forth between its ends and never beyond")
    func bounce() {
        let columns: [UInt64] = [1, 2, 4, 8, 16, 32]
        let style = MarqueeStyle("10") { $0.bounces = true }
        let marquee = Marquee(ColoredStrip(columns: columns), style: style, size: Size(width: 4, height: 8))
        let offsets = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map { marquee.offset(at: .seconds($0)) }
        expectEqual(offsets, [0, 1, 2, 1, 0, 1, 2])
        let wide = Marquee(ColoredStrip(columns: columns), style: style, size: Size(width: 9, height: 8))
        expectEqual([0, 0.1, 0.3, 0.4].map { wide.offset(at: .seconds($0)) }, [0, -1, -3, -2])
        let middle = picture(wide, at: .seconds(0.2), Size(width: 9, height: 8)).mono
        let words: [UInt64] = [0, 0, 1, 2, 4, 8, 16, 32, 0]
        expectEqual((0..<9).map { middle.word(column: $0) }, words)
    }

    @Test("A7: nothing is drawn outside of the area; neighbours keep their pattern")
    func area() {
        for format in [Canvas.Format.mono, .rgb] {
            for direction in Direction.allCases {
                for rendering in MotionRendering.allCases {
                    let style = MarqueeStyle("12.3", direction: direction, spacing: 2) { $0.rendering = rendering }
                    let marquee = Marquee(
                        ColoredStrip(columns: [255, 255, 255], height: 9), style: style, size: Size(width: 5, height: 3)
                    )
                    let pattern = Ink(Color(rawValue: 0x102030))
                    var frame = Frame(size: Size(width: 12, height: 9), format: format)
                    for step in 0..<40 {
                        for y in 0..<9 {
                            for x in 0..<12 {
                                frame.canvas.set(Point(x: x, y: y), to: (x + y) % 2 == 0 ? pattern : .dark)
                            }
                        }
                        let before = frame.canvas
                        frame.withArea(Rectangle(x: 4, y: 3, width: 5, height: 3)) {
                            marquee.draw(at: .seconds(Double(step) / 17), into: &$0)
                        }
                        for y in 0..<9 {
                            for x in 0..<12 where !((4..<9).contains(x) && (3..<6).contains(y)) {
                                expectEqual(frame.canvas.color(x: x, y: y), before.color(x: x, y: y))
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("A3: ink that hangs over the end of the content is shown until it has left")
    func overhang() {
        // One column of body, and three columns of ink beyond it on either side.
        let strip = ColoredStrip(
            mask: bitmap("#####"), ink: .white, size: Size(width: 1, height: 1), origin: Point(x: -2, y: 0))
        let marquee = Marquee(strip, style: MarqueeStyle("1", spacing: 19), size: Size(width: 8, height: 1))
        let size = Size(width: 8, height: 1)
        let expected = ["###.....", "##......", "#.......", "........"]
        expectEqual((0..<4).map { drawn(marquee, at: .seconds(Double($0)), size) }, expected)
        expectEqual(
            [10, 11, 12, 13].map { drawn(marquee, at: .seconds($0), size) },
            [
                "........", ".......#", "......##", ".....###",
            ])
    }
}

@Suite("Smooth motion")
struct SmoothTests {
    private static let grid = RefreshGrid(interval: .milliseconds(10))
    private static let style = MarqueeStyle("12.5", spacing: 0) {
        $0.rendering = .smooth
        $0.grid = grid
    }

    @Test("A8: a fractional offset blends neighbouring columns in linear light")
    func blends() {
        let marquee = Marquee(
            ColoredStrip(columns: [1, 0, 0, 0], height: 1), style: Self.style, size: Size(width: 4, height: 1))
        // After 40 ms the offset is 0.5: half of the light of white is L* = 76.07, channel value 194 (CIE 1931).
        let half = picture(marquee, at: .seconds(0.04), Size(width: 4, height: 1), .rgb).rgb
        expectEqual(half.pixels.map(\.red), [194, 0, 0, 194])
        // After 20 ms it is 0.25: three quarters of the light stay, 89.4 and 57.1 (values 228 and 146).
        let quarter = picture(marquee, at: .seconds(0.02), Size(width: 4, height: 1), .rgb).rgb
        expectEqual(quarter.pixels.map(\.red), [228, 0, 0, 146])
        expectEqual(drawn(marquee, at: .seconds(0.04), Size(width: 4, height: 1), .mono), "#...")
        let whole = picture(marquee, at: .seconds(0.08), Size(width: 4, height: 1), .rgb).rgb
        expectEqual(whole.pixels.map(\.red), [0, 0, 0, 255])
    }

    @Test("A8: smooth motion changes on the lines of the refresh grid and nowhere else; pixel motion snaps")
    func grid() throws {
        let size = Size(width: 4, height: 1)
        let marquee = Marquee(ColoredStrip(columns: [1, 0, 0, 0], height: 1), style: Self.style, size: size)
        var random = SeededRandom(seed: 8)
        for _ in 0..<300 {
            let instant = Instant(nanoseconds: Int64.random(in: -100_000_000...5_000_000_000, using: &random))
            let change = try #require(marquee.nextChange(after: instant))
            #expect(change > instant && change.nanoseconds % 10_000_000 == 0)
            let shown = picture(marquee, at: instant, size, .rgb)
            #expect(same(shown, picture(marquee, at: change - .one, size, .rgb)))
        }
        let snapped = Marquee(
            ColoredStrip(columns: [1, 0, 0, 0], height: 1), style: MarqueeStyle("12.5", spacing: 0), size: size)
        expectEqual(picture(snapped, at: .seconds(0.07), size, .rgb).rgb.pixels.map(\.red), [255, 0, 0, 0])
    }
}
