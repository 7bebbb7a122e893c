import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Content")
struct ContentTests {
    private static let size = Size(width: 12, height: 1)
    private func strip(_ art: String) -> ColoredStrip { ColoredStrip(art: art) }

    @Test("B1: auto stands still where it fits, at the side it is aligned to, and moves where it does not")
    func auto() {
        for (align, picture) in [
            (HorizontalAlignment.left, "##.#........"), (.center, "....##.#...."), (.right, "........##.#"),
        ] {
            let fits = Marquee(
                strip("##.#"), style: MarqueeStyle("10") { ($0.scroll, $0.align) = (.auto, align) }, size: Self.size)
            expectEqual(drawn(fits, at: .seconds(3), Self.size), picture)
            #expect(fits.nextChange(after: .zero) == nil)
        }
        let long = Marquee(strip("##.###.####.#####"), style: MarqueeStyle("10") { $0.scroll = .auto }, size: Self.size)
        expectEqual(drawn(long, at: .seconds(0.1), Self.size), "#.###.####.#")
    }

    @Test("B1: always moves what fits, never leaves what does not fit at its start")
    func alwaysNever() {
        let always = Marquee(strip("##.#"), style: MarqueeStyle("10", spacing: 8), size: Self.size)
        expectEqual(drawn(always, at: .seconds(0.1), Self.size), "#.#........#")
        let never = Marquee(
            strip("##.###.####.#####"), style: MarqueeStyle("10") { ($0.scroll, $0.align) = (.never, .right) },
            size: Self.size)
        expectEqual(drawn(never, at: .seconds(9), Self.size), "##.###.####.")
        #expect(never.nextChange(after: .zero) == nil)
    }

    @Test("C4: empty content is dark and never changes, and neither do stills")
    func stills() {
        for content in [Still(.empty), Still(strip("#")), Fill(.white), ContentSequence([])] as [any Content] {
            #expect(content.nextChange(after: .zero) == nil)
        }
        expectEqual(drawn(Still(.empty), at: .zero, Self.size), "............")
        expectEqual(drawn(Still(strip("##"), at: Point(x: 3, y: 0)), at: .zero, Self.size), "...##.......")
    }

    @Test("C1: drawing into other frames, or at other times before, changes nothing")
    func independent() {
        let style = MarqueeStyle("12.3")
        let (asked, fresh) = (
            Marquee(strip("#.##.###"), style: style, size: Self.size),
            Marquee(strip("#.##.###"), style: style, size: Self.size)
        )
        for seconds in [9.0, 1, 500, 3] { _ = picture(asked, at: .seconds(seconds), Size(width: 3, height: 1), .rgb) }
        expectEqual(drawn(asked, at: .seconds(4), Self.size), drawn(fresh, at: .seconds(4), Self.size))
        expectEqual(asked.nextChange(after: .seconds(4)), fresh.nextChange(after: .seconds(4)))
    }

    private func clock() -> Ticking {
        Ticking(PeriodicTicks(from: .zero, by: .seconds(1))) { tick, frame in
            frame.canvas.set(Point(x: (tick?.number ?? 0) % 4, y: 0), to: .white)
        }
    }

    @Test("C5: a clock beside a text does not disturb the scroll")
    func beside() {
        let alone = Marquee(strip("#.##.###.####"), style: MarqueeStyle("7.3"), size: Size(width: 8, height: 1))
        let layers = Layers()
        layers.add(clock(), in: Rectangle(x: 0, y: 0, width: 4, height: 1))
        layers.add(
            Marquee(strip("#.##.###.####"), style: MarqueeStyle("7.3"), size: Size(width: 8, height: 1)),
            in: Rectangle(x: 4, y: 0, width: 8, height: 1))
        for step in 0..<200 {
            let instant = Instant.seconds(Double(step) / 40)
            expectEqual(
                drawn(layers, at: instant, Self.size).dropFirst(4),
                drawn(alone, at: instant, Size(width: 8, height: 1))[...])
        }
    }

    @Test("C5: the text is not drawn again when only the clock ticks, nor the clock when the text moves")
    func drawCounts() throws {
        let layers = Layers()
        let tick = layers.add(clock(), in: Rectangle(x: 0, y: 0, width: 4, height: 1))
        let text = layers.add(
            Marquee(strip("#.##.###.####"), style: MarqueeStyle("10"), size: Size(width: 8, height: 1)),
            in: Rectangle(x: 4, y: 0, width: 8, height: 1))
        var (instant, frame) = (Instant.zero, Frame(size: Self.size, format: .mono))
        while instant <= .seconds(3.05) {
            layers.draw(at: instant, into: &frame)
            instant = try #require(layers.nextChange(after: instant))
        }
        expectEqual(layers.drawCount(ofPart: tick), 4)
        expectEqual(layers.drawCount(ofPart: text), 31)
    }

