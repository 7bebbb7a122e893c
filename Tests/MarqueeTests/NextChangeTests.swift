import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// `nextChange` as every content kind has to keep it: nothing changes before it, answers are later than the question.
@Suite("nextChange of every content kind")
struct NextChangeTests {
    private static let size = Size(width: 9, height: 3)

    /// A schedule that a program could add: ticks at the squares of whole seconds.
    private struct SquareTicks: TickSchedule {
        private func root(_ instant: Instant) -> Int64 {
            var root: Int64 = 0
            while (root + 1) * (root + 1) * 1_000_000_000 <= instant.nanoseconds { root += 1 }
            return root
        }

        func latest(at instant: Instant) -> Tick? {
            let root = root(instant)
            return root < 1 ? nil : Tick(instant: .zero + .seconds(root * root), number: Int(root) - 1)
        }

        func next(after instant: Instant) -> Instant? {
            let next = root(instant) + 1
            return .zero + .seconds(next * next)
        }
    }

    /// A column for each of the last digits of the tick's number.
    private static func digits(_ tick: Tick?, _ frame: inout Frame) {
        let number = (tick?.number ?? -1) + 1
        for bit in 0..<6 where number >> bit & 1 == 1 { frame.canvas.set(Point(x: bit, y: 1), to: .white) }
    }

    private static func ticked(_ schedule: some TickSchedule, _ cadence: Cadence) -> any Content {
        let path = TimePath(cadence: SharedCadence(cadence), start: .zero - .milliseconds(300))
        return PacedContent(Ticking(schedule, drawing: digits), path)
    }

    private static func paced(_ content: any Content, _ mapping: TimeMapping) -> any Content {
        PacedContent(content, TimePath(mappings: [mapping]))
    }

    private static func marquee(_ speed: String, _ change: (inout MarqueeStyle) -> Void = { _ in }) -> Marquee {
        var style = MarqueeStyle()
        style.pace = .speed(Speed(decimal: speed) ?? .zero)
        style.scroll = .always
        style.spacing = 3
        change(&style)
        return Marquee(ColoredStrip(art: "##.###.#.####\n#.##..####..#"), style: style, size: size)
    }

    private static func layers() -> Layers {
        let layers = Layers()
        layers.add(marquee("-7.3"), in: Rectangle(x: 0, y: 0, width: 9, height: 2))
        layers.add(ticked(PeriodicTicks(from: .zero, by: .milliseconds(700)), .live), in: Rectangle(size))
        return layers
    }

    private static func keyFrames() -> any Content {
        var frames = [KeyFrame(), KeyFrame(offset: .milliseconds(400)), KeyFrame(offset: .milliseconds(900))]
        frames[1].x = 4000
        frames[2].x = 1000
        frames[2].duration = .milliseconds(300)
        frames[2].scaleX = 2000
        return KeyFrameContent(Still(ColoredStrip(art: "##\n#.")), size: Size(width: 2, height: 2), keyFrames: frames)
            ?? Still(.empty)
    }

    /// Every kind, by name.
    private static func kinds() -> [(name: String, content: any Content)] {
        var kinds: [(name: String, content: any Content)] = [
            ("fill", Fill(.white)), ("nothing", Still(.empty)), ("still", Still(ColoredStrip(art: "#.#"))),
            ("layers", layers()),
            ("key frames", keyFrames()),
            ("sequence", ContentSequence([(marquee("3"), .milliseconds(1300)), (layers(), .milliseconds(2100))])),
            (
                "limited sequence",
                ContentSequence([(marquee("3"), .seconds(1)), (Fill(.white), .seconds(1))], repeats: 2)
            ),
            (
                "slow and late",
                paced(layers(), TimeMapping(delay: .milliseconds(250), numerator: 370, denominator: 1000))
            ),
            ("fast", paced(marquee("3"), TimeMapping(numerator: 2500, denominator: 1000))),
        ]
        for cadence in Cadence.allCases {
            kinds.append(("squares \(cadence)", ticked(SquareTicks(), cadence)))
            kinds.append(("list \(cadence)", ticked(ListedTicks([3, 5, 8].map { .zero + .seconds($0) }), cadence)))
            let minutes = PeriodicTicks(from: .zero + .seconds(7), by: .seconds(60))
            kinds.append(("minutes \(cadence)", ticked(minutes, cadence)))
            kinds.append(("animation \(cadence)", ticked(PeriodicTicks(minimumInterval: .milliseconds(40)), cadence)))
            if let cycle = CyclicTicks(start: .zero, offsets: [200, 200, 400].map { .milliseconds($0) }) {
                kinds.append(("cyclic \(cadence)", ticked(cycle, cadence)))
            }
        }
        for speed in ["0", "0.5", "12.3", "-12.3", "37.3"] {
            kinds.append(("loop \(speed)", marquee(speed)))
            kinds.append(("smooth \(speed)", marquee(speed) { $0.rendering = .smooth }))
            kinds.append(("held \(speed)", marquee(speed) { ($0.hold, $0.easing) = (.milliseconds(300), .easeInOut) }))
            kinds.append(("bounce \(speed)", marquee(speed) { ($0.bounces, $0.hold) = (true, .milliseconds(100)) }))
            kinds.append(("up \(speed)", marquee(speed) { ($0.direction, $0.repeats) = (.up, 3) }))
        }
        return kinds
    }

