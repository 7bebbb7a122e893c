import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Allocations")
struct AllocationTests {
    private static let size = Size(width: 16, height: 8)

    /// Every content kind that ships, under its name.
    private static func contents() -> [(name: String, content: any Content)] {
        var random = SeededRandom(seed: 99)
        let strip = ColoredStrip(columns: ColoredStrip.random(40, using: &random))
        var all: [(name: String, content: any Content)] = [
            ("fill", Fill(.white)), ("still", Still(strip)), ("nothing", Still(.empty)),
            (
                "ticked",
                Ticking(PeriodicTicks(from: .zero, by: .milliseconds(30))) { tick, frame in
                    frame.canvas.set(Point(x: (tick?.number ?? 0) % 16, y: 0), to: .white)
                }
            ),
        ]
        func marquee(_ change: (inout MarqueeStyle) -> Void) -> Marquee {
            Marquee(strip, style: MarqueeStyle("37.3", change: change), size: size)
        }
        for direction in Direction.allCases {
            all.append(("marquee \(direction)", marquee { $0.direction = direction }))
        }
        all.append(("smooth", marquee { $0.rendering = .smooth }))
        all.append(("held", marquee { $0.hold = .milliseconds(50) }))
        all.append(("eased", marquee { $0.easing = .easeInOut }))
        all.append(("cycle", marquee { $0.pace = .cycle(.seconds(2)) }))
        all.append(("bounce", marquee { $0.bounces = true }))
        all.append(("repeats", marquee { $0.repeats = 2 }))
        all.append(("never", marquee { $0.scroll = .never }))
        let flicked = marquee { _ in }
        flicked.beginDrag(at: .zero)
        flicked.release(velocity: 9_000_000, at: .zero)
        all.append(("flick", flicked))
        let swapped = marquee { _ in }
        swapped.replace(ColoredStrip(columns: [1, 2, 3]), at: .zero)
        all.append(("seam", swapped))
        let layers = Layers()
        layers.add(marquee { _ in }, in: Rectangle(x: 2, y: 0, width: 10, height: 8))
        layers.add(Fill(.white), in: Rectangle(x: 0, y: 0, width: 2, height: 2))
        all.append(("layers", layers))
        all.append(
            (
                "paced",
                PacedContent(
                    marquee { _ in },
                    TimePath(mappings: [TimeMapping(delay: .milliseconds(50), numerator: 700, denominator: 1000)]))
            ))
        all.append(
            (
                "sequence",
                ContentSequence([
                    (content: Still(strip), time: .milliseconds(50)),
                    (content: marquee { _ in }, time: .milliseconds(80)),
                ])
            ))
        var second = KeyFrame(offset: .milliseconds(300))
        (second.x, second.rotation, second.scaleX, second.easing) = (8000, 180_000, 2000, .easeInOut)
        if let frames = KeyFrameContent(Still(strip), size: size, keyFrames: [KeyFrame(), second]) {
            all.append(("key frames", frames))
        }
        var frames: [ImageAnimation.Frame] = []
        for level in 0..<5 {
            let color = Color(red: UInt8(level * 60), green: 9, blue: 9)
            frames.append((RGBBitmap(size: size, color: color), nil, .milliseconds(40)))
        }
        all.append(("image", Still(frames: frames)))
        let animation = ColoredStrip(ImageAnimation(frames: frames))
        all.append(
            ("moving image", Marquee(animation, style: MarqueeStyle("37.3") { $0.scroll = .always }, size: size)))
        return all + effects(on: Still(strip))
    }

    /// Every effect on its way in, on its way out, and out while it is on its way in.
    private static func effects(on inner: some Content) -> [(name: String, content: any Content)] {
        var all: [(name: String, content: any Content)] = []
        for effect in Effect.allCases {
            let settings = EffectSettings(effect, duration: .milliseconds(1500), easing: .easeInOut)
            all.append(("\(effect) in", EffectContent(inner, size: size, entrance: settings)))
            let leaving = EffectContent(inner, size: size)
            leaving.leave(settings, at: .zero)
            all.append(("\(effect) out", leaving))
            let both = EffectContent(inner, size: size, entrance: settings)
            both.leave(EffectSettings(effect, duration: .milliseconds(1500)), at: .zero)
            all.append(("\(effect) in and out", both))
        }
        return all
    }

    @Test("draw and nextChange allocate nothing after the first frame, for every content kind, mono and RGB")
    func perFrame() {
        for format in [Canvas.Format.mono, .rgb] {
            let contents = Self.contents()
            // An effect is there three times: on its way in, out and in and out.
            for (name, content) in sample(contents, contents.count / 3) {
                var frame = Frame(size: Self.size, format: format)
                for step in 0..<3 {
                    content.draw(at: .zero + .milliseconds(Int64(step) * 450), into: &frame)
                    _ = content.nextChange(after: .zero + .milliseconds(Int64(step) * 450))
                }
                let draws = allocations {
                    for step in 0..<50 { content.draw(at: .zero + .milliseconds(Int64(step) * 35), into: &frame) }
                }
                expectEqual(draws, 0, "\(name) \(format)")
                var changes = 0
                let asking = allocations {
                    for step in 0..<50 where content.nextChange(after: .zero + .milliseconds(Int64(step) * 35)) != nil {
                        changes += 1
                    }
                }
                expectEqual(asking, 0, "\(name)")
            }
        }
    }

    @Test("the counter counts: an array is an allocation")
    func counter() {
        var sum = 0
        let count = allocations {
            for length in 1...10 {
                let array = [Int](repeating: length, count: length * 10)
                sum += array.reduce(0, +)
            }
        }
        #expect(count >= 10)
        expectEqual(sum, 3850)
    }
}