    @Test("E4: parts overlay in their order; what a part does not draw lets those below shine through")
    func overlay() {
        let layers = Layers()
        layers.add(Fill(.white), in: Rectangle(x: 0, y: 0, width: 6, height: 1))
        layers.add(Still(ColoredStrip(art: "#.#", ink: .dark)), in: Rectangle(x: 1, y: 0, width: 3, height: 1))
        layers.add(Still(strip("##")), in: Rectangle(x: 3, y: 0, width: 2, height: 1))
        expectEqual(drawn(layers, at: .zero, Self.size), "#.####......")
    }

    @Test("E4: a still part is drawn once while another one moves")
    func stillPart() {
        let layers = Layers()
        layers.add(Fill(.white), in: Rectangle(x: 0, y: 0, width: 2, height: 1))
        layers.add(clock(), in: Rectangle(x: 4, y: 0, width: 4, height: 1))
        for second in 0..<20 { _ = picture(layers, at: .seconds(Double(second)), Self.size) }
        expectEqual(layers.drawCount(ofPart: 0), 1)
        expectEqual(layers.drawCount(ofPart: 1), 20)
    }

    @Test("E3: ticked content draws its first picture before any tick, and E2: in its cadence from then on")
    func ticked() {
        let ticks = PeriodicTicks(from: .seconds(5), by: .milliseconds(200))
        let inner = Ticking(ticks) { tick, frame in
            frame.canvas.set(Point(x: tick.map { $0.number + 1 } ?? 0, y: 0), to: .white)
        }
        let late = PacedContent(inner, TimePath(cadence: SharedCadence(.seconds)))
        expectEqual(drawn(late, at: .zero, Self.size), "#...........")
        expectEqual(late.nextChange(after: .zero), .seconds(5))
        expectEqual(late.nextChange(after: .seconds(5)), .seconds(6))
        expectEqual(drawn(late, at: .seconds(6.9), Self.size), "......#.....")
    }

    @Test("E7: copies started one after the other with a delay make a wave")
    func wave() {
        let layers = Layers()
        for row in 0..<3 {
            let marquee = Marquee(
                strip("#"), style: MarqueeStyle("10", direction: .right, spacing: 5), size: Size(width: 6, height: 1))
            layers.add(
                PacedContent(marquee, TimePath(mappings: [TimeMapping(delay: .milliseconds(Int64(row) * 100))])),
                in: Rectangle(x: 0, y: row, width: 6, height: 1))
        }
        expectEqual(drawn(layers, at: .seconds(0.35), Size(width: 6, height: 3)), "....#.\n...#..\n..#...")
    }

    @Test("E7: timelines nest, and the next change is that of the innermost")
    func nested() {
        let inner = PacedContent(
            PacedContent(clock(), TimePath(mappings: [TimeMapping(numerator: 500, denominator: 1000)])),
            TimePath(mappings: [TimeMapping(delay: .seconds(3))]))
        expectEqual(inner.nextChange(after: .seconds(3)), .seconds(5))
        expectEqual(drawn(inner, at: .seconds(7.5), Self.size), "..#.........")
    }

    @Test("F1: pages are shown one after the other, each still; the last stays after the rounds")
    func pages() {
        let sequence = ContentSequence(
            [(content: Still(strip("#")), time: .seconds(2)), (content: Still(strip(".#")), time: .seconds(1))],
            repeats: 2)
        expectEqual(
            [0, 1.9, 2, 3, 5, 6, 99].map { drawn(sequence, at: .seconds($0), Size(width: 2, height: 1)) },
            [
                "#.", "#.", ".#", "#.", ".#", ".#", ".#",
            ])
        expectEqual(
            [0, 2, 3.5, 5].map { sequence.nextChange(after: .seconds($0)) },
            [
                .seconds(2), .seconds(3), .seconds(5), nil,
            ])
        expectEqual(sequence.end, .seconds(6))
        let long = ContentSequence([(content: Still(strip("#")), time: .max), (content: Still(.empty), time: .max)])
        expectEqual(drawn(long, at: .zero, Size(width: 2, height: 1)), "#.")
    }

    private func keyFrame(_ change: (inout KeyFrame) -> Void) -> KeyFrame {
        var frame = KeyFrame()
        (frame.x, frame.y) = (2000, 2000)
        change(&frame)
        return frame
    }