    private func picture(_ content: any Content, _ instant: Instant, _ format: Canvas.Format) -> [Canvas] {
        var frame = Frame(size: Self.size, format: format)
        content.draw(at: instant, into: &frame)
        return [frame.canvas]
    }

    private func looksAlike(_ content: any Content, _ first: Instant, _ second: Instant) -> Bool {
        [Canvas.Format.mono, .rgb].allSatisfy { format in
            let (a, b) = (picture(content, first, format)[0], picture(content, second, format)[0])
            return a.mono == b.mono && a.rgb == b.rgb
        }
    }

    @Test("nothing looks different before it, and it is later than the instant asked about")
    func nothingBefore() {
        var random = SeededRandom(seed: 0x1ED)
        for (name, content) in Self.kinds() {
            for _ in 0..<12 {
                let instant = Instant(nanoseconds: .random(in: 0...20_000_000_000, using: &random))
                let next = content.nextChange(after: instant)
                if let next { #expect(next > instant, "\(name) at \(instant.nanoseconds)") }
                let last = (next.map { $0 - .one } ?? instant + .seconds(500)).nanoseconds
                for sample in [last, .random(in: instant.nanoseconds...last, using: &random)] {
                    let isAlike = looksAlike(content, instant, Instant(nanoseconds: sample))
                    #expect(isAlike, "\(name): at \(sample) it is not what it was at \(instant.nanoseconds)")
                }
            }
        }
    }

    @Test("following it from change to change shows every picture that asking directly shows")
    func followsEveryChange() throws {
        for (name, content) in Self.kinds() {
            var changes: [Instant] = [.zero]
            while let last = changes.last, let next = content.nextChange(after: last), next < .zero + .seconds(3),
                changes.count < 400
            {
                changes.append(next)
            }
            #expect(changes.count < 400, "\(name)")
            for millisecond in stride(from: Int64(0), to: 3000, by: 61) {
                let instant = Instant.zero + .milliseconds(millisecond)
                let change = try #require(changes.last { $0 <= instant })
                #expect(looksAlike(content, change, instant), "\(name) at \(millisecond) ms")
            }
        }
    }

    @Test("at a tick, and at a step of linear motion, the state differs; a nanosecond before it does not")
    func exactAtTicksAndSteps() throws {
        for cadence in Cadence.allCases {
            let path = TimePath(ticks: SquareTicks(), cadence: SharedCadence(cadence))
            for seconds in [0, 1, 3, 8, 30, 90] as [Int64] {
                let instant = Instant.zero + .seconds(seconds) + .milliseconds(17)
                let tick = path.inner(instant)
                let next = try #require(path.outer(tick + .one, after: instant))
                #expect(path.inner(next) != tick)
                expectEqual(path.inner(next - .one), tick)
            }
        }
        for speed in ["0.5", "12.3", "-12.3", "37.3", "-0.001"] {
            let marquee = Self.marquee(speed) { _ in }
            for seconds in [0, 1, 3600, 31_536_000] as [Int64] {
                let instant = Instant.zero + .seconds(seconds)
                let next = try #require(marquee.nextChange(after: instant), "\(speed)")
                #expect(marquee.offset(at: next) != marquee.offset(at: instant), "\(speed)")
                expectEqual(marquee.offset(at: next - .one), marquee.offset(at: instant), "\(speed)")
            }
        }
    }

    @Test("A7: a moving text leaves its neighbours' pixels as they are")
    func areaIsKept() {
        for direction in Direction.allCases {
            for rendering in MotionRendering.allCases {
                let moving = Self.marquee("30") { ($0.direction, $0.rendering) = (direction, rendering) }
                for format in [Canvas.Format.mono, .rgb] {
                    var frame = Frame(size: Size(width: 15, height: 7), format: format)
                    frame.canvas.fill(.white)
                    let area = Rectangle(x: 3, y: 2, width: 9, height: 3)
                    for step in 0..<40 as Range<Int64> {
                        frame.withArea(area) { inner in
                            inner.canvas.clear()
                            moving.draw(at: .zero + .milliseconds(17 * step), into: &inner)
                        }
                    }
                    for y in 0..<7 {
                        for x in 0..<15 where !area.contains(Point(x: x, y: y)) {
                            #expect(frame.canvas.isLit(x: x, y: y), "\(direction) \(rendering) \(format) \(x),\(y)")
                        }
                    }
                }
            }
        }
    }
}