    @Test("E5: quarter turns about the anchor, mirrors and whole scales are exact")
    func turns() throws {
        let shape = strip("##.\n#..\n...")
        let expected: [(KeyFrame, String)] = [
            (keyFrame { _ in }, "....\n.##.\n.#..\n...."),
            (keyFrame { $0.rotation = 90_000 }, "....\n.##.\n..#.\n...."),
            (keyFrame { $0.rotation = 180_000 }, "....\n..#.\n.##.\n...."),
            (keyFrame { $0.rotation = -90_000 }, "....\n.#..\n.##.\n...."),
            (keyFrame { $0.scaleX = -1000 }, "....\n.##.\n..#.\n...."),
            (keyFrame { ($0.scaleX, $0.scaleY) = (2000, 2000) }, "####\n####\n##..\n##.."),
            (keyFrame { $0.scaleX = 0 }, "....\n....\n....\n...."),
            (keyFrame { $0.brightness = 0 }, "....\n....\n....\n...."),
        ]
        for (frame, picture) in expected {
            let content = try #require(
                KeyFrameContent(
                    Still(shape), size: Size(width: 3, height: 3), anchor: Point(x: 1000, y: 1000), keyFrames: [frame]))
            expectEqual(drawn(content, at: .zero, Size(width: 4, height: 4)), picture, "\(frame)")
        }
    }

    @Test("E5: while key frames move, pictures change on the refresh grid or at their edges and nowhere else")
    func keyFrameChanges() throws {
        var far = keyFrame { $0.x = 9000 }
        (far.offset, far.duration) = (.seconds(1), .milliseconds(500))
        let content = try #require(
            KeyFrameContent(
                Still(strip("#")), size: Size(width: 1, height: 1), keyFrames: [keyFrame { _ in }, far], repeats: false,
                grid: RefreshGrid(interval: .milliseconds(30))))
        var random = SeededRandom(seed: 5)
        let size = Size(width: 12, height: 3)
        for _ in 0..<200 {
            let instant = Instant(nanoseconds: Int64.random(in: -100_000_000...1_500_000_000, using: &random))
            let change = content.nextChange(after: instant)
            #expect(change.map { $0 > instant } ?? true)
            let end = change ?? .seconds(100)
            let later = Instant(nanoseconds: Int64.random(in: instant.nanoseconds..<end.nanoseconds, using: &random))
            expectEqual(drawn(content, at: later, size), drawn(content, at: instant, size))
        }
        expectEqual(content.nextChange(after: .seconds(0.499)), .seconds(0.5))
        #expect(content.nextChange(after: .seconds(0.5)) == nil)
    }

    @Test("F2: no more than 15 letters a second pass, and every letter is seen for 0.6 s")
    func readingSpeed() {
        expectEqual(Speed.readable(windowWidth: 32, letterWidth: 6), 53)
        expectEqual(Speed.readable(windowWidth: 500, letterWidth: 6), 90)
    }

    @Test("F2: the warning names both speeds; speeds up to the limit have none, either way")
    func warning() {
        #expect(Speed(53).readingWarning(limit: 53) == nil && Speed(-53).readingWarning(limit: 53) == nil)
        let warning = Speed(-541, over: 10).readingWarning(limit: 53)
        #expect(warning?.contains("55 px/s") == true && warning?.contains("53 px/s") == true)
    }

    @Test("extreme numbers never cause a trap or an instant in the past")
    func extremes() {
        let extremes: [Int64] = [Int64.min, -1, 0, 1, Int64.max - 1, Int64.max]
        let instants = extremes.map { Instant(nanoseconds: $0) }
        var cases = SampledCases(oneIn: 5)
        for spacing in [Int.min, -1, .max] {
            for pace in [Pace.speed(Speed(.max)), .speed(Speed(.min)), .cycle(.max), .cycle(Nanoseconds(.min))] {
                for direction in Direction.allCases {
                    for start in [Instant(nanoseconds: .min), .distantFuture] where cases.next() {
                        let style = MarqueeStyle("1", direction: direction, spacing: spacing) {
                            ($0.pace, $0.hold, $0.repeats) = (pace, spacing < 0 ? .max : .zero, spacing < -1 ? -1 : nil)
                        }
                        let marquee = Marquee(
                            ColoredStrip(
                                mask: bitmap("#"), ink: .white,
                                size: Size(width: spacing == .max ? .max : 60, height: 1)), style: style,
                            size: Size(width: spacing == .max ? .max : 60, height: 1), start: start)
                        for instant in instants {
                            _ = picture(marquee, at: instant, Self.size)
                            #expect(marquee.nextChange(after: instant).map { $0 > instant } ?? true)
                        }
                        marquee.replace(strip("##"), at: start)
                        marquee.apply(MarqueeStyle("3"), at: start)
                        marquee.beginDrag(at: .distantFuture)
                        marquee.drag(by: .min, at: .distantFuture)
                        marquee.release(velocity: .min, at: .distantFuture)
                        _ = picture(marquee, at: .distantFuture, Self.size)
                    }
                }
            }
        }
    }
}
